#pragma once
// CUDA's atomics and arithmetic helpers. Blocks run on several CPU threads, so these are atomic
// there too.

template <typename T>
T atomicAdd(T* address, T value) {
  T old;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
  for (T sum = old + value;
       !__atomic_compare_exchange(address, &old, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);)
    sum = old + value;
  return old;
}
template <typename T>
T atomicMin(T* address, T value) {
  T old;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
  while (value < old && !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED)) {
  }
  return old;
}
template <typename T>
T atomicMax(T* address, T value) {
  T old;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
  while (old < value && !__atomic_compare_exchange(address, &old, &value, true, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED)) {
  }
  return old;
}

template <typename T>
T __ldg(const T* address) {
  return *address;
}
