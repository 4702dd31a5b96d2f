#include "common/sgemm.hpp"

#include <algorithm>
#include <cstdint>

namespace gemm {
namespace {

// One direction of C, cut into bands that a launch covers: a grid holds 65535 blocks in y, and which
// direction that is depends on the stage.
struct Band {
  int first, extent;
  int padded;  // extent, rounded up to whole tiles
};

std::vector<Band> bands_of(int extent, int tile) {
  const int block = tile == 1 ? 32 : tile;  // 01 and 02 take any shape, in blocks of 32
  const int64_t longest = int64_t{65535} * block;
  std::vector<Band> bands;
  for (int64_t first = 0; first < extent; first += longest) {
    const int length = static_cast<int>(std::min(extent - first, longest));
    bands.push_back({static_cast<int>(first), length, ceil_div(length, tile) * tile});
  }
  return bands;
}

// The rectangle of op(X) that starts at (row, col).
MatrixView part(float* data, int ld, bool trans, int row, int col, int rows, int cols) {
  const size_t offset =
      trans ? static_cast<size_t>(col) * ld + row : static_cast<size_t>(row) * ld + col;
  return {data + offset, rows, cols, ld, trans};
}

}  // namespace

Sgemm::Panel::Panel(const MatrixView& view_, int rows_, int cols_)
    : view(view_), rows(rows_), cols(cols_) {
  const bool fits = !view.trans && view.ld == view.cols && view.cols == cols && view.rows == rows;
  if (!fits) packed = DeviceBuffer<float>(static_cast<size_t>(rows) * cols);
}

Sgemm::Sgemm(Problem& problem, const Tile& tile, cudaStream_t stream)
    : problem_(problem), tile_(tile), stream_(stream) {
  const Shape& s = problem.shape;
  if (s.M == 0 || s.N == 0 || s.K == 0 || s.alpha == 0) return;
  const int depth = ceil_div(s.K, tile.BK) * tile.BK;
  const std::vector<Band> row_bands = bands_of(s.M, tile.BM);
  const std::vector<Band> col_bands = bands_of(s.N, tile.BN);
  for (const Band& rows : row_bands)
    a_.emplace_back(part(problem.A.data(), s.lda, s.trans_a, rows.first, 0, rows.extent, s.K),
                    rows.padded, depth);
  for (const Band& cols : col_bands)
    b_.emplace_back(part(problem.B.data(), s.ldb, s.trans_b, 0, cols.first, s.K, cols.extent),
                    depth, cols.padded);
  for (const Band& rows : row_bands)
    for (const Band& cols : col_bands)
      c_.emplace_back(
          part(problem.C.data(), s.ldc, false, rows.first, cols.first, rows.extent, cols.extent),
          rows.padded, cols.padded);
}

void Sgemm::pack() {
  const auto pack_panel = [&](Panel& panel) {
    if (!panel.in_place())
      gemm::pack(panel.view, panel.packed.data(), panel.rows, panel.cols, stream_);
  };
  for (Panel& panel : a_) pack_panel(panel);
  for (Panel& panel : b_) pack_panel(panel);
  if (problem_.shape.beta == 0) return;
  for (Panel& panel : c_) pack_panel(panel);
}

void Sgemm::kernel() {
  const Shape& s = problem_.shape;
  if (c_.empty() && s.M > 0 && s.N > 0)
    scale({problem_.C.data(), s.M, s.N, s.ldc, false}, s.beta, stream_);
  for (size_t i = 0; i < c_.size(); ++i) {
    Panel& a = a_[i / b_.size()];
    Panel& b = b_[i % b_.size()];
    Panel& c = c_[i];
    tile_.launch(c.rows, c.cols, a.cols, s.alpha, a.data(), b.data(), s.beta, c.data(), stream_);
    launched_ = last_launch();
  }
}

void Sgemm::unpack() {
  for (Panel& panel : c_)
    if (!panel.in_place()) gemm::unpack(panel.packed.data(), panel.cols, panel.view, stream_);
}

void Sgemm::run() {
  pack();
  kernel();
  unpack();
  check(cudaStreamSynchronize(stream_), "running the kernel");
}

bool Sgemm::packs() const {
  const auto is_packed = [](const Panel& panel) { return !panel.in_place(); };
  return std::any_of(a_.begin(), a_.end(), is_packed) ||
         std::any_of(b_.begin(), b_.end(), is_packed) ||
         std::any_of(c_.begin(), c_.end(), is_packed);
}

}  // namespace gemm
