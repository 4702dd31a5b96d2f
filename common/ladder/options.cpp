#include "common/ladder/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <limits>

#include "common/error.hpp"
#include "common/models.hpp"

namespace gemm {
namespace {

// Declares what stages understand and the ladder hands on as it is.
class StageArguments {
 public:
  StageArguments(CLI::App& app, std::vector<std::string>& arguments)
      : app_(app), arguments_(arguments) {}

  CLI::Option* option(const std::string& name, const std::string& type, const std::string& help) {
    const auto hand_on = [this, name](const std::string& value) {
      arguments_.insert(arguments_.end(), {name, value});
    };
    return app_.add_option_function<std::string>(name, hand_on, help)
        ->type_name(type)
        ->group(kGroup);
  }

  void flag(const std::string& name, const std::string& help) {
    const auto hand_on = [this, name] { arguments_.push_back(name); };
    app_.add_flag_callback(name, hand_on, help)->group(kGroup);
  }

 private:
  static constexpr const char* kGroup = "For every stage";
  CLI::App& app_;
  std::vector<std::string>& arguments_;
};

}  // namespace

LadderOptions parse_ladder_options(int argc, char** argv) {
  LadderOptions options;
  bool no_chart = false;
  CLI::App app("Runs the stages on one problem and compares them.", "ladder");
  app.add_option("--stages", options.stages, "Stages to run, by number or name")
      ->type_name("01 03_smem");
  app.add_flag("--published", options.published, "Run the guide's literal forms, too");
  auto* sizes = app.add_option("--sizes", options.sizes, "Sweep over square sizes, in tables only")
                    ->check(CLI::Range(0, std::numeric_limits<int>::max()))
                    ->type_name("S");
  app.add_option("--json,--record", options.json,
                 "Write an array of the stages' JSON; - is standard output")
      ->type_name("FILE|-");
  app.add_option("--show", options.show, "Run nothing, print what --json wrote")->type_name("FILE");
  app.add_flag("--no-chart", no_chart, "Print the table only");

  StageArguments stages(app, options.stage_arguments);
  stages.option("-m", "M", "Rows of op(A) and C")->excludes(sizes);
  stages.option("-n", "N", "Columns of op(B) and C")->excludes(sizes);
  stages.option("-k", "K", "Columns of op(A) and rows of op(B)")->excludes(sizes);
  stages.option("--size", "S", "M, N and K at once")->excludes(sizes);
  stages.option("--alpha", "X", "Factor of the product");
  stages.option("--beta", "X", "Factor of the C before");
  stages.flag("--trans-a", "A is stored transposed");
  stages.flag("--trans-b", "B is stored transposed");
  stages.option("--seed", "S", "Seed of the random operands");
  stages.option("--init", "uniform|normal|integers|ones", "Values of the operands");
  stages.option("--verify", "fp64|freivalds|none", "Reference");
  stages.option("--min-time", "SECONDS", "Seconds of timed launches (GPU)");
  stages.option("--l2", "cold|hot", "L2 cache before each timed launch (GPU)");
  stages.option("--compare", "cublas|none", "Library timed beside the kernel (GPU)");
  stages.option("--device", "I", "CUDA device");
  stages.option("--sample-blocks", "N", "Run so many blocks only, no result (emulator)");
  stages.option("--model", model_names("|"), "GPU whose ceilings are shown (emulator)");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::exit(app.exit(help));
  } catch (const CLI::ParseError& error) {
    throw BadArguments(fmt::format("{} (see ladder --help).", error.what()));
  }
  options.chart = !no_chart;
  return options;
}

}  // namespace gemm
