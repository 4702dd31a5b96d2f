#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gemm {

// A stage's report, schema 1, or an array of them. Keys keep the order that the stage gave them.
using Json = nlohmann::ordered_json;

// The number at a JSON pointer such as "/timing/median_ms"; none where it is absent or null.
std::optional<double> number(const Json& report, const char* pointer);

// The string at a JSON pointer; empty where there is none.
std::string text(const Json& report, const char* pointer);

// The median of number() over the reports that have it.
std::optional<double> median_number(const Json& reports, const char* pointer);

// The part of a name before its first "_": "07" of "07_swizzle_published".
std::string stage_number(const Json& report);
bool is_published(const Json& report);

bool passed(const Json& report);

// Whether any of the reports is from a GPU.
bool on_gpu(const Json& reports);

// FLOP per byte that the blocks of a kernel ask of global memory: M·N·K/BN elements of A, M·N·K/BM
// of B and M·N of C.
std::optional<double> asked_intensity(const Json& report);

}  // namespace gemm
