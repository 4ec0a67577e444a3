// Turns the body of a function into a list of steps with jumps. The interpreter can stop a work-item at any step. It
// can thus run work-items up to a barrier, even if the barrier is inside other statements.
#pragma once

#include <cstddef>
#include <vector>

#include "program.h"

namespace lanewise::fuzz {

struct Step {
    enum class Kind : std::uint8_t {
        run,     // runs `statement`, which has no control flow
        unless,  // goes to `target` unless `condition` is true
        jump,    // goes to `target`
        choose,  // goes to targets[i], where i is the statement's value, or to the last target if i is too large
        call,
        meet,
        meet_lanes,
        give_back,
        begin_loop,  // initializes the counter and the bound of `statement`, and the iteration number of `loop`
        next_round,  // increments the iteration number of `loop`
        step_loop,   // increments the counter of `statement`
        exit_loop,   // goes to `target` if the counter has reached the bound or the condition is false
        spend,       // counts a backward jump of a `tangle`, or goes to `target` if the limit of jumps is reached
    };
    Kind kind = Kind::run;
    const Statement* statement = nullptr;
    const Expression* condition = nullptr;
    std::size_t target = 0;
    std::vector<std::size_t> targets;
    unsigned loop = 0;
    std::vector<unsigned> loops = {};  // for call, meet and meet_lanes: numbers of the enclosing loops
};

struct Flow {
    std::vector<Step> steps;  // after the last step, a work-item returns
    unsigned loops = 0;
    std::vector<std::size_t> loop_starts;  // index of the first step of each loop
};

/// Returns the steps of `function`. The function must live longer than the steps.
Flow flatten(const ProgramFunction& function);

}  // namespace lanewise::fuzz
