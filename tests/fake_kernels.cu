#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <utility>

#include "common/launch.cuh"
#include "tests/fake_kernels.hpp"

namespace fake {
namespace {

std::vector<Call>& recorded() {
  static std::vector<Call> calls;
  return calls;
}

float* stray = nullptr;

// One thread computes one element of C.
__device__ void multiply(const Call& c, Fault fault, int row, int col) {
  const bool chosen = row == c.M / 2 && col == c.N / 2;
  if (fault == Fault::skips_element && chosen) return;

  float acc = 0;
  for (int k = 0; k < c.K; ++k)
    acc += c.A[static_cast<size_t>(row) * c.K + k] * c.B[static_cast<size_t>(k) * c.N + col];

  const size_t at = fault == Fault::transposes ? static_cast<size_t>(col) * c.M + row
                                               : static_cast<size_t>(row) * c.N + col;
  float result = c.alpha * acc + (c.beta == 0 ? 0 : c.beta * c.C[at]);
  if (fault == Fault::wrong_element && chosen) result += 1;
  if (fault == Fault::nan_element && chosen) result = NAN;
  if (fault == Fault::second_call) result += 1;
  if (fault == Fault::all_zero) result = 0;
  c.C[at] = result;
}

__global__ void product(Call c, Fault fault, bool columns_along_y) {
  const int along_x = blockIdx.x * blockDim.x + threadIdx.x;
  const int along_y = blockIdx.y * blockDim.y + threadIdx.y;
  const int row = columns_along_y ? along_x : along_y;
  const int col = columns_along_y ? along_y : along_x;
  if (row < c.M && col < c.N) multiply(c, fault, row, col);
}

__global__ void product_with_barrier(Call c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < c.M && col < c.N) multiply(c, Fault::none, row, col);
  if (threadIdx.y >= blockDim.y / 2) return;
  __syncthreads();
}

__global__ void write_zero(float* address) { *address = 0; }

Call record(Call call) {
  recorded().push_back(call);
  return call;
}

template <Fault fault>
void launch(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C,
            cudaStream_t stream) {
  Call call = record({M, N, K, alpha, beta, A, B, C});
  const dim3 block = fault == Fault::refused ? dim3(2048) : dim3(16, 16);
  const dim3 grid(gemm::ceil_div(N, 16), gemm::ceil_div(M, 16));
  if (fault == Fault::empty_launch) return;
  if (fault == Fault::early_return)
    return gemm::launch(product_with_barrier, grid, block, 0, stream, call);
  if (fault == Fault::swaps_operands) std::swap(call.A, call.B);
  const bool faulty = fault != Fault::second_call || calls().size() > 1;
  gemm::launch(product, grid, block, 0, stream, call, faulty ? fault : Fault::none, false);
  if (fault == Fault::stray_write) gemm::launch(write_zero, 1, 1, 0, stream, stray);
}

template <bool columns_along_y>
void launch_narrow(int M, int N, int K, float alpha, const float* A, const float* B, float beta,
                   float* C, cudaStream_t stream) {
  const Call call = record({M, N, K, alpha, beta, A, B, C});
  const dim3 grid = columns_along_y ? dim3(gemm::ceil_div(M, 2), gemm::ceil_div(N, 2))
                                    : dim3(gemm::ceil_div(N, 2), gemm::ceil_div(M, 2));
  gemm::launch(product, grid, dim3(2, 2), 0, stream, call, Fault::none, columns_along_y);
}

// launch<fault> for a fault known at run time only.
template <size_t... faults>
gemm::SgemmLauncher launcher(Fault fault, std::index_sequence<faults...>) {
  const gemm::SgemmLauncher launchers[] = {launch<static_cast<Fault>(faults)>...};
  return launchers[static_cast<size_t>(fault)];
}

}  // namespace

gemm::SgemmLauncher launcher(Fault fault) {
  return launcher(fault, std::make_index_sequence<static_cast<size_t>(Fault::early_return) + 1>());
}

gemm::SgemmLauncher rows_along_y() { return launch_narrow<false>; }
gemm::SgemmLauncher columns_along_y() { return launch_narrow<true>; }

const std::vector<Call>& calls() { return recorded(); }
void forget_calls() { recorded().clear(); }
void set_stray(float* address) { stray = address; }

}  // namespace fake
