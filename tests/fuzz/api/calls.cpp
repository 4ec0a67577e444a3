#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

/// Returns all random calls. The weight of a call determines how often the call is made.
std::vector<RandomCall> all_calls() {
    std::vector<RandomCall> all;
    for (const auto& calls :
         {context_calls(), queue_calls(), device_queue_calls(), memory_calls(), pipe_calls(), image_calls(),
          transfer_calls(), svm_calls(), usm_calls(), command_buffer_calls(), program_calls(), kernel_calls(),
          launch_calls(), event_calls(), query_calls(), absent_calls()})
        all.insert(all.end(), calls.begin(), calls.end());
    return all;
}

}  // namespace

void make_random_call(Player& player) {
    static const std::vector<RandomCall> calls = all_calls();
    static const unsigned sum = [] {
        unsigned weights = 0;
        for (const RandomCall& call : calls) weights += call.weight;
        return weights;
    }();
    auto at = static_cast<unsigned>(player.dice.below(sum));
    for (const RandomCall& call : calls) {
        if (at < call.weight) return call.make(player);
        at -= call.weight;
    }
}

}  // namespace lanewise::api_fuzz
