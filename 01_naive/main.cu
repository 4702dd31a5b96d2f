// The driver of every stage: this file is the same in all of their folders.
#include "common/driver.hpp"
#include "kernel.cuh"

int main(int argc, char** argv) {
  const auto options = gemm::parse_or_exit(argc, argv, STAGE_NAME, sgemm_tiles);

  return gemm::report_run(options, [](const gemm::Options& options, gemm::Report& report) {
    gemm::Problem problem(options.shape, options.init, options.seed);
    gemm::Sgemm sgemm(problem, options.tile);

    report.verification = gemm::verify(problem, sgemm, options.verify);
    if (sgemm.launched()) report.launch = gemm::describe_launch(*sgemm.launched());
    if (!report.passed()) return;

    report.measurement = gemm::measure(problem, sgemm, options);
    problem.refill(options.init, options.seed + 1);
    report.verification = gemm::verify(problem, sgemm, options.verify);
  });
}
