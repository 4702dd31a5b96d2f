#pragma once
// CUDA on the CPU: the part of CUDA's runtime header that the stages and common use, for g++ and
// clang++ without a CUDA toolkit. Threads of a block run as fibers (runtime/block.hpp).
#include "emulator/atomics.hpp"
#include "emulator/math.hpp"
#include "emulator/qualifiers.hpp"
#include "emulator/runtime_api.hpp"
#include "emulator/threads.hpp"
#include "emulator/vector_types.hpp"
#include "emulator/warp.hpp"
