// Makes statements of random programs.
#include <algorithm>

#include "generator/nodes.h"
#include "generator/program_generator.h"
#include "sub_group_operations.h"

namespace lanewise::fuzz {
namespace {

ExpressionPtr make_shared_read(const Program& program, unsigned scale, unsigned offset) {
    auto expression = new_node(Node::shared, program.shared);
    expression->scale = scale;
    expression->offset = offset;
    return expression;
}

}  // namespace

Block ProgramGenerator::block(const Scope& scope) {
    Block block;
    const std::size_t outside = visible_.size();
    for (unsigned rest = 1 + below(2); rest > 0; --rest) statement(block, scope);
    visible_.resize(outside);
    return block;
}

void ProgramGenerator::statement(Block& to, const Scope& scope) {
    if (program_->sub_group_size && !scope.quiet && chance(30)) return sub_group(to, scope);
    if (special_flow(to, scope)) return;
    const unsigned kind = below(20);
    if (scope.uniform && scope.may_meet && kind < 3) return meeting(to);
    if (scope.depth < max_depth_) {
        if (kind < 6) return branch(to, scope);
        if (kind < 9) return loop(to, scope);
        if (kind == 9) return choice(to, scope);
        if (kind == 10 && chance(40)) return jump_in(to, scope);
    }
    if (kind == 11 || kind == 12) return leave(to, scope);
    if (kind == 13) return call(to, scope);
    simple_statement(to, scope);
}

void ProgramGenerator::simple_statement(Block& to, const Scope& scope) {
    if (program_->has_pipes && chance(15)) return use_pipe(to);
    if (program_->has_children && chance(20)) return enqueue(to);
    switch (below(8)) {
        case 0: return store(to, scope);
        case 1: return atomic(to, scope);
        default: return assignment(to, scope);
    }
}

void ProgramGenerator::sub_group(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::sub_group);
    if (!random_place(statement->place, false, true)) return;
    const Type type = statement->place.type();
    statement->sub_group = chance(30) ? SubGroup::fold : static_cast<SubGroup>(below(sub_group_kinds));
    if (!has_operation(statement->sub_group, type)) statement->sub_group = SubGroup::last;
    if (!has_operation(statement->sub_group, type)) return assignment(to, scope);
    statement->value = expression(type, 1, false);
    statement->offset = below(program_->sub_group_size);
    if (statement->sub_group == SubGroup::fold) {
        statement->fold = static_cast<Fold>(below(fold_kinds));
        statement->form = static_cast<FoldForm>(below(4));
        statement->has_offset = chance(50);
        if (statement->form == FoldForm::cluster) statement->offset = below(4);
    }
    function_->puts_together = true;
    to.push_back(statement);
}

bool ProgramGenerator::copy_structure(Block& to) {
    const auto is_structure = [](const VariablePtr& variable) {
        return variable->structure && !variable->count && !variable->is_pointer;
    };
    for (const VariablePtr& a : visible_)
        for (const VariablePtr& b : visible_) {
            if (a == b || !is_structure(a) || !is_structure(b) || a->structure != b->structure) continue;
            auto copy = new_statement(Action::copy_structure);
            copy->place.variable = a;
            copy->other = b;
            to.push_back(copy);
            return true;
        }
    return false;
}

void ProgramGenerator::assignment(Block& to, const Scope& scope) {
    if (chance(8) && copy_structure(to)) return;
    auto statement = new_statement(Action::assign);
    if (!random_place(statement->place, scope.uniform, true)) return;
    const bool uniform = statement->place.variable->is_uniform && !scope.dead;
    statement->value = expression(statement->place.type(), 2, uniform);
    to.push_back(statement);
}

void ProgramGenerator::store(Block& to, const Scope& scope) {
    if (in_child_) return atomic(to, scope);
    unsigned number = 0;
    do number = below(static_cast<unsigned>(program_->buffers.size()));
    while (!is_written(program_->buffers[number]));
    const Buffer& buffer = program_->buffers[number];
    const bool whole =
        buffer.ownership == Ownership::blocked && !buffer.element.is_vector() && buffer.per_item > 1 && chance(50);
    auto statement = new_statement(whole ? Action::store_vector : Action::store_own);
    statement->buffer = number;
    Type type = buffer.element;
    if (whole)
        type.width = buffer.per_item, statement->has_offset = chance(50);
    else
        statement->index = index(false);
    statement->value = clean(expression(type, 1, false));
    to.push_back(statement);
}

void ProgramGenerator::atomic(Block& to, const Scope& scope) {
    if (!in_child_ && chance(30)) {
        for (unsigned number = 0; number < program_->buffers.size(); ++number) {
            const Buffer& buffer = program_->buffers[number];
            if (!is_written(buffer) || buffer.element != u32) continue;
            auto statement = new_statement(Action::own_atomic);
            const VariablePtr result = declare(u32, nullptr, 0);
            visible_.pop_back();
            statement->place.variable = result;
            statement->buffer = number;
            statement->index = index(false);
            statement->atomic = static_cast<Atomic>(below(8));
            statement->value = expression(u32, 1, false);
            if (statement->atomic == Atomic::compare) statement->arguments = {expression(u32, 0, false)};
            to.push_back(statement);
            auto use = new_statement(Action::assign);
            if (!random_place(use->place, false, true)) return;
            use->value = adapt(read(result), use->place.type());
            to.push_back(use);
            return;
        }
    }
    auto statement = new_statement(Action::count);
    statement->is_global = chance(50) || !program_->sees_groups;
    statement->atomic = static_cast<Atomic>(below(group_counters));
    statement->index = index(chance(50) && scope.uniform);
    statement->value = chance(40) ? literal(u32) : expression(u32, 1, false);
    to.push_back(statement);
}

void ProgramGenerator::use_pipe(Block& to) {
    const bool takes = chance(40);
    auto statement = new_statement(takes ? Action::take : Action::put);
    statement->pipe_use = chance(60) ? PipeUse::one : PipeUse::some;
    if (!takes) {
        statement->value = expression(u32, 1, false);
        to.push_back(statement);
        return;
    }
    const VariablePtr result = declare(u32, nullptr, 0);
    visible_.pop_back();
    statement->place.variable = result;
    to.push_back(statement);
    auto use = new_statement(Action::assign);
    if (!random_place(use->place, false, true)) return;
    use->value = adapt(read(result), use->place.type());
    to.push_back(use);
}

bool ProgramGenerator::point_to(const Variable& parameter, Place& place) {
    std::vector<VariablePtr> fitting;
    for (const VariablePtr& variable : visible_) {
        const bool same =
            variable->structure == parameter.structure && (parameter.structure || variable->type == parameter.type);
        const bool fits = parameter.count ? variable->count == parameter.count : true;
        if (same && fits && !variable->is_constant && !variable->is_uniform) fitting.push_back(variable);
    }
    if (fitting.empty()) {
        place.variable = declare(parameter.type, parameter.structure, parameter.count);
        return true;
    }
    const VariablePtr variable = fitting[below(static_cast<unsigned>(fitting.size()))];
    place.variable = variable;
    if (!parameter.count && variable->count) place.index = index(false);
    return true;
}

void ProgramGenerator::pass_arguments(Statement& call) {
    for (const VariablePtr& parameter : call.function->parameters) {
        Place place;
        if (parameter->is_pointer) {
            point_to(*parameter, place);
            call.arguments.push_back(nullptr);
        } else {
            call.arguments.push_back(expression(parameter->type, 1, parameter->is_uniform));
        }
        call.pointers.push_back(place);
    }
}

void ProgramGenerator::call(Block& to, const Scope& scope) {
    std::vector<const ProgramFunction*> callable;
    for (const auto& function : program_->functions)
        if (function.get() != function_ && (!function->meets || (scope.uniform && scope.may_meet)) &&
            !(function->puts_together && scope.quiet) && function->is_child == in_child_)
            callable.push_back(function.get());
    if (callable.empty()) return simple_statement(to, scope);
    auto statement = new_statement(Action::call);
    statement->function = callable[below(static_cast<unsigned>(callable.size()))];
    function_->puts_together |= statement->function->puts_together;
    pass_arguments(*statement);
    if (statement->function->returns_value) {
        statement->place.variable = declare(statement->function->result, nullptr, 0);
    }
    to.push_back(statement);
}

void ProgramGenerator::branch(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::branch);
    const bool uniform = scope.uniform && chance(50);
    statement->condition = condition(uniform);
    Scope inner = scope;
    ++inner.depth;
    inner.uniform = uniform;
    statement->body = block(inner);
    if (chance(50)) statement->otherwise = block(inner);
    to.push_back(statement);
}

void ProgramGenerator::loop(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::loop);
    const bool uniform = scope.uniform && chance(60);
    const VariablePtr counter = declare(u32, nullptr, 0), bound = declare(u32, nullptr, 0);
    visible_.resize(visible_.size() - 2);
    counter->is_constant = bound->is_constant = true;
    counter->is_uniform = uniform;
    counter->name = "j" + counter->name, bound->name = "e" + bound->name;
    statement->other = counter;
    statement->bound = bound;
    const unsigned kind = below(program_->sees_groups ? 13 : 11);
    statement->loop = static_cast<LoopKind>(kind < 9 ? kind % 3 : 3 + (kind - 9) / 2);
    // Masks the bound, so that a loop has at most seven iterations.
    statement->value = low_bits(chance(25) ? literal(u32) : expression(u32, 1, uniform), chance(50) ? 3 : 7);
    if (statement->loop == LoopKind::strided) {
        statement->value = operation(Operator::mul, u32, statement->value, known_value(Known::group_size));
        counter->is_uniform = false;
    }
    if (statement->loop == LoopKind::while_loop || statement->loop == LoopKind::do_while)
        statement->condition = condition(uniform);
    Scope inner = scope;
    ++inner.depth;
    inner.uniform = uniform;
    inner.can_break = inner.can_continue = inner.in_loop = true;
    inner.freely = !uniform;
    const std::size_t outside = visible_.size();
    visible_.push_back(counter);
    statement->body = block(inner);
    if (uniform && scope.may_meet && chance(30)) last_round(*statement, inner);
    visible_.resize(outside);  // removes the counter, and the variables that meeting() declared
    to.push_back(statement);
}

void ProgramGenerator::choice(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::choice);
    const bool uniform = scope.uniform && chance(50);
    constexpr unsigned masks[] = {3, 7, 15};
    statement->value = low_bits(expression(u32, 1, uniform), masks[below(3)]);
    Scope inner = scope;
    inner.depth += 2;
    inner.uniform = uniform;
    inner.can_break = inner.in_choice = true;
    // `continue` inside the switch continues the enclosing loop. `continue` is therefore allowed only if work-items may
    // continue the enclosing loop separately, or if all work-items reach the switch together.
    inner.can_continue = scope.can_continue && (scope.freely || uniform);
    inner.freely = scope.uniform ? false : scope.freely || !scope.can_continue;
    std::vector<unsigned> labels(12);
    for (unsigned i = 0; i < labels.size(); ++i) labels[i] = i;
    std::ranges::shuffle(labels, random_);
    const unsigned count = 2 + below(4);
    const unsigned default_at = below(count + 1);
    for (unsigned i = 0; i < count; ++i) {
        Case one;
        for (unsigned rest = 1 + below(2); rest > 0; --rest) one.labels.push_back(labels.back()), labels.pop_back();
        one.is_default = i == default_at;
        one.falls_through = chance(35);
        one.body = block(inner);
        statement->cases.push_back(std::move(one));
    }
    to.push_back(statement);
}

void ProgramGenerator::jump_in(Block& to, const Scope& scope) {
    auto statement = new_statement(Action::jump_in);
    const VariablePtr counter = declare(u32, nullptr, 0);
    visible_.pop_back();
    counter->is_constant = true;
    statement->other = counter;
    const bool uniform = scope.uniform && chance(30);
    statement->value = low_bits(expression(u32, 1, uniform), 3);
    statement->condition = condition(uniform);
    Scope inner = scope;
    inner.depth += 2;
    inner.uniform = inner.may_meet = false;
    inner.can_break = inner.can_continue = inner.in_loop = inner.freely = inner.entered = true;
    visible_.push_back(counter);
    for (unsigned rest = 2 + below(2); rest > 0; --rest) {
        Case part;
        part.body = block(inner);
        statement->cases.push_back(std::move(part));
    }
    visible_.pop_back();
    to.push_back(statement);
}

// Makes a statement that sets `pointer` to the address of one of two objects. Each object is a private variable, or an
// element of local or global memory that belongs to the work-item.
void ProgramGenerator::aim_at(const VariablePtr& pointer, Block& to, bool only_private) {
    auto statement = new_statement(Action::aim);
    statement->place.variable = pointer;
    statement->condition = condition(false);
    for (unsigned i = 0; i < 2; ++i) {
        Target target;
        if (!only_private && !in_child_ && chance(program_->sees_groups ? 60 : 40)) {
            target.kind = program_->sees_groups && chance(55) ? Target::Kind::slot : Target::Kind::own;
            target.buffer = 3;
            target.index = index(false);
        } else {
            point_to(*pointer, target.place);
        }
        statement->targets.push_back(std::move(target));
    }
    to.push_back(statement);
}

void ProgramGenerator::aim(Block& to) {
    for (const VariablePtr& variable : visible_)
        if (std::ranges::find(function_->variables, variable) != function_->variables.end() && variable->is_pointer)
            return aim_at(variable, to, false);
    auto statement = new_statement(Action::assign);
    if (!random_place(statement->place, false, true) || statement->place.variable->is_uniform) return;
    statement->value = expression(statement->place.type(), 1, false);
    to.push_back(statement);
}

void ProgramGenerator::leave(Block& to, const Scope& scope) {
    const bool together = !scope.freely;
    auto statement = new_statement(Action::branch);
    std::shared_ptr<Statement> end;
    const unsigned kind = below(6);
    if (kind == 0 && (may_return_ || scope.dead || (scope.uniform && scope.may_meet && chance(30)))) {
        end = new_statement(Action::give_back);
        const bool uniform = !may_return_ && !scope.dead;
        if (function_->returns_value) end->value = expression(function_->result, 1, false);
        statement->condition = condition(uniform);
    } else if (kind < 4 && scope.can_break && (!together || scope.uniform)) {
        end = new_statement(Action::leave_loop);
        statement->condition = condition(together);
    } else if (scope.can_continue && (!together || scope.uniform)) {
        end = new_statement(Action::next_iteration);
        statement->condition = condition(together);
    } else {
        return simple_statement(to, scope);
    }
    // Adds a condition that is always true, although Clang cannot know this. If Clang knew that all lanes leave the
    // loop, Clang would remove the loop. The loop must stay, because its iterations determine which lanes execute code
    // together.
    if (scope.entered && program_->sub_group_size)
        statement->condition = operation(Operator::logical_and, i32, statement->condition, always());
    if (chance(40)) assignment(statement->body, {.depth = scope.depth, .uniform = false});
    statement->body.push_back(end);
    to.push_back(statement);
}

void ProgramGenerator::add_barrier(Block& to) {
    auto barrier = new_statement(Action::barrier);
    barrier->is_global = chance(30);
    to.push_back(barrier);
}

// Makes a read of a counter of the work-group, between two barriers.
void ProgramGenerator::read_counter(Block& to, std::shared_ptr<Statement> read) {
    add_barrier(to);
    auto counter = new_node(Node::counter, u32);
    counter->buffer = below(group_counters);
    read->value = adapt(counter, read->place.type());
    to.push_back(read);
    add_barrier(to);
}

ProgramGenerator::VariablePtr ProgramGenerator::uniform_variable() const {
    for (const VariablePtr& variable : visible_)
        if (variable->is_uniform && !variable->is_constant) return variable;
    return nullptr;
}

// Makes code with a barrier: work-items exchange values through local memory, with a barrier before the memory is
// reused.
void ProgramGenerator::meeting(Block& to) {
    enum class Kind : std::uint8_t { only_meet, count, one_tells_all, all_tell_the_same, reduce, exchange };
    const auto kind = static_cast<Kind>(below(6));
    if (program_->has_pipes && chance(20)) {
        // Adds a barrier before the reservation. If some work-items would not reach the reservation, the interpreter
        // detects the illegal program at the barrier.
        add_barrier(to);
        auto put = new_statement(Action::put);
        put->pipe_use = PipeUse::by_group;
        put->value = expression(u32, 1, false);
        to.push_back(put);
        return;
    }
    auto read = new_statement(Action::assign);
    if (kind == Kind::only_meet || !random_place(read->place, false, true)) return add_barrier(to);
    if (kind == Kind::count) return read_counter(to, read);
    auto store = new_statement(Action::store_shared);
    store->value = expression(program_->shared, 1, false);
    unsigned scale = 1 + 2 * below(4), offset = below(8);
    VariablePtr same = uniform_variable();
    if (kind == Kind::one_tells_all) {
        store->condition = operation(Operator::equal, i32, known_value(Known::local_item), number(0));
        store->has_offset = true;
        store->offset = offset;
        scale = 0;
        if (chance(40)) same = nullptr;
    } else if (kind == Kind::all_tell_the_same && same) {
        store->value = expression(program_->shared, 1, true);  // the load is uniform, which is hard to recognize
    } else {
        same = nullptr;
    }
    if (same) {
        read->place = {};
        read->place.variable = same;
    }
    to.push_back(store);
    add_barrier(to);
    if (kind == Kind::reduce) {
        for (unsigned distance = is_least_ ? 1 : max_group_items / 2; distance > 0; distance /= 2) {
            auto step = new_statement(Action::reduce_step);
            step->offset = distance;
            to.push_back(step);
            add_barrier(to);
        }
        scale = 0, offset = 0;
    }
    read->value = adapt(make_shared_read(*program_, scale, offset), read->place.type());
    to.push_back(read);
    add_barrier(to);
}

}  // namespace lanewise::fuzz
