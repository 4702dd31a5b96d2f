#pragma once
#include <cuda_runtime.h>

namespace gemm {

// A row-major view of a stored matrix: element (row, col) of op(X) for a rows × cols op(X).
struct MatrixView {
  float* data;
  int rows, cols;  // of op(X)
  int ld;          // elements between stored rows
  bool trans;      // op(X)(row, col) is stored at (col, row)
};

// packed ← view, in row-major order without gaps, padded with zeros to padded_rows × padded_cols.
void pack(const MatrixView& view, float* packed, int padded_rows, int padded_cols,
          cudaStream_t stream);

// view ← the upper left of packed, whose rows have padded_cols elements. Padding is dropped.
void unpack(const float* packed, int padded_cols, const MatrixView& view, cudaStream_t stream);

// view ← beta·view; zeros without reading when beta is 0.
void scale(const MatrixView& view, float beta, cudaStream_t stream);

}  // namespace gemm
