#pragma once
#include <cstring>

#include "emulator/threads.hpp"

namespace emulator {

// Lets the lanes in `mask` meet; each leaves `bits` and gets those of `source` (a lane number).
// A source outside the mask gives the caller's own bits back.
unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place);

template <typename T>
T shuffle(unsigned mask, T value, unsigned source, Place place) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 4 or 8 bytes");
  unsigned long long bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  bits = exchange(mask, bits, source, place);
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

inline unsigned lane() { return thread_rank() % warpSize; }

// The lane `target` if it lies in the same segment of `width` lanes, else the caller's own.
inline unsigned in_segment(int target, int width) {
  const int first = static_cast<int>(lane()) / width * width;
  return target >= first && target < first + width ? target : lane();
}

}  // namespace emulator

template <typename T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize,
              const char* file = __builtin_FILE(), int line = __builtin_LINE(),
              const char* function = __builtin_FUNCTION()) {
  const int first = static_cast<int>(emulator::lane()) / width * width;
  return emulator::shuffle(mask, value, first + (source & (width - 1)), {file, line, function});
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize,
                  const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                  const char* function = __builtin_FUNCTION()) {
  // Unlike the others, this one may reach an earlier segment.
  const int target = static_cast<int>(emulator::lane()) ^ lane_mask;
  const int first = static_cast<int>(emulator::lane()) / width * width;
  return emulator::shuffle(mask, value, target < first + width ? target : emulator::lane(),
                           {file, line, function});
}
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                   const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                   const char* function = __builtin_FUNCTION()) {
  const int target = static_cast<int>(emulator::lane() + delta);
  return emulator::shuffle(mask, value, emulator::in_segment(target, width),
                           {file, line, function});
}
template <typename T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                 const char* function = __builtin_FUNCTION()) {
  const int target = static_cast<int>(emulator::lane()) - static_cast<int>(delta);
  return emulator::shuffle(mask, value, emulator::in_segment(target, width),
                           {file, line, function});
}
inline void __syncwarp(unsigned mask = 0xffffffffu, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE(), const char* function = __builtin_FUNCTION()) {
  emulator::exchange(mask, 0, emulator::lane(), {file, line, function});
}
