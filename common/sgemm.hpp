#pragma once
#include <cuda_runtime.h>

#include <optional>
#include <vector>

#include "common/device_buffer.hpp"
#include "common/launch.cuh"
#include "common/pack.hpp"
#include "common/problem.hpp"
#include "common/tile.hpp"

namespace gemm {

// Runs a stage's kernel on any problem with BLAS semantics. Kernels take whole tiles of row-major
// operands without gaps; what does not fit that form is packed into zero-padded buffers first, and C
// is unpacked afterwards, as BLIS packs panels. Operands that fit are used in place.
class Sgemm {
 public:
  // Allocates the packed buffers. Keeps a reference to `problem`. Throws DeviceError.
  Sgemm(Problem& problem, const Tile& tile, cudaStream_t stream = nullptr);

  // The three parts of a run, asynchronous on the stream.
  void pack();
  void kernel();
  void unpack();

  // pack(), kernel(), unpack(), then waits for the stream.
  void run();

  // Whether any operand is copied.
  bool packs() const;

  // The stage's last launch; none where the product is empty or alpha is 0.
  const std::optional<LaunchInfo>& launched() const { return launched_; }

 private:
  // A rectangle of an operand and where the kernel finds it: in place, or in `packed`.
  struct Panel {
    MatrixView view;
    int rows, cols;  // what the kernel is told: padded to the tile
    DeviceBuffer<float> packed;

    Panel(const MatrixView& view, int rows, int cols);
    bool in_place() const { return packed.size() == 0; }
    float* data() { return in_place() ? view.data : packed.data(); }
  };

  Problem& problem_;
  Tile tile_;
  cudaStream_t stream_;
  std::vector<Panel> a_;  // by band of rows
  std::vector<Panel> b_;  // by band of columns
  std::vector<Panel> c_;  // by band of rows, then of columns
  std::optional<LaunchInfo> launched_;
};

}  // namespace gemm
