#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "emulator/vector_types.hpp"

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault,
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
using cudaStream_t = struct EmulatedStream*;

const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();  // of this thread; forgets it

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaStreamSynchronize(cudaStream_t stream);

cudaError_t cudaMalloc(void** address, size_t bytes);  // 256-byte aligned, filled with 0xFF
template <typename T>
cudaError_t cudaMalloc(T** address, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(address), bytes);
}
cudaError_t cudaFree(void* address);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* address, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* address, int value, size_t bytes, cudaStream_t stream = nullptr);

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);

struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

namespace emulator {

// A parameter that points to memory; others have no elements.
struct Pointer {
  const void* address = nullptr;
  size_t element_bytes = 0;
  bool writable = false;
};

// A kernel with its arguments: what each thread calls, and where it finds its parameters.
struct Call {
  const void* kernel;
  void (*thread)(const void* parameters);
  const void* parameters;
  size_t parameter_bytes;
  const Pointer* pointers;  // one per parameter
  size_t pointer_count;
};

// Runs the call for every thread of the grid and waits for the end.
cudaError_t launch(const cudaLaunchConfig_t& config, const Call& call);

template <typename T>
Pointer pointer_of(const T& parameter) {
  using Target = std::remove_pointer_t<T>;
  if constexpr (std::is_pointer_v<T> && std::is_arithmetic_v<Target>) {
    return {parameter, sizeof(Target), !std::is_const_v<Target>};
  } else if constexpr (std::is_pointer_v<T> && !std::is_function_v<Target>) {
    return {parameter, 1, !std::is_const_v<Target>};
  } else {
    return {};
  }
}

}  // namespace emulator

template <typename... Params, typename... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Params...),
                               Args&&... args) {
  struct Parameters {
    void (*kernel)(Params...);
    std::tuple<Params...> values;
  } const parameters{kernel, std::tuple<Params...>(static_cast<Params>(args)...)};
  // One more, since a kernel may have none.
  const emulator::Pointer pointers[] = {emulator::pointer_of<Params>(args)..., {}};
  return emulator::launch(*config, {reinterpret_cast<const void*>(kernel),
                                    [](const void* all) {
                                      const auto& parameters = *static_cast<const Parameters*>(all);
                                      std::apply(parameters.kernel, parameters.values);
                                    },
                                    &parameters, sizeof parameters, pointers, sizeof...(Params)});
}
