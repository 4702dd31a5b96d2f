// Inputs: seeded, in their range, spread as they should be, and NaN between rows.
#include "common/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "tests/catch.hpp"

using namespace gemm;

namespace {

// `count` values in one row.
std::vector<float> values(Init init, uint64_t seed, int count = 200000) {
  DeviceBuffer<float> buffer(count);
  fill_matrix(buffer.data(), 1, count, count, init, seed);
  return buffer.download();
}

double mean(const std::vector<float>& v) {
  double sum = 0;
  for (const float x : v) sum += x;
  return sum / v.size();
}

// The mean of x(i)·y(i): the variance for y = x, and near 0 for independent values of mean 0.
double mean_product(const std::vector<float>& x, const std::vector<float>& y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += static_cast<double>(x[i]) * y[i];
  return sum / x.size();
}

// The share of values for which `condition` holds.
template <typename Condition>
double share(const std::vector<float>& v, Condition condition) {
  return static_cast<double>(std::count_if(v.begin(), v.end(), condition)) / v.size();
}

bool same_bits(const std::vector<float>& x, const std::vector<float>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

// Elements inside the rows are finite, those between them NaN.
void check_rows(const DeviceBuffer<float>& buffer, int rows, int cols, int ld) {
  const std::vector<float> host = buffer.download();
  REQUIRE(host.size() == static_cast<size_t>(rows) * ld);
  size_t wrong = 0;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < ld; ++col) wrong += std::isnan(host[row * ld + col]) == (col < cols);
  CHECK(wrong == 0);
}

Shape shape_with_gaps(bool trans_a, bool trans_b, float beta) {
  Shape shape = packed_shape(11, 23, 37, trans_a, trans_b);
  shape.lda += 4, shape.ldb += 1, shape.ldc += 7;
  shape.beta = beta;
  return shape;
}

// Standard error of a mean of 200000 values, times five: exceeded once in two million seeds.
const double kFiveSigma = 5 / std::sqrt(200000.0);

}  // namespace

TEST_CASE("a seed gives the same values again, another seed gives others") {
  for (const Init init : {Init::uniform, Init::normal, Init::integers}) {
    const std::vector<float> first = values(init, 1);
    CHECK(same_bits(first, values(init, 1)));
    for (const uint64_t seed : {0ull, 2ull, 3ull, 1000000007ull, ~0ull}) {
      const std::vector<float> other = values(init, seed);
      size_t equal = 0;
      for (size_t i = 0; i < first.size(); ++i) equal += first[i] == other[i];
      CHECK(equal < first.size() / 10);  // integers agree once in 17
    }
  }
}

TEST_CASE("the first value of seed 0 is SplitMix64's") {
  const uint64_t published = 0xE220A8397B1DCDAF;  // its first output from state 0
  const float expected = static_cast<float>(published >> 40) / (1 << 23) - 1;
  CHECK(values(Init::uniform, 0, 1)[0] == expected);
}

TEST_CASE("neighbouring seeds are not each other's sequence shifted") {
  const std::vector<float> first = values(Init::uniform, 1, 5000);
  std::set<std::pair<float, float>> pairs;
  for (size_t i = 1; i < first.size(); ++i) pairs.insert({first[i - 1], first[i]});
  for (const uint64_t seed : {2, 3, 4}) {
    const std::vector<float> other = values(Init::uniform, seed, 5000);
    size_t found = 0;
    for (size_t i = 1; i < other.size(); ++i) found += pairs.count({other[i - 1], other[i]});
    CHECK(found == 0);
  }
}

TEST_CASE("A, B and C of one problem differ") {
  Shape shape = packed_shape(40, 40, 40);
  shape.beta = 1;
  const Problem problem(shape, Init::uniform, 1);
  const std::vector<float> a = problem.A.download(), b = problem.B.download();
  const std::vector<float> c = problem.C0.download();
  CHECK(std::abs(mean_product(a, b)) < 5 / std::sqrt(1600.0) / 3);  // variance 1/3 each
  CHECK(std::abs(mean_product(a, c)) < 5 / std::sqrt(1600.0) / 3);
  CHECK(std::abs(mean_product(b, c)) < 5 / std::sqrt(1600.0) / 3);
}

TEST_CASE("uniform values fill [-1, 1) evenly") {
  const std::vector<float> v = values(Init::uniform, 5);
  CHECK(*std::min_element(v.begin(), v.end()) >= -1);
  CHECK(*std::max_element(v.begin(), v.end()) < 1);
  CHECK(std::abs(mean(v)) < kFiveSigma * std::sqrt(1.0 / 3));
  CHECK(std::abs(mean_product(v, v) - 1.0 / 3) < kFiveSigma * std::sqrt(4.0 / 45));
  for (int tenth = -10; tenth < 10; ++tenth) {
    const double found = share(v, [&](float x) { return std::floor(10 * x) == tenth; });
    CHECK(std::abs(found - 0.05) < kFiveSigma * std::sqrt(0.05 * 0.95));
  }
}

TEST_CASE("normal values have mean 0, variance 1 and the normal distribution's shares") {
  const std::vector<float> v = values(Init::normal, 5);
  CHECK(std::abs(mean(v)) < kFiveSigma);
  CHECK(std::abs(mean_product(v, v) - 1) < kFiveSigma * std::sqrt(2.0));
  const auto beyond = [&](float limit) {
    return share(v, [&](float x) { return std::abs(x) > limit; });
  };
  CHECK(beyond(1) == Approx(0.317).margin(0.01));
  CHECK(beyond(2) == Approx(0.0455).margin(0.005));
  CHECK(beyond(3) > 0.001);
  CHECK(beyond(6) == 0);
}

TEST_CASE("integers are -8 to 8, all of them equally often") {
  const std::vector<float> v = values(Init::integers, 5);
  double sum = 0;
  for (int integer = -8; integer <= 8; ++integer) {
    const double found = share(v, [&](float x) { return x == integer; });
    CHECK(std::abs(found - 1.0 / 17) < kFiveSigma * std::sqrt(16.0) / 17);
    sum += found;
  }
  CHECK(sum == Approx(1).epsilon(1e-12));  // nothing else occurs
}

TEST_CASE("ones are 1") {
  CHECK(share(values(Init::ones, 5), [](float x) { return x == 1; }) == 1);
}

TEST_CASE("neighbouring values are independent") {
  for (const Init init : {Init::uniform, Init::normal, Init::integers}) {
    const std::vector<float> v = values(init, 5);
    const double variance = mean_product(v, v);
    for (const size_t distance : {1, 2, 31, 32, 1000}) {
      const std::vector<float> left(v.begin(), v.end() - distance);
      const std::vector<float> right(v.begin() + distance, v.end());
      CHECK(std::abs(mean_product(left, right)) < 1.01 * kFiveSigma * variance);
    }
  }
}

TEST_CASE("gaps between rows are NaN, elements are finite") {
  for (const bool trans_a : {false, true})
    for (const bool trans_b : {false, true}) {
      const Shape shape = shape_with_gaps(trans_a, trans_b, 1);
      const Problem problem(shape, Init::normal, 1);
      check_rows(problem.A, shape.rows_a(), shape.cols_a(), shape.lda);
      check_rows(problem.B, shape.rows_b(), shape.cols_b(), shape.ldb);
      check_rows(problem.C0, 11, 23, 30);
    }
}

TEST_CASE("C starts as NaN where beta is 0, else as C0") {
  Problem poisoned(shape_with_gaps(false, false, 0), Init::uniform, 1);
  CHECK(poisoned.C0.size() == 0);
  Problem kept(shape_with_gaps(false, false, 0.5f), Init::uniform, 1);
  for (int round = 0; round < 2; ++round) {
    CHECK(share(poisoned.C.download(), [](float x) { return std::isnan(x); }) == 1);
    CHECK(same_bits(kept.C.download(), kept.C0.download()));
    poisoned.C.fill_bytes(0);
    kept.C.fill_bytes(0);
    poisoned.reset_c();
    kept.reset_c();
  }
}

TEST_CASE("refill gives what a new problem of that seed has") {
  Problem problem(shape_with_gaps(true, false, 1), Init::uniform, 1);
  const std::vector<float> a = problem.A.download();
  problem.refill(Init::normal, 2);
  const Problem other(problem.shape, Init::normal, 2);
  CHECK_FALSE(same_bits(problem.A.download(), a));
  CHECK(same_bits(problem.A.download(), other.A.download()));
  CHECK(same_bits(problem.B.download(), other.B.download()));
  CHECK(same_bits(problem.C0.download(), other.C0.download()));
  CHECK(same_bits(problem.C.download(), other.C.download()));
}

TEST_CASE("operands beyond the device's memory are refused before anything is allocated") {
  for (const Shape& shape :
       {packed_shape(2000000000, 2000000000, 8), packed_shape(8, 2000000000, 2000000000)}) {
    std::string reason;
    try {
      Problem(shape, Init::ones, 1);
    } catch (const DeviceError& error) {
      reason = error.what();
    }
    CHECK(reason.find("choose a smaller size") != std::string::npos);
  }
}
