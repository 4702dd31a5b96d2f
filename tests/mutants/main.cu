// mutants <name> [options of a stage]
// Runs one mutant as the driver of a stage does.
#include <cstdio>

#include "common/driver.hpp"
#include "tests/mutants/registry.hpp"

mutants::Registry& mutants::registry() {
  static Registry instance;
  return instance;
}

int main(int argc, char** argv) {
  const auto& all = mutants::registry();
  const auto mutant = argc > 1 ? all.find(argv[1]) : all.end();
  if (mutant == all.end()) {
    std::fprintf(stderr, "Give the name of a mutant first: see mutants.txt.\n");
    return 2;
  }
  const auto options = gemm::parse_or_exit(argc - 1, argv + 1, mutant->first, mutant->second);
  return gemm::report_run(options, [](const gemm::Options& options, gemm::Report& report) {
    gemm::Problem problem(options.shape, options.init, options.seed);
    gemm::Sgemm sgemm(problem, options.tile);
    report.verification = gemm::verify(problem, sgemm, options.verify);
    if (sgemm.launched()) report.launch = gemm::describe_launch(*sgemm.launched());
  });
}
