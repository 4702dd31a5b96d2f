#pragma once
#include <string>
#include <vector>

namespace mutants {

// A text of the kernel and what takes its place.
struct Edit {
  std::string find, replace;
};

// A kernel that was broken on purpose, and what must come of it.
struct Mutant {
  std::string name;                    // "03_smem_no_barrier_after_load"
  std::vector<Edit> edits;             // none: the kernel as it is
  std::vector<std::string> outcomes;   // kinds of findings, or "wrong": one of them
  std::vector<std::string> places;     // texts of the lines that one finding must name
  std::vector<std::string> parts;      // what that finding must say, too
  std::vector<std::string> arguments;  // of the run
};

// All mutants of one kernel file.
struct Kernel {
  std::string file;                    // "03_smem/kernel.cuh"
  std::string tile;                    // instead of the stage's list of tiles; empty: the list
  std::vector<std::string> arguments;  // of runs that have none of their own
  std::vector<Mutant> mutants;

  // "03_smem", "12_async_copy_published"
  std::string name() const;
};

// Reads mutants.txt; its head describes the form. Throws std::runtime_error.
std::vector<Kernel> read_table(const std::string& path);

// The whole file. Throws std::runtime_error.
std::string contents(const std::string& path);

// The kernel's text with the mutant's edits and the tile of its row. Throws std::runtime_error
// unless the text of each edit occurs exactly once.
std::string mutate(const std::string& text, const Kernel& kernel, const Mutant& mutant);

// The only line that holds `part`. Throws std::runtime_error.
int line_of(const std::string& text, const std::string& part);

}  // namespace mutants
