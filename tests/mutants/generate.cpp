// generate <project folder> <kernel file> <folder>
// Writes a source with all mutants of a kernel, and the kernel as it is, in a namespace each:
// <folder>/<kernel>.cu, which includes <folder>/<mutant>/kernel.cuh. Mutants that no longer fit
// their kernel are left out; check.cpp complains about them.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/mutants/table.hpp"

using namespace mutants;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path);
  if (!(file << text)) throw std::runtime_error("cannot write " + path.string());
}

// The one definition of dynamic shared memory is in no namespace.
std::string in_namespace(std::string text) {
  const std::string declaration = "extern __shared__ float4 dynamic_shared[];";
  if (const size_t place = text.find(declaration); place != std::string::npos)
    text.replace(place, declaration.size(), "using ::dynamic_shared;");
  return text;
}

void generate(const fs::path& project, const Kernel& kernel, const fs::path& folder) {
  std::string source =
      "#include <cuda/barrier>\n#include <cuda/pipeline>\n"
      "#include \"tests/mutants/registry.hpp\"\n"
      "extern __shared__ float4 dynamic_shared[];\n";
  std::vector<Mutant> all = kernel.mutants;
  Mutant original;
  original.name = kernel.name();
  all.push_back(original);
  const std::string text = contents(project / kernel.file);
  for (const Mutant& mutant : all) try {
      write(folder / mutant.name / "kernel.cuh", in_namespace(mutate(text, kernel, mutant)));
      source += "\nnamespace mutant_" + mutant.name + " {\n#include \"" + mutant.name +
                "/kernel.cuh\"\nconst mutants::Registration registration(\"" + mutant.name +
                "\", sgemm_tiles);\n}\n";
    } catch (const std::runtime_error& error) {
      std::fprintf(stderr, "%s: left out: %s\n", mutant.name.c_str(), error.what());
    }
  write(folder / (kernel.name() + ".cu"), source);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::runtime_error("generate <project folder> <kernel file> <folder>");
  const fs::path project = argv[1];
  for (const Kernel& kernel : read_table(project / "tests/mutants/mutants.txt"))
    if (kernel.file == argv[2]) generate(project, kernel, argv[3]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
