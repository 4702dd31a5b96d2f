// Which blocks of a grid a sample holds.
#include "common/emulator/runtime/block_sample.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"

using emulator::BlockClass;
using emulator::sample_blocks;

namespace {

uint64_t blocks_in(const std::vector<BlockClass>& classes) {
  uint64_t blocks = 0;
  for (const BlockClass& each : classes) blocks += each.size;
  return blocks;
}

std::set<uint64_t> samples_of(const std::vector<BlockClass>& classes) {
  std::set<uint64_t> samples;
  for (const BlockClass& each : classes)
    for (const uint64_t block : each.sample) CHECK(samples.insert(block).second);  // each once
  return samples;
}

}  // namespace

TEST_CASE("nine blocks of a grid are its corners, one of each edge and an inner one") {
  const std::vector<BlockClass> classes = sample_blocks(dim3(10, 20), 9);
  CHECK(classes.size() == 9);
  CHECK(blocks_in(classes) == 200);
  CHECK(classes.front().sample == std::vector<uint64_t>{0});
  CHECK(classes.front().size == 1);
  const std::set<uint64_t> samples = samples_of(classes);
  CHECK(samples.size() == 9);
  for (const uint64_t corner : {0, 9, 190, 199}) CHECK(samples.count(corner) == 1);
  int edges = 0, inner = 0;
  for (const uint64_t block : samples) {
    const bool on_x = block % 10 == 0 || block % 10 == 9,
               on_y = block / 10 == 0 || block / 10 == 19;
    edges += on_x != on_y;
    inner += !on_x && !on_y;
  }
  CHECK(edges == 4);
  CHECK(inner == 1);
}

TEST_CASE("more blocks go where most are, spread out") {
  const std::vector<BlockClass> classes = sample_blocks(dim3(100, 100), 20);
  CHECK(samples_of(classes).size() == 20);
  const auto inner =
      std::max_element(classes.begin(), classes.end(),
                       [](const BlockClass& a, const BlockClass& b) { return a.size < b.size; });
  CHECK(inner->size == 98 * 98);
  CHECK(inner->sample.size() == 12);
  CHECK(std::is_sorted(inner->sample.begin(), inner->sample.end()));
  CHECK(inner->sample.back() - inner->sample.front() > 8000);
}

TEST_CASE("a sample holds no more than the grid") {
  CHECK(samples_of(sample_blocks(dim3(3, 2, 2), 1000)).size() == 12);
  CHECK(samples_of(sample_blocks(dim3(1, 1), 9)).size() == 1);
  CHECK(samples_of(sample_blocks(dim3(2, 1), 9)).size() == 2);
  CHECK(blocks_in(sample_blocks(dim3(5, 1, 7), 9)) == 35);
}
