// The body of a function as a list of steps with jumps. A work-item runs the steps one by one and may stop at any of
// them, so that the interpreter can run items up to the next barrier inside any statement.
#pragma once

#include <cstddef>
#include <vector>

#include "program.h"

namespace lanewise::fuzz {

struct Step {
    enum class Kind : std::uint8_t {
        run,     // runs `statement`, which does not change the flow
        unless,  // goes to `target` unless `condition` holds
        jump,    // goes to `target`
        choose,  // goes to the element of `targets` that the statement's value selects; larger values: to the last
        call,
        meet,
        meet_lanes,
        give_back,
        begin_loop,  // sets the bound and the counter of `statement`, and starts the first round of `loop`
        next_round,  // starts the next round of `loop`
        step_loop,   // steps the counter
        exit_loop,   // goes to `target` if the counter has reached the bound or the condition does not hold
        spend,       // goes to `target` if the tangle has jumped back often enough, else counts one more jump
    };
    Kind kind = Kind::run;
    const Statement* statement = nullptr;
    const Expression* condition = nullptr;
    std::size_t target = 0;
    std::vector<std::size_t> targets;
    unsigned loop = 0;
    std::vector<unsigned> loops = {};  // call, meet, meet_lanes: the loops around the step
};

struct Flow {
    std::vector<Step> steps;  // leaving at the end means to return
    unsigned loops = 0;
    std::vector<std::size_t> loop_starts;  // the first step of each loop
};

/// `function` must outlive the result.
Flow flatten(const ProgramFunction& function);

}  // namespace lanewise::fuzz
