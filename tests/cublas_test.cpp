// The comparator computes the same product as the stages, in FP32.
#include "common/gpu/cublas.hpp"

#include <limits>
#include <string>

#include "common/gpu/precision_probe.hpp"
#include "common/problem.hpp"
#include "common/verify.hpp"
#include "tests/catch.hpp"

using namespace gemm;

TEST_CASE("cuBLAS is right on non-square, transposed and padded operands") {
  Cublas cublas;
  for (const bool trans_a : {false, true})
    for (const bool trans_b : {false, true})
      for (const bool gap : {false, true})
        for (const float beta : {0.0f, -0.5f}) {
          Shape shape = packed_shape(35, 79, 19, trans_a, trans_b);
          if (gap) shape.lda += 3, shape.ldb += 5, shape.ldc += 7;
          shape.alpha = 2.5f;
          shape.beta = beta;
          INFO("Aᵀ " << trans_a << " Bᵀ " << trans_b << " gap " << gap << " beta " << beta);
          Problem problem(shape, Init::uniform, 3);
          cublas.sgemm(shape, problem.A.data(), problem.B.data(), problem.C.data());
          CHECK(compare(problem, VerifyMethod::fp64).passed());
          // The comparison can fail: A·B is not what the swapped call would give.
          if (gap) continue;
          problem.reset_c();
          cublas.sgemm(shape, problem.B.data(), problem.A.data(), problem.C.data());
          CHECK_FALSE(compare(problem, VerifyMethod::fp64).passed());
        }
}

TEST_CASE("the precision probe tells FP32 from TF32") {
  Cublas fp32(CublasMath::fp32), tf32(CublasMath::tf32);
  CHECK(probe_error(fp32) == 0);
  CHECK(probe_math(fp32) == "fp32");
  CHECK(probe_error(tf32) > 1e-4);
  CHECK(probe_math(tf32) == "tf32");
}
