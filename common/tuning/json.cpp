#include "common/tuning/json.hpp"

#include <nlohmann/json.hpp>

namespace gemm {
namespace {

using Json = nlohmann::ordered_json;

Json trial_json(const Trial& trial) {
  Json json = {{"tile", name_of(trial.tile)}, {"status", to_string(trial.status)}};
  if (trial.median_ms > 0) json["median_ms"] = trial.median_ms;
  if (trial.median_ms > 0 && trial.cublas_ms > 0) json["ratio"] = trial.cublas_ms / trial.median_ms;
  if (trial.status == TrialStatus::ranked) {
    json["ceiling_tflops"] = trial.ceiling_tflops;
    json["limited_by"] = trial.limited_by;
  }
  if (!trial.note.empty()) json["error"] = trial.note;
  return json;
}

Json round_json(const TuningRound& round) {
  Json trials = Json::array();
  for (const Trial& trial : round.trials) trials.push_back(trial_json(trial));
  Json json = Json::object();
  if (round.samples > 0) json["samples"] = round.samples;
  json["trials"] = trials;
  return json;
}

}  // namespace

Json tuning_json(const Tuning& tuning) {
  Json json = {{"chosen", name_of(tuning.chosen)}, {"from_cache", tuning.from_cache}};
  if (tuning.from_cache) {
    json["tuned_on"] = tuning.tuned_on;
    return json;
  }
  json["ranked_by"] = tuning.model.empty() ? "time" : "ceiling";
  json["configurations"] = tuning.configurations;
  Json pruned = Json::array();
  for (const Removal& removal : tuning.removals)
    pruned.push_back(
        {{"rule", removal.rule}, {"count", removal.tiles.size()}, {"reason", removal.reason}});
  json["pruned"] = pruned;
  Json rounds = Json::array();
  for (const TuningRound& round : tuning.rounds) rounds.push_back(round_json(round));
  json["rounds"] = rounds;
  return json;
}

}  // namespace gemm
