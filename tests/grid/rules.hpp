#pragma once
// Which tiles stages 09 to 12 can have, worked out apart from the kernels: a tile that is allowed
// here must compile and be right (grid_test.cpp), one that a kernel refuses must not be allowed
// (must_not_compile). One namespace per stage, named as its folder is.

namespace rules {

struct Extents {
  int BM, BN, BK, TM, TN;
  int WM = 0, WN = 0, stages = 1;
};

constexpr bool divides(int part, int whole) { return whole % part == 0; }

// Whether `threads` threads can copy a tile of rows×cols floats with equal shares, in pieces of
// `piece` floats, none of which spans two rows.
constexpr bool shares(int rows, int cols, int threads, int piece) {
  return divides(piece, cols) && divides(threads, rows * (cols / piece));
}

// Both tiles, `buffers` times, in the shared memory of a block: 48 KiB without asking, 99 KiB on
// every GPU from sm_80 on. Rows in floats: `a` holds a column of the tile of A, `b` a row of B's.
constexpr bool fits(int buffers, int BK, int a, int b, int kib = 48) {
  return buffers * BK * (a + b) * 4 <= kib * 1024;
}

namespace autotuned {
constexpr int kExtents = 5;
constexpr bool allows(const Extents& e) {
  const int gaps = e.BN / 32;                                     // of four floats in a row of B
  return divides(16 * e.TM, e.BM) && divides(16 * e.TN, e.BN) &&  // 16×16 threads
         divides(4, e.TM) && divides(4, e.TN) && shares(e.BM, e.BK, 256, 4) &&
         shares(e.BK, e.BN, 256, 4) && fits(1, e.BK, e.BM + 4, e.BN + 4 * gaps);
}
}  // namespace autotuned

// Warps of 4×8 lanes: what stages 10 to 12 have in common.
constexpr bool whole_warps(const Extents& e) {
  return divides(e.WM, e.BM) && divides(e.WN, e.BN) && divides(4 * e.TM, e.WM) &&
         divides(8 * e.TN, e.WN) && divides(4, e.TM) && divides(4, e.TN);
}
constexpr int threads(const Extents& e) { return 32 * (e.BM / e.WM) * (e.BN / e.WN); }

// Tiles copied by `loaders` threads, A in pieces of `piece_a` floats and B as float4.
constexpr bool warps_can_copy(const Extents& e, int loaders, int piece_a, int buffers) {
  return threads(e) <= 1024 && shares(e.BM, e.BK, loaders, piece_a) &&
         shares(e.BK, e.BN, loaders, 4) && fits(buffers, e.BK, e.BM + 4, e.BN);
}

namespace warptile {
constexpr int kExtents = 7;
constexpr bool allows(const Extents& e) {
  return whole_warps(e) && warps_can_copy(e, threads(e), 4, 1);
}
}  // namespace warptile

namespace double_buffer {
constexpr int kExtents = 7;
constexpr bool allows(const Extents& e) {
  return whole_warps(e) && warps_can_copy(e, threads(e), 4, 2);
}
}  // namespace double_buffer

namespace double_buffer_published {
constexpr int kExtents = 7;
constexpr bool allows(const Extents& e) {  // half of the threads copy a tile
  return whole_warps(e) && warps_can_copy(e, threads(e) / 2, 4, 2);
}
}  // namespace double_buffer_published

namespace async_copy {
constexpr int kExtents = 8;
constexpr bool allows(const Extents& e) {  // A goes float by float; copies begin in one column
  const int loaders = threads(e);
  return whole_warps(e) && e.stages >= 2 && loaders <= 1024 && shares(e.BM, e.BK, loaders, 1) &&
         shares(e.BK, e.BN, loaders, 4) && divides(e.BK, loaders) && divides(e.BN, 4 * loaders) &&
         fits(e.stages, e.BK, e.BM + 4, e.BN, 99);
}
}  // namespace async_copy

namespace async_copy_published {
constexpr int kExtents = 7;
constexpr bool allows(const Extents& e) {
  return whole_warps(e) && warps_can_copy(e, threads(e), 1, 2);
}
}  // namespace async_copy_published

}  // namespace rules
