#pragma once
#include <cuda_runtime.h>

#include <memory>
#include <string>

#include "common/shape.hpp"

struct cublasContext;  // what cuBLAS's handle points to

namespace gemm {

// What cuBLAS may do with FP32 operands: multiply them as they are, or rounded to TF32.
enum class CublasMath { fp32, tf32 };

// A cuBLAS handle. Created once, outside of what is timed. Throws DeviceError.
class Cublas {
 public:
  explicit Cublas(CublasMath math = CublasMath::fp32, cudaStream_t stream = nullptr);

  // C = alpha·op(A)·op(B) + beta·C on row-major operands in device memory; M, N and K are not 0.
  // Asynchronous on the stream.
  void sgemm(const Shape& shape, const float* A, const float* B, float* C);

  // Of the library that is loaded: "13.1.0".
  static std::string version();

 private:
  struct Destroy {
    void operator()(cublasContext* handle) const;
  };
  std::unique_ptr<cublasContext, Destroy> handle_;
};

}  // namespace gemm
