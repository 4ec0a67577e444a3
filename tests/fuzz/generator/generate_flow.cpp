// Makes control flow that looks divergent around barriers, but is legal: at run time, all work-items of a group reach
// each barrier, or none. For example, a branch is never taken, work-items diverge and meet again, or some work-items
// leave a loop after its last barrier.
#include <algorithm>

#include "generator/nodes.h"
#include "generator/program_generator.h"

namespace lanewise::fuzz {

// Returns the scope of code that only some work-items reach. This code must not leave an enclosing loop or switch.
ProgramGenerator::Scope ProgramGenerator::scope_apart(const Scope& scope) const {
    Scope apart = scope;
    apart.uniform = apart.may_meet = apart.can_break = apart.can_continue = false;
    return apart;
}

ProgramGenerator::Scope ProgramGenerator::scope_dead(const Scope& scope) const {
    Scope dead = scope;
    ++dead.depth;
    dead.uniform = dead.freely = dead.dead = true;
    dead.may_meet = program_->sees_groups;
    dead.can_break = scope.in_loop || scope.in_choice;
    dead.can_continue = scope.in_loop;
    return dead;
}

StatementPtr ProgramGenerator::leaving(Action action) {
    auto statement = new_statement(action);
    if (action == Action::give_back && function_->returns_value)
        statement->value = expression(function_->result, 1, false);
    return statement;
}

bool ProgramGenerator::special_flow(Block& to, const Scope& scope) {
    const unsigned kind = below(100);
    const bool is_deep = scope.depth >= max_depth_;
    const bool meets = scope.uniform && scope.may_meet && !scope.dead;
    if (kind < 7 && !scope.dead && scope.depth <= max_depth_) return dead_branch(to, scope), true;
    if (kind < 10 && scope.uniform && !scope.dead) return part_ways(to, scope);
    if (kind < 14 && meets && !is_deep) return phased_loop(to, scope), true;
    if (kind < 16 && meets && !is_deep) return converging_choice(to, scope), true;
    if (kind < 20 && !is_deep) return tangle(to, scope), true;
    if (kind < 24) return aim(to), true;
    if (kind < 26) return exits(to), true;
    return false;
}

void ProgramGenerator::dead_branch(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::branch);
    const Scope dead = scope_dead(scope);
    const std::size_t outside = visible_.size();
    Block nowhere;
    if (chance(40)) simple_statement(nowhere, dead);
    if (dead.may_meet && chance(50)) meeting(nowhere);
    if (chance(30)) endless(nowhere, dead);
    if (chance(30) && dead.depth < max_depth_) this->statement(nowhere, dead);
    std::vector<Action> ends{Action::give_back};
    if (dead.can_break) ends.insert(ends.end(), {Action::leave_loop, Action::leave_loop});
    if (dead.can_continue) ends.insert(ends.end(), {Action::next_iteration, Action::next_iteration});
    if (nowhere.empty() || chance(60)) nowhere.push_back(leaving(ends[below(static_cast<unsigned>(ends.size()))]));
    visible_.resize(outside);
    if (chance(75)) {
        statement->condition = never();
        statement->body = nowhere;
    } else {
        statement->condition = always();
        Scope inner = scope;
        ++inner.depth;
        statement->body = block(inner);
        statement->otherwise = nowhere;
    }
    to.push_back(statement);
}

// Makes an endless loop, which no work-item may reach; `dead` is its scope.
void ProgramGenerator::endless(Block& to, const Scope& dead) {
    auto statement = new_statement(Action::endless);
    Scope inner = dead;
    ++inner.depth;
    inner.in_loop = inner.can_break = inner.can_continue = true;
    statement->body = block(inner);
    if (chance(40)) leave(statement->body, inner);
    if (chance(60)) simple_statement(statement->body, inner);
    to.push_back(statement);
}

// Makes branches with `break`, `continue` or `return`. All work-items leave the enclosing statement by the same kind of
// jump, but in different branches.
bool ProgramGenerator::part_ways(Block& to, const Scope& scope) {
    std::vector<Action> ways;
    if (scope.can_break) ways.push_back(Action::leave_loop);
    if (scope.can_continue) ways.push_back(Action::next_iteration);
    const bool may_return = function_->meets ? scope.may_meet : may_return_;
    if (may_return && (ways.empty() ? chance(25) : chance(15))) ways = {Action::give_back};
    if (ways.empty()) return false;
    const Action way = ways[below(static_cast<unsigned>(ways.size()))];
    auto statement = new_statement(Action::branch);
    statement->condition = condition(true);
    Scope inner = scope_apart(scope);
    ++inner.depth;
    const auto one_way = [&](Block& block) {
        for (unsigned rest = below(3); rest > 0; --rest) simple_statement(block, inner);
        block.push_back(leaving(way));
    };
    for (unsigned rest = 1 + below(2); rest > 0; --rest) {
        auto some = new_statement(Action::branch);
        some->condition = condition(false);
        one_way(some->body);
        statement->body.push_back(some);
    }
    if (chance(40)) {
        auto others = new_statement(Action::branch);
        others->condition = always();
        one_way(others->body);
        statement->body.push_back(others);
    } else {
        one_way(statement->body);
    }
    to.push_back(statement);
    return true;
}

// Makes a loop with two phases. In the first iterations all work-items meet at a barrier. In the later iterations each
// work-item takes its own path.
void ProgramGenerator::phased_loop(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::loop);
    const VariablePtr counter = declare(u32, nullptr, 0), bound = declare(u32, nullptr, 0);
    visible_.resize(visible_.size() - 2);
    counter->is_constant = bound->is_constant = true;
    counter->name = "j" + counter->name, bound->name = "e" + bound->name;
    statement->other = counter;
    statement->bound = bound;
    const ExpressionPtr together = number(1 + below(3));
    statement->value = operation(Operator::add, u32, together, low_bits(expression(u32, 1, false), 3));
    Scope inner = scope;
    ++inner.depth;
    inner.can_break = inner.can_continue = inner.in_loop = true;
    inner.freely = false;
    Scope later = scope_apart(inner);
    later.can_break = later.can_continue = later.freely = true;
    const std::size_t outside = visible_.size();
    visible_.push_back(counter);
    auto phase = new_statement(Action::branch);
    phase->condition = operation(Operator::less, i32, read(counter), together);
    if (chance(40)) phase->condition = disguise_condition(phase->condition);
    phase->body = block(inner);
    meeting(phase->body);
    phase->otherwise = block(later);
    statement->body.push_back(phase);
    later.can_break = false;
    if (chance(50)) this->statement(statement->body, later);
    visible_.resize(outside);  // removes the counter, and the variables that meeting() declared
    to.push_back(statement);
}

// Makes a switch in which all cases fall through to the last case, where all work-items meet at a barrier.
void ProgramGenerator::converging_choice(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::choice);
    statement->value = low_bits(expression(u32, 1, false), 7);
    Scope inner = scope;
    ++inner.depth;
    inner.in_choice = true;
    Scope apart = scope_apart(inner);
    apart.freely = false;
    inner.can_break = true;
    const unsigned count = 2 + below(3);
    for (unsigned i = 0; i < count; ++i) {
        Case one;
        one.labels = {i * 2};
        if (chance(50)) one.labels.push_back(i * 2 + 1);
        one.is_default = i + 1 == count;
        one.falls_through = true;
        one.body = block(one.is_default ? inner : apart);
        if (one.is_default) meeting(one.body);
        statement->cases.push_back(std::move(one));
    }
    to.push_back(statement);
}

void ProgramGenerator::tangle(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::tangle);
    const VariablePtr counter = declare(u32, nullptr, 0), entry = declare(u32, nullptr, 0);
    visible_.resize(visible_.size() - 2);
    counter->is_constant = entry->is_constant = true;
    counter->name = "j" + counter->name, entry->name = "e" + entry->name;
    statement->other = counter;
    statement->bound = entry;
    const bool meets = scope.uniform && scope.may_meet && chance(60);
    const unsigned parts = 2 + below(3);
    statement->value = low_bits(expression(u32, 1, meets), 3);
    std::vector<bool> is_apart(parts, true);
    for (unsigned part = 0; part < parts && meets; ++part) is_apart[part] = chance(40);
    Scope inner = scope;
    ++inner.depth;
    for (unsigned part = 0; part < parts; ++part) {
        inner.uniform = !is_apart[part];
        inner.quiet = scope.quiet || is_apart[part];
        Case one;
        one.body = block(inner);
        if (inner.uniform && !scope.dead && chance(50)) meeting(one.body);
        // If all work-items execute this part together, a goto may jump to any part. Otherwise a goto may only jump
        // forward, over parts without barriers.
        const bool together = meets && !is_apart[part] && chance(60);
        const unsigned target = below(parts);
        const bool skips_meeting = target <= part || std::find(is_apart.begin() + part + 1, is_apart.begin() + target,
                                                               false) != is_apart.begin() + target;
        if (together || !meets || !skips_meeting) one.jump = {condition(together), target};
        statement->cases.push_back(std::move(one));
    }
    to.push_back(statement);
}

// Makes the end of a loop's body, after the last barrier of the body. Some work-items continue with the next iteration
// at once, and some leave the loop in the last iteration.
void ProgramGenerator::last_round(Statement& loop, const Scope& inner) {
    Scope tail = scope_apart(inner);
    tail.can_continue = tail.freely = true;
    statement(loop.body, tail);
    if (loop.loop == LoopKind::strided || chance(50)) return;
    auto some = new_statement(Action::branch);
    const bool steps_first = loop.loop == LoopKind::while_loop || loop.loop == LoopKind::open;
    const ExpressionPtr next = operation(Operator::add, u32, read(loop.other), number(steps_first ? 0 : 1));
    const ExpressionPtr is_last = operation(Operator::less_equal, i32, read(loop.bound), next);
    some->condition = operation(Operator::logical_and, i32, is_last, comparison(i32, 1, false));
    simple_statement(some->body, tail);
    some->body.push_back(leaving(Action::leave_loop));
    loop.body.push_back(some);
}

}  // namespace lanewise::fuzz
