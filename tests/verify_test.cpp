// The verifier must fail where a result is wrong, pass where it is right, and know the difference.
#include "common/verify.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "common/error.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"
#include "tests/catch.hpp"
#include "tests/fake_kernels.hpp"
#include "tests/reference.hpp"

using namespace gemm;
using fake::Fault;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

VerifyMethod each_method() { return GENERATE(VerifyMethod::fp64, VerifyMethod::freivalds); }

Verification verify_with(Fault fault, const Shape& shape, VerifyMethod method) {
  Problem problem(shape, Init::uniform, 3);
  Sgemm sgemm(problem, {fake::launcher(fault)});
  return verify(problem, sgemm, method);
}

// Transposed operands, gaps between all rows, both scalars at work.
Shape general_shape(int M, int N, int K) {
  Shape shape = packed_shape(M, N, K, true, true);
  shape.lda += 2, shape.ldb += 3, shape.ldc += 5;
  shape.alpha = -0.5f, shape.beta = 2.5f;
  return shape;
}

// A problem with its right result, which a test then spoils by hand.
struct Spoiled {
  explicit Spoiled(const Shape& shape) : problem(shape, Init::uniform, 3), reference(problem) {
    Sgemm(problem, {fake::launcher(Fault::none)}).run();
    c = problem.C.download();
  }
  // For operands changed by hand: the result follows.
  void upload(const std::vector<float>& a, const std::vector<float>& b) {
    problem.A.upload(a);
    problem.B.upload(b);
    reference = Reference(problem);
    problem.reset_c();
    Sgemm(problem, {fake::launcher(Fault::none)}).run();
    c = problem.C.download();
  }
  float& at(int row, int col) { return c[static_cast<size_t>(row) * problem.shape.ldc + col]; }
  Verification compare(VerifyMethod method) {
    problem.C.upload(c);
    return gemm::compare(problem, method);
  }

  Problem problem;
  Reference reference;
  std::vector<float> c;
};

void check_first_bad(const Verification& v, int row, int col) {
  CHECK_FALSE(v.passed());
  REQUIRE(v.first_bad);
  CHECK(v.first_bad->row == row);
  CHECK(v.first_bad->col == col);
}

}  // namespace

TEST_CASE("a right result passes") {
  const VerifyMethod method = each_method();
  const std::pair<int, int> extents[] = {{1, 1}, {5, 31}, {4, 32}, {7, 33}, {33, 70}, {2, 257}};
  for (const auto& [M, N] : extents) {
    INFO(M << "×" << N);
    CHECK(verify_with(Fault::none, packed_shape(M, N, 19), method).passed());
    CHECK(verify_with(Fault::none, general_shape(M, N, 19), method).passed());
  }
}

TEST_CASE("empty products pass, and C is still checked") {
  const VerifyMethod method = each_method();
  for (const float beta : {0.0f, 2.5f}) {
    Shape shape = packed_shape(6, 40, 0);
    shape.beta = beta;
    Spoiled spoiled(shape);
    CHECK(spoiled.compare(method).passed());
    spoiled.at(2, 35) += 1;
    check_first_bad(spoiled.compare(method), 2, 35);
  }
  CHECK(verify_with(Fault::none, packed_shape(0, 40, 5), method).passed());
  CHECK(verify_with(Fault::none, packed_shape(6, 0, 5), method).passed());
}

TEST_CASE("with alpha 0, NaN in A and B does not matter and C is still checked") {
  const VerifyMethod method = each_method();
  Shape shape = packed_shape(6, 40, 9);
  shape.alpha = 0;
  shape.beta = 2.5f;
  Spoiled spoiled(shape);
  spoiled.problem.A.fill_bytes(0xFF);
  spoiled.problem.B.fill_bytes(0xFF);
  CHECK(spoiled.compare(method).passed());
  spoiled.at(5, 0) = kNan;
  check_first_bad(spoiled.compare(method), 5, 0);
}

TEST_CASE("NaN in one element fails") {
  check_first_bad(verify_with(Fault::nan_element, packed_shape(20, 50, 9), each_method()), 10, 25);
}

TEST_CASE("an element that is not written fails") {
  check_first_bad(verify_with(Fault::skips_element, packed_shape(20, 50, 9), each_method()), 10,
                  25);
}

TEST_CASE("an element that keeps its old value where beta is not 0 fails") {
  Shape shape = packed_shape(20, 50, 9);
  shape.beta = 2.5f;
  check_first_bad(verify_with(Fault::skips_element, shape, each_method()), 10, 25);
}

TEST_CASE("one wrong element fails and is reported exactly") {
  const VerifyMethod method = each_method();
  for (const Shape& shape : {packed_shape(20, 50, 9), general_shape(20, 50, 9)}) {
    Problem problem(shape, Init::uniform, 3);
    const Reference reference(problem);
    Sgemm sgemm(problem, {fake::launcher(Fault::wrong_element)});
    const Verification v = verify(problem, sgemm, method);
    check_first_bad(v, 10, 25);
    CHECK(v.first_bad->want == Approx(double(reference.want(10, 25))).epsilon(1e-12));
    CHECK(v.first_bad->got == problem.C.download()[10 * shape.ldc + 25]);
    CHECK(v.first_bad->got == Approx(v.first_bad->want + 1).margin(1e-5));
  }
}

TEST_CASE("of two wrong elements the first in row-major order is reported") {
  const VerifyMethod method = each_method();
  Spoiled spoiled(general_shape(20, 80, 9));
  spoiled.at(12, 3) += 1;
  spoiled.at(11, 70) -= 100;
  check_first_bad(spoiled.compare(method), 11, 70);
  spoiled.at(11, 69) += 1;  // the same segment of 32 columns
  check_first_bad(spoiled.compare(method), 11, 69);
  spoiled.at(0, 0) += 1;
  check_first_bad(spoiled.compare(method), 0, 0);
}

TEST_CASE("one wrong element among 2000 columns fails") {
  const VerifyMethod method = each_method();
  for (const int col : {0, 31, 32, 1234, 1999}) {
    Spoiled spoiled(packed_shape(3, 2000, 40));
    spoiled.at(2, col) += 0.01f;
    check_first_bad(spoiled.compare(method), 2, col);
  }
}

TEST_CASE("swapped operands fail") {
  const VerifyMethod method = each_method();
  CHECK_FALSE(verify_with(Fault::swaps_operands, packed_shape(40, 40, 40), method).passed());
}

TEST_CASE("a transposed result fails") {
  const VerifyMethod method = each_method();
  CHECK_FALSE(verify_with(Fault::transposes, packed_shape(40, 40, 40), method).passed());
  CHECK_FALSE(verify_with(Fault::transposes, packed_shape(20, 50, 9), method).passed());
}

TEST_CASE("two swapped columns of one segment fail") {
  Spoiled spoiled(packed_shape(4, 70, 30));
  for (int row = 0; row < 4; ++row) std::swap(spoiled.at(row, 40), spoiled.at(row, 41));
  check_first_bad(spoiled.compare(each_method()), 0, 40);
}

TEST_CASE("errors that add up to zero within a segment fail") {
  Spoiled spoiled(packed_shape(4, 70, 30));
  spoiled.at(1, 33) += 1;
  spoiled.at(1, 50) -= 1;
  check_first_bad(spoiled.compare(each_method()), 1, 33);
}

TEST_CASE("a result that is right the first time and wrong the second fails the second time") {
  const VerifyMethod method = each_method();
  Problem problem(packed_shape(20, 50, 9), Init::uniform, 3);
  Sgemm sgemm(problem, {fake::launcher(Fault::second_call)});
  fake::forget_calls();
  CHECK(verify(problem, sgemm, method).passed());
  CHECK_FALSE(verify(problem, sgemm, method).passed());
}

TEST_CASE("a kernel that writes only the first time fails the second time") {
  const VerifyMethod method = each_method();
  Problem problem(packed_shape(20, 50, 9), Init::uniform, 3);
  Sgemm right(problem, {fake::launcher(Fault::none)});
  Sgemm nothing(problem, {fake::launcher(Fault::empty_launch)});
  CHECK(verify(problem, right, method).passed());
  check_first_bad(verify(problem, nothing, method), 0, 0);
}

TEST_CASE("an all-zero result of small inputs fails") {
  const VerifyMethod method = each_method();
  Spoiled spoiled(packed_shape(20, 50, 9));
  std::vector<float> a = spoiled.problem.A.download(), b = spoiled.problem.B.download();
  for (float& value : a) value *= 1e-3f;
  for (float& value : b) value *= 1e-3f;
  spoiled.upload(a, b);
  CHECK(spoiled.compare(method).passed());

  Sgemm sgemm(spoiled.problem, {fake::launcher(Fault::all_zero)});
  const Verification v = verify(spoiled.problem, sgemm, method);
  check_first_bad(v, 0, 0);
  CHECK(v.first_bad->got == 0);
  CHECK(v.first_bad->want != 0);
}

TEST_CASE("an empty launch fails") {
  const VerifyMethod method = each_method();
  check_first_bad(verify_with(Fault::empty_launch, packed_shape(20, 50, 9), method), 0, 0);
  Shape shape = packed_shape(20, 50, 9);
  shape.beta = 1;
  check_first_bad(verify_with(Fault::empty_launch, shape, method), 0, 0);
}

TEST_CASE("elements that nobody writes fail even where zero is right") {
  const VerifyMethod method = each_method();
  Problem problem(packed_shape(20, 50, 9), Init::uniform, 3);
  problem.A.fill_bytes(0);
  Sgemm right(problem, {fake::launcher(Fault::none)});
  CHECK(verify(problem, right, method).passed());
  Sgemm one_missing(problem, {fake::launcher(Fault::skips_element)});
  check_first_bad(verify(problem, one_missing, method), 10, 25);
}

TEST_CASE("a launch that the device refuses is an error, and the next one works") {
  const VerifyMethod method = each_method();
  CHECK_THROWS_AS(verify_with(Fault::refused, packed_shape(20, 50, 9), method), DeviceError);
  CHECK(verify_with(Fault::none, packed_shape(20, 50, 9), method).passed());
}

TEST_CASE("a write between the rows of C fails") {
  const VerifyMethod method = each_method();
  for (const float beta : {0.0f, 1.0f}) {
    Shape shape = packed_shape(6, 40, 9);
    shape.ldc += 3;
    shape.beta = beta;
    for (const int at : {40, 42, 2 * 43 + 41, 5 * 43 + 42}) {
      Problem problem(shape, Init::uniform, 3);
      Sgemm sgemm(problem, {fake::launcher(Fault::stray_write)});
      fake::set_stray(problem.C.data() + at);
      const Verification v = verify(problem, sgemm, method);
      INFO("element " << at << " of C, beta " << beta);
      CHECK_FALSE(v.gaps_intact);
      CHECK_FALSE(v.passed());
      CHECK_FALSE(v.first_bad);
    }
  }
}

TEST_CASE("NaN or infinity where the reference is finite fails") {
  const VerifyMethod method = each_method();
  for (const float value : {kNan, kInf, -kInf}) {
    Spoiled spoiled(general_shape(6, 40, 9));
    spoiled.at(4, 33) = value;
    INFO(value);
    check_first_bad(spoiled.compare(method), 4, 33);
  }
}

TEST_CASE("where the reference is NaN or infinite, only the same value passes") {
  const VerifyMethod method = each_method();
  const int M = 6, N = 40, K = 9;
  Shape shape = packed_shape(M, N, K);
  shape.beta = 1;
  Spoiled spoiled(shape);
  std::vector<float> a = spoiled.problem.A.download(), b = spoiled.problem.B.download();
  std::vector<float> c0 = spoiled.problem.C0.download();
  a[1 * K + 2] = kNan;                                       // row 1 becomes NaN,
  a[3 * K + 0] = kInf;                                       // row 3 infinite
  b[0 * N + 33] = 1, b[0 * N + 34] = -1, b[0 * N + 35] = 0;  // with either sign, or NaN from Inf·0
  c0[4 * N + 6] = -kInf;
  spoiled.problem.C0.upload(c0);
  spoiled.upload(a, b);
  CHECK(spoiled.compare(method).passed());

  const auto only_right = [&](int row, int col, float right) {
    CHECK((std::isnan(right) ? std::isnan(spoiled.at(row, col)) : spoiled.at(row, col) == right));
    for (const float wrong : {0.5f, kInf, -kInf, kNan}) {
      if (wrong == right || (std::isnan(wrong) && std::isnan(right))) continue;
      INFO("row " << row << ", column " << col << ": " << wrong << " for " << right);
      spoiled.at(row, col) = wrong;
      check_first_bad(spoiled.compare(method), row, col);
    }
    spoiled.at(row, col) = right;
  };
  only_right(1, 5, kNan);
  only_right(3, 33, kInf);
  only_right(3, 34, -kInf);
  only_right(3, 35, kNan);
  only_right(4, 6, -kInf);
}

TEST_CASE("an overflow is accepted only where the magnitudes exceed FP32's range") {
  const VerifyMethod method = each_method();
  const int M = 4, N = 40, K = 2;
  Spoiled spoiled(packed_shape(M, N, K));
  std::vector<float> a(M * K, 1e20f), b(N * K, 1e20f);
  for (int row = 0; row < M; ++row) a[row * K + 1] = row == 0 ? -1e20f : 1e-20f;
  spoiled.upload(a, b);  // row 0: 1e40 − 1e40; the others: 1e40
  CHECK(spoiled.compare(method).passed());
  spoiled.at(2, 35) = 3e38f;
  check_first_bad(spoiled.compare(method), 2, 35);

  std::vector<float> small(M * K, 1e18f);
  spoiled.upload(small, b);
  CHECK(spoiled.compare(method).passed());
  spoiled.at(2, 35) = kInf;
  check_first_bad(spoiled.compare(method), 2, 35);
}

TEST_CASE("the bound is the theoretical one: just inside passes, just outside fails") {
  for (const Shape& shape : {packed_shape(5, 40, 64), general_shape(5, 40, 64)}) {
    Spoiled spoiled(shape);
    for (const auto& [row, col] : {std::pair(0, 0), std::pair(2, 33), std::pair(4, 39)}) {
      const long double want = spoiled.reference.want(row, col);
      const long double bound = spoiled.reference.bound(row, col);
      const float right = spoiled.at(row, col);
      for (const double share : {0.5, 0.95, -0.95, 1.05, -1.05, 2.0}) {
        spoiled.at(row, col) = static_cast<float>(want + share * bound);
        const Verification v = spoiled.compare(VerifyMethod::fp64);
        INFO("row " << row << ", column " << col << ", " << share << " × bound");
        CHECK(v.passed() == (std::fabs(share) < 1));
        const long double error = std::fabs(spoiled.at(row, col) - want);
        CHECK(v.max_error == Approx(double(error)).epsilon(1e-6));
        CHECK(v.bound == Approx(double(bound)).epsilon(1e-9));
      }
      spoiled.at(row, col) = right;
    }
  }
}

TEST_CASE("the error reported is the one furthest beyond its bound") {
  Spoiled spoiled(packed_shape(4, 40, 9));
  std::vector<float> a = spoiled.problem.A.download(), b = spoiled.problem.B.download();
  for (int k = 0; k < 9; ++k) a[2 * 9 + k] *= 1e-6f;  // a small row with a small bound
  spoiled.upload(a, b);
  spoiled.at(2, 7) += 1e-5f;
  spoiled.at(3, 8) += 1e-3f;  // larger, but nearer to its bound
  const Verification v = spoiled.compare(VerifyMethod::fp64);
  const long double error = std::fabs(spoiled.at(2, 7) - spoiled.reference.want(2, 7));
  CHECK(v.max_error == Approx(double(error)).epsilon(1e-9));
}

TEST_CASE("Freivalds' error is that of a segment with weights of 0.5 to 1.5") {
  Spoiled spoiled(general_shape(5, 70, 9));
  const float right = spoiled.at(3, 40);
  for (const float error : {1.0f, -3.0f}) {
    spoiled.at(3, 40) = right + error;
    const Verification v = spoiled.compare(VerifyMethod::freivalds);
    CHECK(v.max_error > 0.499 * std::fabs(error));
    CHECK(v.max_error < 1.501 * std::fabs(error));
  }
}

TEST_CASE("without verification nothing is compared and the method says so") {
  const Verification v =
      verify_with(Fault::empty_launch, packed_shape(6, 40, 9), VerifyMethod::none);
  CHECK(v.method == VerifyMethod::none);
  CHECK(v.passed());
}
