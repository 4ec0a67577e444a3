// Turns the body of a function into a list of steps with jumps. The interpreter can stop a work-item at any step, and
// so run work-items up to a barrier inside any statement.
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
        choose,  // goes to the element of `targets` at the index that the statement's value gives, or to the last one
        call,
        meet,
        meet_lanes,
        give_back,
        begin_loop,  // initializes the counter and the bound of `statement`, and sets the round number of `loop`
        next_round,  // increments the round of `loop`
        step_loop,   // increments the counter of `statement`
        exit_loop,   // goes to `target` if the counter has reached the bound or the condition is false
        spend,       // goes to `target` if the tangle has used up its jumps back, else counts one more jump
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
    std::vector<Step> steps;  // a work-item that reaches the end returns
    unsigned loops = 0;
    std::vector<std::size_t> loop_starts;  // index of the first step of each loop
};

/// Returns the steps of `function`, which must outlive them.
Flow flatten(const ProgramFunction& function);

}  // namespace lanewise::fuzz
