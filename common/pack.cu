#include "common/grid_stride.cuh"
#include "common/pack.hpp"

namespace gemm {
namespace {

__device__ float& element(const MatrixView& view, size_t row, size_t col) {
  return view.trans ? view.data[col * view.ld + row] : view.data[row * view.ld + col];
}

__global__ void pack_kernel(MatrixView view, float* packed, int padded_rows, int padded_cols) {
  const size_t size = static_cast<size_t>(padded_rows) * padded_cols;
  for (size_t i = first_element(); i < size; i += element_stride()) {
    const size_t row = i / padded_cols, col = i % padded_cols;
    const bool inside =
        row < static_cast<size_t>(view.rows) && col < static_cast<size_t>(view.cols);
    packed[i] = inside ? element(view, row, col) : 0;
  }
}

__global__ void unpack_kernel(const float* packed, int padded_cols, MatrixView view) {
  const size_t size = static_cast<size_t>(view.rows) * view.cols;
  for (size_t i = first_element(); i < size; i += element_stride()) {
    const size_t row = i / view.cols, col = i % view.cols;
    element(view, row, col) = packed[row * padded_cols + col];
  }
}

__global__ void scale_kernel(MatrixView view, float beta) {
  const size_t size = static_cast<size_t>(view.rows) * view.cols;
  for (size_t i = first_element(); i < size; i += element_stride()) {
    float& c = element(view, i / view.cols, i % view.cols);
    c = beta == 0 ? 0 : beta * c;
  }
}

}  // namespace

void pack(const MatrixView& view, float* packed, int padded_rows, int padded_cols,
          cudaStream_t stream) {
  const size_t size = static_cast<size_t>(padded_rows) * padded_cols;
  launch(pack_kernel, grid_for(size), kThreads, 0, stream, view, packed, padded_rows, padded_cols);
}

void unpack(const float* packed, int padded_cols, const MatrixView& view, cudaStream_t stream) {
  const size_t size = static_cast<size_t>(view.rows) * view.cols;
  launch(unpack_kernel, grid_for(size), kThreads, 0, stream, packed, padded_cols, view);
}

void scale(const MatrixView& view, float beta, cudaStream_t stream) {
  const size_t size = static_cast<size_t>(view.rows) * view.cols;
  launch(scale_kernel, grid_for(size), kThreads, 0, stream, view, beta);
}

}  // namespace gemm
