// The rules that turn 32 addresses into sectors and wavefronts, against values derived by hand.
#include <functional>

#include "common/emulator/counters/rules.hpp"
#include "tests/catch.hpp"

using emulator::Cost;
using emulator::WarpRequest;

namespace {

constexpr uint64_t kBase = 0x7f0000000000;  // a multiple of everything that matters

// All lanes active unless told otherwise; address(lane) is relative to kBase.
WarpRequest request(unsigned bytes, const std::function<uint64_t(unsigned)>& address,
                    uint32_t active = 0xffffffff) {
  WarpRequest result;
  result.bytes = bytes;
  result.active = active;
  for (unsigned lane = 0; lane < 32; ++lane) result.address[lane] = kBase + address(lane);
  return result;
}

void check(Cost cost, unsigned units, unsigned floor) {
  CHECK(cost.units == units);
  CHECK(cost.floor == floor);
}

}  // namespace

TEST_CASE("sectors: contiguous aligned lanes touch 4, 8 or 16") {
  for (const unsigned bytes : {4u, 8u, 16u})
    check(sectors(request(bytes, [&](unsigned lane) { return bytes * lane; })), bytes, bytes);
  check(sectors(request(1, [](unsigned lane) { return lane; })), 1, 1);
  check(sectors(request(2, [](unsigned lane) { return 2 * lane; })), 2, 2);
}

TEST_CASE("lines: as many as lanes that are 128 bytes or more apart") {
  const auto lines = [](unsigned bytes, unsigned stride, unsigned offset = 0) {
    return sectors(request(bytes, [=](unsigned lane) { return offset + stride * lane; })).lines;
  };
  CHECK(lines(4, 4) == 1);
  CHECK(lines(4, 4, 32) == 2);
  CHECK(lines(16, 16) == 4);
  CHECK(lines(4, 0) == 1);
  CHECK(lines(4, 64) == 16);
  CHECK(lines(4, 1024) == 32);
}

TEST_CASE("the map of wavefronts serves each word once per wavefront and bank") {
  const auto map = [](unsigned bytes, unsigned stride, bool store) {
    const WarpRequest r = request(bytes, [=](unsigned lane) { return stride * lane; });
    const emulator::WavefrontMap map = emulator::wavefront_map(r, store);
    CHECK(map.count == (store ? store_wavefronts(r) : load_wavefronts(r)).units);
    return map;
  };
  CHECK(map(4, 4, false).of[31][0] == 0);
  // Lanes n and n + 16 are 32 banks apart.
  CHECK(map(4, 8, false).of[15][0] == 0);
  CHECK(map(4, 8, false).of[16][0] == 1);
  CHECK(map(4, 128, true).of[31][0] == 31);
  // Groups of 8 lanes follow each other.
  CHECK(map(16, 16, true).of[7][3] == 0);
  CHECK(map(16, 16, true).of[8][0] == 1);
  CHECK(map(16, 16, true).of[31][3] == 3);
  // One address for all merges two by two.
  CHECK(map(16, 0, false).of[15][0] == 0);
  CHECK(map(16, 0, false).of[16][0] == 1);
}

TEST_CASE("sectors: a stride of 32 bytes or more touches one per lane") {
  for (const unsigned stride : {32u, 36u, 128u, 4096u})
    check(sectors(request(4, [&](unsigned lane) { return stride * lane; })), 32, 4);
  // A float4 every 32 bytes fills half of each sector.
  check(sectors(request(16, [](unsigned lane) { return 32 * lane; })), 32, 16);
}

TEST_CASE("sectors: one address for all lanes is one sector") {
  check(sectors(request(4, [](unsigned) { return 12; })), 1, 1);
  check(sectors(request(16, [](unsigned) { return 16; })), 1, 1);
}

TEST_CASE("sectors: an offset of 4 bytes adds the sector at the end") {
  check(sectors(request(4, [](unsigned lane) { return 4 * lane + 4; })), 5, 4);
  check(sectors(request(4, [](unsigned lane) { return 4 * lane + 32; })), 4, 4);
}

TEST_CASE("sectors: order and gaps between lanes do not matter, lanes that are off do not count") {
  check(sectors(request(4, [](unsigned lane) { return 4 * (31 - lane); })), 4, 4);
  check(sectors(request(4, [](unsigned lane) { return 4 * (lane * 5 % 32); })), 4, 4);
  // Stage 01 reads 32 rows of A; 16 of its lanes, 16.
  check(sectors(request(
            4, [](unsigned lane) { return 1024 * lane; }, 0x0000ffff)),
        16, 2);
  check(sectors(request(
            4, [](unsigned lane) { return 4 * lane; }, 0x00000001)),
        1, 1);
  check(sectors(request(
            4, [](unsigned lane) { return 4 * lane; }, 0x80000001)),
        2, 1);
}

TEST_CASE("wavefronts of 4 bytes: distinct words in the busiest bank") {
  const auto stride = [](unsigned words) {
    return request(4, [=](unsigned lane) { return 4 * words * lane; });
  };
  check(load_wavefronts(stride(1)), 1, 1);
  check(load_wavefronts(stride(2)), 2, 1);
  check(load_wavefronts(stride(3)), 1, 1);
  check(load_wavefronts(stride(8)), 8, 1);
  check(load_wavefronts(stride(32)), 32, 1);
  check(load_wavefronts(stride(33)), 1, 1);
  check(load_wavefronts(stride(0)), 1, 1);
  check(store_wavefronts(stride(0)), 1, 1);
  check(store_wavefronts(stride(2)), 2, 1);
}

TEST_CASE("wavefronts of 4 bytes: the same word is free, another of its bank is not") {
  check(load_wavefronts(request(4, [](unsigned lane) { return 4 * (lane / 2); })), 1, 1);
  check(load_wavefronts(request(4, [](unsigned lane) { return lane < 16 ? 0 : 128; })), 2, 1);
  check(store_wavefronts(request(4, [](unsigned lane) { return lane < 16 ? 0 : 128; })), 2, 1);
  // Bytes of one word are one word.
  check(load_wavefronts(request(1, [](unsigned lane) { return lane; })), 1, 1);
}

TEST_CASE("wavefronts of 8 bytes: two groups of 16 lanes") {
  check(load_wavefronts(request(8, [](unsigned lane) { return 8 * lane; })), 2, 2);
  // Within a group 16 bytes apart: two lanes meet in each bank.
  check(load_wavefronts(request(8, [](unsigned lane) { return 16 * lane; })), 4, 2);
  // The second group repeats the first: no conflict between groups, no merging either.
  check(load_wavefronts(request(8, [](unsigned lane) { return 8 * (lane % 16); })), 2, 2);
}

TEST_CASE("wavefronts of 16 bytes: four groups of 8 lanes") {
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * lane; })), 4, 4);
  check(store_wavefronts(request(16, [](unsigned lane) { return 16 * lane; })), 4, 4);
  // 32 bytes apart: lanes n and n + 4 of a group meet.
  check(load_wavefronts(request(16, [](unsigned lane) { return 32 * lane; })), 8, 4);
  check(store_wavefronts(request(16, [](unsigned lane) { return 32 * lane; })), 8, 4);
}

TEST_CASE("loads merge when all lanes share with lane ^ 1, or all with lane ^ 2") {
  const auto shares = [](unsigned bytes, unsigned distance) {
    // Lanes are numbered anew without the shared bit.
    return request(bytes, [=](unsigned lane) {
      const unsigned place = distance == 1 ? lane / 2 : (lane & 1) | lane / 4 * 2;
      return static_cast<uint64_t>(bytes) * place;
    });
  };
  for (const unsigned distance : {1u, 2u}) {
    check(load_wavefronts(shares(16, distance)), 2, 2);
    check(load_wavefronts(shares(8, distance)), 1, 1);
    check(store_wavefronts(shares(16, distance)), 4, 4);
    check(store_wavefronts(shares(8, distance)), 2, 2);
  }
  // More sharing gains no more.
  check(load_wavefronts(request(16, [](unsigned) { return 0; })), 2, 2);
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * (lane / 16); })), 2, 2);
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * (lane / 4); })), 2, 2);
  check(load_wavefronts(request(8, [](unsigned) { return 0; })), 1, 1);
}

TEST_CASE("loads do not merge where sharing is of another kind") {
  // Repeats every 4 lanes.
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * (lane % 4); })), 4, 4);
  // Lane ^ 4 shares.
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * (lane & ~4u); })), 4, 4);
  // Half of the warp pairs by 1, the other half by 2.
  check(load_wavefronts(request(
            16,
            [](unsigned lane) { return 16 * (lane < 16 ? lane / 2 : (lane & 1) | lane / 4 * 2); })),
        4, 4);
  // One pair differs.
  check(load_wavefronts(request(16, [](unsigned lane) { return 16 * (lane / 2 + (lane == 31)); })),
        4, 4);
}

TEST_CASE("loads with a conflict anywhere do not merge") {
  // Pairs share, 128 bytes apart: the four words of a group meet in one bank each.
  check(load_wavefronts(request(16, [](unsigned lane) { return 128 * (lane / 2); })), 16, 4);
  // Stage 06 reads B so: lanes 32 bytes apart, 16 of them; the second half of the warp repeats.
  check(load_wavefronts(request(16, [](unsigned lane) { return 32 * (lane % 16); })), 8, 4);
  // And A so: two rows.
  check(load_wavefronts(request(16, [](unsigned lane) { return 32 * (lane / 16); })), 2, 2);
}

TEST_CASE("lanes that are off take no wavefront, and keep loads from merging") {
  check(load_wavefronts(request(
            16, [](unsigned lane) { return 16 * lane; }, 0x000000ff)),
        1, 1);
  check(load_wavefronts(request(
            16, [](unsigned lane) { return 16 * lane; }, 0x00ff00ff)),
        2, 2);
  check(load_wavefronts(request(
            16, [](unsigned lane) { return 16 * (lane / 2); }, 0x7fffffff)),
        4, 4);
  check(load_wavefronts(request(
            4, [](unsigned lane) { return 128 * lane; }, 0x0000000f)),
        4, 1);
}

TEST_CASE("asynchronous copies: as many wavefronts at least as groups with active lanes") {
  const auto any = [](unsigned lane) { return 16 * lane; };
  CHECK(async_floor(request(4, any)) == 1);
  CHECK(async_floor(request(8, any)) == 2);
  CHECK(async_floor(request(16, any)) == 4);
  CHECK(async_floor(request(16, any, 0x0000ff00)) == 1);
  CHECK(async_floor(request(16, any, 0x80000001)) == 2);
}
