#include "common/gpu/cublas.hpp"

#include <cublas_v2.h>
#include <fmt/format.h>

#include "common/error.hpp"

namespace gemm {
namespace {

void check_cublas(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw DeviceError(fmt::format("{} failed: {} ({}).", what, cublasGetStatusString(status),
                                cublasGetStatusName(status)));
}

cublasOperation_t operation(bool trans) { return trans ? CUBLAS_OP_T : CUBLAS_OP_N; }

int property(libraryPropertyType type) {
  int value = 0;
  check_cublas(cublasGetProperty(type, &value), "asking for the version of cuBLAS");
  return value;
}

}  // namespace

Cublas::Cublas(CublasMath math, cudaStream_t stream) {
  cublasHandle_t handle = nullptr;
  check_cublas(cublasCreate(&handle), "starting cuBLAS");
  handle_.reset(handle);
  // Not CUBLAS_PEDANTIC_MATH: it also rules out fast FP32 kernels, and the comparison would flatter
  // ours. That the default does not round to TF32 is checked by probe_math().
  const cublasMath_t mode =
      math == CublasMath::tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH;
  check_cublas(cublasSetMathMode(handle, mode), "setting cuBLAS's math mode");
  check_cublas(cublasSetStream(handle, stream), "setting cuBLAS's stream");
}

void Cublas::sgemm(const Shape& shape, const float* A, const float* B, float* C) {
  // cuBLAS is column-major, where a row-major X reads as Xᵀ. So it is asked for
  // Cᵀ = op(B)ᵀ·op(A)ᵀ: operands, M and N change places, transpositions and distances stay.
  check_cublas(cublasSgemm_64(handle_.get(), operation(shape.trans_b), operation(shape.trans_a),
                              shape.N, shape.M, shape.K, &shape.alpha, B, shape.ldb, A, shape.lda,
                              &shape.beta, C, shape.ldc),
               "cublasSgemm");
}

std::string Cublas::version() {
  return fmt::format("{}.{}.{}", property(MAJOR_VERSION), property(MINOR_VERSION),
                     property(PATCH_LEVEL));
}

void Cublas::Destroy::operator()(cublasContext* handle) const { cublasDestroy(handle); }

}  // namespace gemm
