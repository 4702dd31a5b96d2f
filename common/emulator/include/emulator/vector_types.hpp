#pragma once
// CUDA's vector types with their alignment, as far as they are used.

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

namespace emulator {

// All bytes of a vector at once. Copies go through these, so that the compiler's hooks report one
// access of 8 or 16 bytes and not one per member; volatile, because compilers split other accesses
// of which they know the parts.
typedef unsigned long long Bytes8 __attribute__((may_alias, aligned(8)));
__extension__ typedef unsigned __int128 Bytes16 __attribute__((may_alias, aligned(16)));

}  // namespace emulator

#define EMULATOR_COPIED_WHOLE(Type, Bytes)                                                       \
  Type() = default;                                                                              \
  __attribute__((always_inline)) Type(const Type& other) { *this = other; }                      \
  __attribute__((always_inline)) Type& operator=(const Type& other) {                            \
    *reinterpret_cast<volatile Bytes*>(this) = *reinterpret_cast<const volatile Bytes*>(&other); \
    return *this;                                                                                \
  }

struct alignas(8) float2 {
  float x, y;
  constexpr float2(float x_, float y_) : x(x_), y(y_) {}
  EMULATOR_COPIED_WHOLE(float2, emulator::Bytes8)
};
struct alignas(16) float4 {
  float x, y, z, w;
  constexpr float4(float x_, float y_, float z_, float w_) : x(x_), y(y_), z(z_), w(w_) {}
  EMULATOR_COPIED_WHOLE(float4, emulator::Bytes16)
};
struct alignas(8) int2 {
  int x, y;
  constexpr int2(int x_, int y_) : x(x_), y(y_) {}
  EMULATOR_COPIED_WHOLE(int2, emulator::Bytes8)
};
struct alignas(16) int4 {
  int x, y, z, w;
  constexpr int4(int x_, int y_, int z_, int w_) : x(x_), y(y_), z(z_), w(w_) {}
  EMULATOR_COPIED_WHOLE(int4, emulator::Bytes16)
};
#undef EMULATOR_COPIED_WHOLE

inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline int2 make_int2(int x, int y) { return {x, y}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
