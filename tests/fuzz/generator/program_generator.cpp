#include "generator/program_generator.h"

#include <algorithm>

#include "generator/nodes.h"

namespace lanewise::fuzz {

ProgramGenerator::VariablePtr ProgramGenerator::declare(Type type, const Structure* structure, unsigned count) {
    auto variable = std::make_shared<Variable>();
    variable->name = "v" + std::to_string(names_++);
    variable->type = type;
    variable->structure = structure;
    variable->count = count;
    function_->variables.push_back(variable);
    function_->start_values.push_back(structure || count ? nullptr : literal(type));
    visible_.push_back(variable);
    return variable;
}

void ProgramGenerator::make_structures() {
    for (unsigned s = 0; s < 2; ++s) {
        auto structure = std::make_unique<Structure>();
        structure->name = "struct S" + std::to_string(s);
        unsigned alignment = 1;
        for (unsigned m = 0; m < 2 + below(3); ++m) {
            Member member{"m" + std::to_string(m), random_type(), chance(25) ? 1u << (1 + below(2)) : 0, 0};
            const unsigned bytes = member.type.bytes();
            const unsigned align = bytes;
            member.offset = (structure->bytes + align - 1) / align * align;
            structure->bytes = member.offset + bytes * std::max(member.count, 1u);
            alignment = std::max(alignment, align);
            structure->members.push_back(member);
        }
        structure->bytes = (structure->bytes + alignment - 1) / alignment * alignment;
        program_->structures.push_back(std::move(structure));
    }
    make_union();
}

// Makes a union of integers without padding, so that every member can be read after any other member was written.
void ProgramGenerator::make_union() {
    auto structure = std::make_unique<Structure>();
    structure->name = "union U";
    structure->is_union = true;
    structure->bytes = 8u << below(2);
    for (unsigned m = 0; m < 2 + below(3); ++m) {
        Member member{"m" + std::to_string(m), {static_cast<Scalar>(below(8)), 1u << below(4)}, 0, 0};
        while (member.type.bytes() > structure->bytes) member.type.width /= 2;
        const unsigned elements = structure->bytes / member.type.bytes();
        if (elements > 1) member.count = elements;
        structure->members.push_back(member);
    }
    program_->structures.push_back(std::move(structure));
}

const Structure* ProgramGenerator::random_structure() {
    return program_->structures[below(static_cast<unsigned>(program_->structures.size()))].get();
}

void ProgramGenerator::make_buffers() {
    for (unsigned i = 0; i < 3; ++i) {
        Buffer buffer{"in" + std::to_string(i), i == 2 ? "constant" : "global const", random_type()};
        buffer.size = input_elements;
        program_->buffers.push_back(buffer);
    }
    for (unsigned i = 0; i < 3; ++i) {
        Buffer buffer{"out" + std::to_string(i), "global", i == 0 ? u32 : random_type()};
        if (buffer.element.width == 3) buffer.element.width = 4;  // vectors of three have undefined padding
        buffer.ownership = static_cast<Ownership>(static_cast<unsigned>(Ownership::blocked) + below(3));
        constexpr unsigned sizes[] = {1, 1, 2, 4, 4, 8};
        buffer.per_item = sizes[below(6)];
        program_->buffers.push_back(buffer);
    }
    Buffer zeros{"zeros", "global const", u32, Ownership::zeros};
    zeros.size = input_elements;
    program_->buffers.push_back(zeros);
    program_->has_pipes = chance(25);
    program_->shared = random_type();
    if (is_float(program_->shared.scalar)) program_->shared.scalar = Scalar::u32;
    program_->shared_is_argument = program_->sees_groups && chance(40);
}

void ProgramGenerator::add_parameters() {
    for (unsigned rest = 1 + below(3); rest > 0; --rest) {
        auto parameter = std::make_shared<Variable>();
        parameter->name = "p" + std::to_string(names_++);
        parameter->is_pointer = chance(45);
        parameter->type = random_type();
        if (parameter->is_pointer && chance(40)) parameter->structure = random_structure();
        if (parameter->is_pointer && !parameter->structure && chance(60)) parameter->count = 4u << below(2);
        parameter->is_uniform = !parameter->is_pointer && function_->meets && chance(50);
        parameter->is_constant = parameter->is_uniform;
        function_->parameters.push_back(parameter);
        visible_.push_back(parameter);
    }
}

void ProgramGenerator::declare_variables(bool is_kernel) {
    for (unsigned rest = is_kernel && !is_least_ ? 3 : 1; rest > 0; --rest) {
        const Type type = random_type();
        const ExpressionPtr start = expression(type, 1, false);
        declare(type, nullptr, 0);
        function_->start_values.back() = start;
    }
    if (function_->meets)
        for (unsigned rest = is_least_ ? 1 : 2; rest > 0; --rest) {
            const Type type{chance(50) ? Scalar::u32 : Scalar::i32, 1};
            const ExpressionPtr start = expression(type, 1, true);
            declare(type, nullptr, 0)->is_uniform = true;
            function_->start_values.back() = start;
        }
    if (chance(60)) {
        const ExpressionPtr start = zero();
        const VariablePtr variable = declare(u32, nullptr, 0);
        variable->is_constant = true;
        function_->start_values.back() = start;
        zeros_.push_back(variable);
    }
    if (is_kernel || chance(30)) declare(random_type(), nullptr, 2u << below(4));
    if (chance(is_least_ ? 10 : 50)) declare({}, random_structure(), 0);
    if (chance(is_least_ ? 0 : 20)) declare({}, random_structure(), 0);
    if (chance(is_least_ ? 10 : 25)) declare({}, random_structure(), 2u << below(2));
    if (chance(40)) {
        const VariablePtr pointer = declare(u32, nullptr, 0);
        function_->start_values.back() = nullptr;
        pointer->is_pointer = true;
        std::erase(visible_, pointer);  // other code must not use an uninitialized pointer
        aim_at(pointer, function_->body, chance(30));
        visible_.push_back(pointer);
    }
}

// Assigns an aligned offset in the frame to each variable. Called when all variables of the function are known.
void ProgramGenerator::finish_frame(ProgramFunction& function) {
    unsigned bytes = 0;
    for (const auto* list : {&function.parameters, &function.variables})
        for (const auto& variable : *list) {
            variable->offset = bytes;
            bytes += (variable->bytes() + 15) / 16 * 16;
        }
    function.frame_bytes = bytes;
}

void ProgramGenerator::make_kernel_body() {
    const bool meets = function_->meets;
    const Scope together{.uniform = meets, .may_meet = meets};
    Block& body = function_->body;
    const bool only_exits = seed_ >> 29 == 7;
    if (only_exits) exits(body);
    const unsigned most = is_small_ ? 2 : 4 * size_;
    for (unsigned rest = only_exits ? 0 : 1 + below(most); rest > 0; --rest) statement(body, together);
    if (!only_exits && chance(50)) {
        may_return_ = true;
        for (unsigned rest = is_small_ ? 1 : 1 + below(3); rest > 0; --rest) statement(body, {.uniform = false});
    }
    // Stores the final values of some variables to outputs, so that wrong values are detected.
    const std::vector<VariablePtr> variables = visible_;
    unsigned number = 0;
    for (const VariablePtr& variable : variables) {
        if (variable->is_constant || (number > (is_least_ ? 0 : 2) && chance(60))) continue;
        auto statement = new_statement(Action::store_own);
        statement->buffer = 3 + number++ % 3;
        const Buffer& buffer = program_->buffers[statement->buffer];
        auto read = new_node(Node::place, u32);
        read->place.variable = variable;
        if (variable->count) read->place.index = index(false);
        if (variable->structure) {
            const auto& members = variable->structure->members;
            read->place.member = static_cast<int>(below(static_cast<unsigned>(members.size())));
            if (members[static_cast<std::size_t>(read->place.member)].count) read->place.member_index = index(false);
        }
        read->type = read->place.type();
        auto old = new_node(Node::own, buffer.element, {literal(u32)});
        old->buffer = statement->buffer;
        statement->index = old->arguments[0];
        const ExpressionPtr mixed = operation(Operator::add, buffer.element, old, adapt(read, buffer.element));
        statement->value = clean(mixed);
        body.push_back(statement);
    }
}

void ProgramGenerator::make_function(bool is_kernel) {
    auto function = std::make_unique<ProgramFunction>();
    function_ = function.get();
    visible_.clear();
    zeros_.clear();
    function->name = is_kernel ? "k" : "f" + std::to_string(program_->functions.size());
    function->meets = program_->sees_groups && (is_kernel || chance(60));
    function->returns_value = !is_kernel && chance(70);
    function->result = random_type();
    may_return_ = !function->meets;
    if (!is_kernel) add_parameters();
    declare_variables(is_kernel);
    if (is_kernel) {
        make_kernel_body();
    } else {
        const Scope scope{.depth = 1, .uniform = function->meets, .may_meet = function->meets};
        for (unsigned rest = 1 + below(3); rest > 0; --rest) statement(function->body, scope);
        may_return_ = true;  // some work-items may return, because no barrier follows
        if (chance(30)) statement(function->body, {.depth = 1, .uniform = false});
        if (function->returns_value) {
            auto end = new_statement(Action::give_back);
            end->value = expression(function->result, 1, false);
            function->body.push_back(end);
        }
    }
    finish_function(std::move(function));
}

void ProgramGenerator::finish_function(std::unique_ptr<ProgramFunction> function) {
    finish_frame(*function);
    program_->functions.push_back(std::move(function));
    function_ = nullptr;
}

std::unique_ptr<Program> ProgramGenerator::make() {
    program_ = std::make_unique<Program>();
    program_->one_dimensional = chance(60);
    program_->sees_groups = chance(80);
    if (seed_ % 5 == 2) program_->sub_group_size = 8u << seed_ / 5 % 3;
    program_->has_children = !is_least_ && (seed_ % 5 == 3 || seed_ % 10 == 2);
    program_->is_volatile = is_least_ && seed_ % 4 == 1;
    if (!program_->one_dimensional && !program_->sub_group_size) program_->first_dimension = seed_ / 3 % 3;
    max_depth_ = (is_small_ ? 1 : 2) + chance(30);
    constexpr unsigned sizes[] = {1, 1, 1, 1, 1, 1, 2, 2, 3, 8};
    size_ = sizes[below(10)] * (chance(2) ? 8 : 1);
    make_structures();
    make_buffers();
    for (unsigned rest = program_->has_children ? 1 + below(2) : 0; rest > 0; --rest) make_child();
    const unsigned percent_without = is_least_ ? 95 : is_small_ ? 80 : 50;
    for (unsigned rest = chance(percent_without) ? 0 : 1 + below(is_small_ ? 1 : 4); rest > 0; --rest)
        make_function(false);
    make_function(true);
    return std::move(program_);
}

}  // namespace lanewise::fuzz
