#pragma once
#include <cuda_runtime.h>

// Kernels whose lanes go different ways. Each reads `in` on the line marked "// @read".

// Half of the lanes read on one line, half on another ("// @other half").
__global__ void read_in_branches(const float* in, float* out);
// Lane n reads (n mod 4 + 1)·rounds times, always the same.
__global__ void read_unequally_often(const float* in, float* out, int rounds);
// Half of the lanes read before a barrier, 32 bytes apart; all after it, one address.
__global__ void read_around_barrier(const float* in, float* out);
// Lanes from `count` on return at once.
__global__ void read_by_some(const float* in, float* out, unsigned count);
// Reads `rounds` times without any barrier.
__global__ void read_in_loop(const float* in, float* out, int rounds);
// Lanes meet in a shuffle between two reads that every other lane makes.
__global__ void read_and_shuffle(const float* in, float* out, int rounds);
