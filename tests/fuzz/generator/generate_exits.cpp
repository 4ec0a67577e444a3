// Makes loops that work-items leave by different exits. Each exit sets a variable to a different constant, and the code
// after the loop uses the variable as a number. The compiler must not take such a variable for uniform, and must keep
// the values of work-items that have left the loop.
#include "generator/nodes.h"
#include "generator/program_generator.h"

namespace lanewise::fuzz {
namespace {

StatementPtr set(const std::shared_ptr<Variable>& variable, ExpressionPtr value) {
    auto statement = new_statement(Action::assign);
    statement->place.variable = variable;
    statement->value = std::move(value);
    return statement;
}

StatementPtr when(ExpressionPtr condition, Block body) {
    auto statement = new_statement(Action::branch);
    statement->condition = std::move(condition);
    statement->body = std::move(body);
    return statement;
}

}  // namespace

// Makes a loop with an empty body and a counter that counts up to `bound`.
std::shared_ptr<Statement> ProgramGenerator::counted_loop(ExpressionPtr bound) {
    auto statement = new_statement(Action::loop);
    const VariablePtr counter = declare(u32, nullptr, 0), end = declare(u32, nullptr, 0);
    visible_.resize(visible_.size() - 2);
    counter->is_constant = end->is_constant = true;
    counter->name = "j" + counter->name, end->name = "e" + end->name;
    statement->other = counter;
    statement->bound = end;
    statement->value = std::move(bound);
    return statement;
}

// Makes a value that differs between work-items, and that the compiler cannot know.
ExpressionPtr ProgramGenerator::own_input() {
    ExpressionPtr own;
    do own = input(false);
    while (own->pattern != Pattern::affine && own->pattern != Pattern::backwards);
    return adapt(own, u32);
}

// Makes the number of iterations of a loop. Most of these numbers are the same for all work-items, so that work-items
// diverge only at the exits in the loop's body.
ExpressionPtr ProgramGenerator::iterations() {
    return chance(70) ? operation(Operator::bit_or, u32, low_bits(known_value(Known::n), 3), number(4))
                      : low_bits(own_input(), 7);
}

// Makes a loop that changes `sum`.
std::shared_ptr<Statement> ProgramGenerator::summing_loop(const VariablePtr& sum, ExpressionPtr bound) {
    auto statement = counted_loop(std::move(bound));
    const ExpressionPtr read_input = adapt(input(false), u32);
    const ExpressionPtr tripled = operation(Operator::mul, u32, read(sum), number(3));
    const ExpressionPtr changed = operation(Operator::add, u32, tripled, read(statement->other));
    statement->body.push_back(set(sum, operation(Operator::add, u32, changed, read_input)));
    return statement;
}

// Makes a branch in which some work-items set `found` and then leave the enclosing loop, whose counter is `counter`.
StatementPtr ProgramGenerator::exit_with(const VariablePtr& found, unsigned value, ExpressionPtr counter) {
    const ExpressionPtr own = low_bits(own_input(), 7);
    const ExpressionPtr condition =
        chance(70) ? operation(Operator::equal, i32, own, std::move(counter)) : comparison(i32, 1, false);
    return when(condition, {set(found, number(value)), new_statement(Action::leave_loop)});
}

// Makes a loop that work-items may leave early. The loop may contain an inner loop that work-items may also leave
// early; in some programs, these work-items then leave the outer loop, too.
void ProgramGenerator::exits(Block& to) {
    const VariablePtr sum = declare(u32, nullptr, 0), found = declare(u32, nullptr, 0);
    found->is_constant = true;
    const unsigned first = below(8), value = (first + 1 + below(7)) % 8, inner_value = (first + 1 + below(7)) % 8;
    to.push_back(set(found, number(first)));
    auto outer = counted_loop(iterations());
    if (chance(50)) {
        auto inner = summing_loop(sum, iterations());
        inner->body.push_back(exit_with(found, inner_value, read(inner->other)));
        outer->body.push_back(inner);
        const ExpressionPtr left = operation(Operator::equal, i32, read(found), number(inner_value));
        if (chance(60)) outer->body.push_back(when(left, {new_statement(Action::leave_loop)}));
    }
    outer->body.push_back(summing_loop(sum, number(1 + below(3))));
    if (chance(70)) outer->body.push_back(exit_with(found, value, read(outer->other)));
    to.push_back(outer);
    after_exits(to, sum, found);
    if (in_child_) return;
    auto store = new_statement(Action::store_own);  // buffer 3 is the first output and has elements of type u32
    store->buffer = 3;
    store->index = literal(u32);
    store->value = operation(Operator::bit_xor, u32, read(sum), read(found));
    to.push_back(store);
}

// Makes a loop that follows a loop with several exits. `found` is either the bound of the loop, or decides whether a
// work-item enters the loop. The loop does enough work for SerializeSparse to run sparse lanes one after another.
void ProgramGenerator::after_exits(Block& to, const VariablePtr& sum, const VariablePtr& found) {
    const bool as_bound = chance(50);
    auto loop = counted_loop(as_bound ? read(found) : low_bits(own_input(), 7));
    auto middle = counted_loop(number(2 + below(4)));
    middle->body.push_back(summing_loop(sum, number(2)));
    loop->body.push_back(middle);
    if (chance(50)) loop->body.push_back(summing_loop(sum, number(2)));
    if (as_bound) return to.push_back(loop);
    const Operator compare = chance(50) ? Operator::less : Operator::equal;
    to.push_back(when(operation(compare, i32, read(found), number(below(8))), {loop}));
}

}  // namespace lanewise::fuzz
