// The body of a function as a list of steps with jumps, which a work-item can run one by one and stop in at any: how
// the interpreter runs items up to the next barrier, whatever statements are around it.
#pragma once

#include <cstddef>
#include <vector>

#include "program.h"

namespace lanewise::fuzz {

struct Step {
    enum class Kind : std::uint8_t {
        run,     // `statement`, which does not change where the item is
        unless,  // to `target` unless `condition` holds
        jump,    // to `target`
        choose,  // to the one of `targets` that the statement's value selects; the last is for all values beyond
        call,
        meet,
        meet_lanes,
        give_back,
        begin_loop,  // sets the bound and the counter of `statement`, and that `loop` is in its first round
        next_round,  // of `loop`
        step_loop,   // the counter goes on
        exit_loop,   // to `target` when the counter has reached the bound or the condition does not hold
        spend,       // to `target` when the tangle has jumped back often enough; or counts one more
    };
    Kind kind = Kind::run;
    const Statement* statement = nullptr;
    const Expression* condition = nullptr;
    std::size_t target = 0;
    std::vector<std::size_t> targets;
    unsigned loop = 0;
    std::vector<unsigned> loops = {};  // call, meet, meet_lanes: those around it
};

struct Flow {
    std::vector<Step> steps;  // to leave at the end is to return
    unsigned loops = 0;
    std::vector<std::size_t> loop_starts;  // the first step of each
};

/// `function` outlives the result.
Flow flatten(const ProgramFunction& function);

}  // namespace lanewise::fuzz
