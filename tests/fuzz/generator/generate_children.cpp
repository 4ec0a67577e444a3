// Makes blocks that work-items enqueue. Blocks run in an unknown order. Blocks therefore write no memory except
// counters, which they change by atomics.
#include "generator/nodes.h"
#include "generator/program_generator.h"

namespace lanewise::fuzz {

// Makes a function that a block calls. The function does not depend on work-groups or sub-groups. It uses no pipes, and
// no buffers that are divided among the work-items.
void ProgramGenerator::make_child() {
    const bool sees_groups = program_->sees_groups, has_pipes = program_->has_pipes;
    const unsigned sub_group_size = program_->sub_group_size;
    program_->sees_groups = program_->has_pipes = false;
    program_->sub_group_size = 0;
    in_child_ = true;
    auto child = std::make_unique<ProgramFunction>();
    function_ = child.get();
    visible_.clear();
    zeros_.clear();
    child->is_child = true;
    child->name = "child" + std::to_string(program_->functions.size());
    may_return_ = true;
    auto number = std::make_shared<Variable>();
    number->name = "p" + std::to_string(names_++);
    number->type = u32;
    number->is_constant = true;
    child->parameters.push_back(number);
    visible_.push_back(number);
    add_parameters();
    for (const auto& parameter : child->parameters) parameter->count = 0;
    declare_variables(false);
    for (unsigned rest = 1 + below(3); rest > 0; --rest) statement(child->body, {.depth = 1, .uniform = false});
    // Adds the final values of some variables to counters, so that wrong values are detected.
    const std::vector<VariablePtr> variables = visible_;
    for (const VariablePtr& variable : variables) {
        if (variable->structure || variable->count || variable->is_pointer || chance(50)) continue;
        auto count = new_statement(Action::count);
        count->is_global = true;
        count->atomic = static_cast<Atomic>(below(group_counters));
        count->index = index(false);
        count->value = adapt(clean(read(variable)), u32);
        child->body.push_back(count);
    }
    finish_function(std::move(child));
    in_child_ = false;
    program_->sees_groups = sees_groups;
    program_->has_pipes = has_pipes;
    program_->sub_group_size = sub_group_size;
}

void ProgramGenerator::enqueue(Block& to) {
    std::vector<const ProgramFunction*> children;
    for (const auto& function : program_->functions)
        if (function->is_child) children.push_back(function.get());
    if (children.empty()) return;
    auto statement = new_statement(Action::enqueue);
    statement->function = children[below(static_cast<unsigned>(children.size()))];
    statement->value = expression(u32, 1, false);
    statement->buffer = below(3);
    statement->is_global = chance(30);
    constexpr unsigned groups[] = {0, 0, 1, 4, 7, 8, 16, 40};
    statement->group_items = groups[below(8)];
    statement->has_offset = statement->group_items && chance(30);
    pass_arguments(*statement);
    to.push_back(statement);
}

}  // namespace lanewise::fuzz
