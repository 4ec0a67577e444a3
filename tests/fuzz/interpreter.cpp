#include "interpreter.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace lanewise::fuzz {
namespace {

constexpr std::size_t stack_bytes = 1 << 14;
constexpr std::uint64_t max_steps = 3'000'000;

enum class Status : std::uint8_t { running, left_loop, next_iteration, returned };

struct Item {
    std::uint64_t gid = 0, lid = 0;
    Dim3 global_id{}, local_id{};
    Status status = Status::running;
    Value returned;
    std::vector<std::byte> stack = std::vector<std::byte>(stack_bytes);
    std::size_t frame = 0, top = 0;
};

using Items = std::vector<Item*>;

class Interpreter {
public:
    Interpreter(const Program& program, const NDRange& range, Memory& memory)
        : program_(program), range_(range), memory_(memory), items_(range.items_per_group()) {
        shared_.resize(std::size_t{max_group_items} * program.shared.bytes());
    }

    bool run();

private:
    void run_group(const Dim3& group);
    void start(const ProgramFunction& function, Item& item);
    void run(const Block& block, const Items& items);
    void run(const Statement& statement, const Items& items);
    void run_each(const Statement& statement, Item& item);
    void run_call(const Statement& statement, const Items& items);
    void run_loop(const Statement& statement, const Items& items);
    void run_choice(const Statement& statement, const Items& items);
    void run_jump_in(const Statement& statement, Item& item);
    void store_shared(const Statement& statement, Item& item);
    void count(const Statement& statement, Item& item);
    void own_atomic(const Statement& statement, Item& item);

    Value evaluate(const ExpressionPtr& expression, Item& item) { return evaluate(*expression, item); }
    Value evaluate(const Expression& expression, Item& item);
    Value evaluate_input(const Expression& expression, Item& item);
    std::uint64_t known(const Expression& expression, const Item& item) const;
    std::byte* address(const Place& place, Item& item);
    std::byte* address(const Variable& variable, Item& item);
    std::byte* own(unsigned buffer, const ExpressionPtr& index, Item& item);
    std::byte* shared(std::uint64_t index) { return &shared_[index * program_.shared.bytes()]; }
    Value load(const Place& place, Item& item);
    void store(const Place& place, const Value& value, Item& item);
    void set_counter(const Variable& variable, std::uint32_t value, Item& item);
    std::uint32_t counter(const Variable& variable, Item& item);

    const Program& program_;
    const NDRange& range_;
    Memory& memory_;
    std::vector<Item> items_;
    std::vector<std::byte> shared_;
    std::uint32_t counters_[group_counters] = {};
    Dim3 group_{}, group_size_{};
    std::uint64_t group_items_ = 0;
    std::uint64_t steps_ = 0;
};

Items running(const Items& items) {
    Items still;
    for (Item* item : items)
        if (item->status == Status::running) still.push_back(item);
    return still;
}

void end(const Items& items, Status status) {
    for (Item* item : items)
        if (item->status == status) item->status = Status::running;
}

std::uint32_t updated(Atomic atomic, std::uint32_t old, std::uint32_t value) {
    switch (atomic) {
        case Atomic::add: return old + value;
        case Atomic::bit_or: return old | value;
        case Atomic::bit_xor: return old ^ value;
        case Atomic::maximum: return std::max(old, value);
        case Atomic::minimum: return std::min(old, value);
        case Atomic::bit_and: return old & value;
        default: return value;
    }
}

bool Interpreter::run() {
    for (group_[2] = 0; group_[2] < range_.num_groups(2); ++group_[2])
        for (group_[1] = 0; group_[1] < range_.num_groups(1); ++group_[1])
            for (group_[0] = 0; group_[0] < range_.num_groups(0); ++group_[0]) {
                run_group(group_);
                if (steps_ > max_steps) return false;
            }
    return true;
}

void Interpreter::run_group(const Dim3& group) {
    Dim3 first{};
    for (unsigned d = 0; d < 3; ++d) {
        first[d] = group[d] * range_.local_size[d];
        group_size_[d] = std::min(range_.local_size[d], range_.global_size[d] - first[d]);
    }
    group_items_ = group_size_[0] * group_size_[1] * group_size_[2];
    for (unsigned i = 0; i < group_counters; ++i) counters_[i] = i < 4 ? 0 : ~0u;
    Items items;
    for (std::uint64_t lid = 0; lid < group_items_; ++lid) {
        Item& item = items_[lid];
        item.lid = lid;
        item.local_id = {lid % group_size_[0], lid / group_size_[0] % group_size_[1],
                         lid / group_size_[0] / group_size_[1]};
        Dim3 id{};
        for (unsigned d = 0; d < 3; ++d) id[d] = first[d] + item.local_id[d];
        item.gid = (id[2] * range_.global_size[1] + id[1]) * range_.global_size[0] + id[0];
        for (unsigned d = 0; d < 3; ++d) item.global_id[d] = id[d] + range_.global_offset[d];
        item.status = Status::running;
        item.frame = item.top = 0;
        start(program_.kernel(), item);
        items.push_back(&item);
    }
    run(program_.kernel().body, items);
}

void Interpreter::start(const ProgramFunction& function, Item& item) {
    item.top = item.frame + function.frame_bytes;
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
        const Variable& variable = *function.variables[i];
        std::byte* memory = address(variable, item);
        if (function.start_values[i]) store_value(evaluate(function.start_values[i], item), memory);
        if (!variable.structure && !variable.count) continue;
        for (unsigned e = 0; e < std::max(variable.count, 1u); ++e) {
            std::byte* element = memory + e * variable.element_bytes();
            const auto fill = [&](Type type, std::byte* at, unsigned number) {
                const Value one = convert({type.scalar, 1}, make_value(u32, number));
                Value all{type};
                for (unsigned lane = 0; lane < type.width; ++lane) all.lanes[lane] = one.lanes[0];
                store_value(all, at);
            };
            if (!variable.structure) {
                fill(variable.type, element, e);
                continue;
            }
            for (const Member& member : variable.structure->members)
                for (unsigned m = 0; m < std::max(member.count, 1u); ++m)
                    fill(member.type, element + member.offset + m * member.type.bytes(),
                         (variable.count ? e : 0) + m + 1);
        }
    }
}

void Interpreter::run(const Block& block, const Items& items) {
    Items still = items;
    for (const StatementPtr& statement : block) {
        still = running(still);
        if (still.empty() || steps_ > max_steps) return;
        steps_ += still.size();
        run(*statement, still);
    }
}

void Interpreter::run(const Statement& statement, const Items& items) {
    switch (statement.action) {
        case Action::call: return run_call(statement, items);
        case Action::loop: return run_loop(statement, items);
        case Action::choice: return run_choice(statement, items);
        case Action::branch: {
            Items yes, no;
            for (Item* item : items) (evaluate(statement.condition, *item).is_true() ? yes : no).push_back(item);
            if (!yes.empty()) run(statement.body, yes);
            if (!no.empty()) run(statement.otherwise, no);
            return;
        }
        default:
            for (Item* item : items) run_each(statement, *item);
    }
}

void Interpreter::run_each(const Statement& statement, Item& item) {
    switch (statement.action) {
        case Action::assign: return store(statement.place, evaluate(statement.value, item), item);
        case Action::store_own:
        case Action::store_vector:
            if (statement.condition && !evaluate(statement.condition, item).is_true()) return;
            store_value(evaluate(statement.value, item), own(statement.buffer, statement.index, item));
            return;
        case Action::store_shared: return store_shared(statement, item);
        case Action::count: return count(statement, item);
        case Action::own_atomic: return own_atomic(statement, item);
        case Action::copy_structure:
            std::memcpy(address(statement.place, item), address(*statement.other, item),
                        statement.other->structure->bytes);
            return;
        case Action::jump_in: return run_jump_in(statement, item);
        case Action::leave_loop: item.status = Status::left_loop; return;
        case Action::next_iteration: item.status = Status::next_iteration; return;
        case Action::give_back:
            if (statement.value) item.returned = evaluate(statement.value, item);
            item.status = Status::returned;
            return;
        case Action::reduce_step:
            if (item.lid < statement.offset && item.lid + statement.offset < group_items_) {
                const Type type = program_.shared;
                const Value sum = apply(Operator::bit_xor, load_value(type, shared(item.lid)),
                                        load_value(type, shared(item.lid + statement.offset)));
                store_value(sum, shared(item.lid));
            }
            return;
        default: return;  // barrier
    }
}

void Interpreter::run_call(const Statement& statement, const Items& items) {
    const ProgramFunction& function = *statement.function;
    std::vector<std::pair<std::size_t, std::size_t>> saved;
    for (Item* item : items) {
        saved.emplace_back(item->frame, item->top);
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            std::byte* parameter = &item->stack[item->top + function.parameters[i]->offset];
            if (statement.arguments[i]) {
                store_value(evaluate(statement.arguments[i], *item), parameter);
            } else {
                std::byte* target = address(statement.pointers[i], *item);
                std::memcpy(parameter, &target, sizeof target);
            }
        }
    }
    for (Item* item : items) {
        item->frame = item->top;
        start(function, *item);
    }
    run(function.body, items);
    end(items, Status::returned);
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::tie(items[i]->frame, items[i]->top) = saved[i];
        if (statement.place.variable) store(statement.place, items[i]->returned, *items[i]);
    }
}

void Interpreter::set_counter(const Variable& variable, std::uint32_t value, Item& item) {
    store_value(make_value(u32, value), address(variable, item));
}

std::uint32_t Interpreter::counter(const Variable& variable, Item& item) {
    return static_cast<std::uint32_t>(load_value(u32, address(variable, item)).lanes[0]);
}

void Interpreter::run_loop(const Statement& statement, const Items& items) {
    for (Item* item : items) {
        store_value(evaluate(statement.value, *item), address(*statement.bound, *item));
        set_counter(*statement.other, 0, *item);
    }
    const auto goes_on = [&](Item& item) {
        if (counter(*statement.other, item) >= counter(*statement.bound, item)) return false;
        return !statement.condition || evaluate(statement.condition, item).is_true();
    };
    const auto step = [&](Item& item) { set_counter(*statement.other, counter(*statement.other, item) + 1, item); };
    Items inside = items;
    bool first = true;
    while (steps_ <= max_steps) {
        if (!first || statement.loop != LoopKind::do_while)
            std::erase_if(inside, [&](Item* item) { return !goes_on(*item); });
        first = false;
        if (inside.empty()) break;
        if (statement.loop == LoopKind::while_loop)
            for (Item* item : inside) step(*item);
        run(statement.body, inside);
        end(inside, Status::next_iteration);
        Items left;
        for (Item* item : inside)
            if (item->status == Status::left_loop) left.push_back(item);
        std::erase_if(inside, [](Item* item) { return item->status != Status::running; });
        end(left, Status::left_loop);
        if (statement.loop != LoopKind::while_loop)
            for (Item* item : inside) step(*item);
    }
}

void Interpreter::run_choice(const Statement& statement, const Items& items) {
    // Items fall into later cases, so those that enter at one and those that fall in run it together.
    std::vector<Items> entering(statement.cases.size());
    for (Item* item : items) {
        const std::uint64_t value = evaluate(statement.value, *item).lanes[0];
        std::size_t chosen = statement.cases.size(), otherwise = chosen;
        for (std::size_t i = 0; i < statement.cases.size(); ++i) {
            if (std::ranges::find(statement.cases[i].labels, value) != statement.cases[i].labels.end()) chosen = i;
            if (statement.cases[i].is_default) otherwise = i;
        }
        if (chosen == statement.cases.size()) chosen = otherwise;
        if (chosen < statement.cases.size()) entering[chosen].push_back(item);
    }
    Items falling;
    for (std::size_t i = 0; i < statement.cases.size(); ++i) {
        falling = running(falling);
        falling.insert(falling.end(), entering[i].begin(), entering[i].end());
        if (falling.empty()) continue;
        run(statement.cases[i].body, falling);
        if (!statement.cases[i].falls_through) falling.clear();
    }
    end(items, Status::left_loop);
}

void Interpreter::run_jump_in(const Statement& statement, Item& item) {
    const std::uint64_t value = evaluate(statement.value, item).lanes[0];
    std::size_t part = value < statement.cases.size() ? static_cast<std::size_t>(value) : 0;
    for (std::uint32_t round = 0; item.status == Status::running; part = 0) {
        set_counter(*statement.other, round, item);
        for (; part < statement.cases.size() && item.status == Status::running; ++part)
            run(statement.cases[part].body, {&item});
        if (item.status == Status::next_iteration) item.status = Status::running;
        if (item.status != Status::running) break;
        set_counter(*statement.other, ++round, item);
        if (round >= 4 || !evaluate(statement.condition, item).is_true()) break;
    }
    if (item.status == Status::left_loop) item.status = Status::running;
}

void Interpreter::store_shared(const Statement& statement, Item& item) {
    if (statement.condition && !evaluate(statement.condition, item).is_true()) return;
    store_value(evaluate(statement.value, item), shared(statement.has_offset ? statement.offset : item.lid));
}

void Interpreter::count(const Statement& statement, Item& item) {
    const auto kind = static_cast<std::size_t>(statement.atomic);
    std::uint32_t* target = &counters_[kind];
    if (statement.is_global) {
        const std::uint64_t set = evaluate(statement.index, item).lanes[0] & (global_counter_sets - 1);
        target = &memory_.counts[set * group_counters + kind];
    }
    const auto value = static_cast<std::uint32_t>(evaluate(statement.value, item).lanes[0]);
    *target = updated(statement.atomic, *target, value);
}

void Interpreter::own_atomic(const Statement& statement, Item& item) {
    std::byte* memory = own(statement.buffer, statement.index, item);
    const Value old = load_value(u32, memory);
    const auto before = static_cast<std::uint32_t>(old.lanes[0]);
    const auto value = static_cast<std::uint32_t>(evaluate(statement.value, item).lanes[0]);
    const bool changes = statement.atomic != Atomic::compare ||
                         evaluate(statement.arguments[0], item).lanes[0] == before;
    if (changes) store_value(make_value(u32, updated(statement.atomic, before, value)), memory);
    store(statement.place, old, item);
}

std::byte* Interpreter::own(unsigned buffer, const ExpressionPtr& index, Item& item) {
    const Buffer& b = program_.buffers[buffer];
    const std::uint64_t k = index ? evaluate(index, item).lanes[0] & (b.per_item - 1) : 0;
    std::uint64_t element = item.gid * b.per_item + k;
    if (b.ownership == Ownership::reversed) element = (memory_.total - 1 - item.gid) * b.per_item + k;
    if (b.ownership == Ownership::planar) element = k * memory_.total + item.gid;
    return &memory_.buffers[buffer][element * b.element.bytes()];
}

std::byte* Interpreter::address(const Variable& variable, Item& item) {
    std::byte* memory = &item.stack[item.frame + variable.offset];
    if (!variable.is_pointer) return memory;
    std::byte* target = nullptr;
    std::memcpy(&target, memory, sizeof target);
    return target;
}

std::byte* Interpreter::address(const Place& place, Item& item) {
    const Variable& variable = *place.variable;
    std::byte* memory = address(variable, item);
    if (place.index) memory += (evaluate(place.index, item).lanes[0] & (variable.count - 1)) * variable.element_bytes();
    if (!variable.structure || place.member < 0) return memory;
    const Member& member = variable.structure->members[static_cast<std::size_t>(place.member)];
    memory += member.offset;
    if (!member.count) return memory;
    return memory + (evaluate(place.member_index, item).lanes[0] & (member.count - 1)) * member.type.bytes();
}

Value pick(const Value& whole, const std::vector<unsigned>& lanes) {
    Value picked{{whole.type.scalar, static_cast<unsigned>(lanes.size())}};
    for (std::size_t i = 0; i < lanes.size(); ++i) picked.lanes[i] = whole.lanes[lanes[i]];
    return picked;
}

Type whole_type(const Place& place) {
    Place whole = place;
    whole.lanes.clear();
    return whole.type();
}

Value Interpreter::load(const Place& place, Item& item) {
    const Value whole = load_value(whole_type(place), address(place, item));
    return place.lanes.empty() ? whole : pick(whole, place.lanes);
}

void Interpreter::store(const Place& place, const Value& value, Item& item) {
    std::byte* memory = address(place, item);
    if (place.lanes.empty()) return store_value(value, memory);
    Value whole = load_value(whole_type(place), memory);
    for (std::size_t i = 0; i < place.lanes.size(); ++i) whole.lanes[place.lanes[i]] = value.lanes[i];
    store_value(whole, memory);
}

std::uint64_t Interpreter::known(const Expression& expression, const Item& item) const {
    const unsigned d = expression.dimension;
    switch (expression.known) {
        case Known::item: return item.gid;
        case Known::local_item: return item.lid;
        case Known::group_size: return group_items_;
        case Known::total: return memory_.total;
        case Known::n: return memory_.n;
        case Known::global_id: return item.global_id[d];
        case Known::local_id: return item.local_id[d];
        case Known::group_id: return group_[d];
        case Known::num_groups: return range_.num_groups(d);
        case Known::global_size: return range_.global_size[d];
        case Known::local_size: return group_size_[d];
        case Known::global_offset: break;
    }
    return range_.global_offset[d];
}

Value Interpreter::evaluate_input(const Expression& expression, Item& item) {
    const Buffer& buffer = program_.buffers[expression.buffer];
    std::uint64_t index = 0;
    switch (expression.pattern) {
        case Pattern::masked: index = evaluate(expression.arguments[0], item).lanes[0] & (buffer.size - 1); break;
        case Pattern::affine: index = item.gid * expression.scale + expression.offset; break;
        case Pattern::backwards: index = buffer.size - 1 - item.gid; break;
        case Pattern::vload:
            index = (evaluate(expression.arguments[0], item).lanes[0] & 31) * expression.type.width;
            break;
    }
    return load_value(expression.type, &memory_.buffers[expression.buffer][index * buffer.element.bytes()]);
}

Value Interpreter::evaluate(const Expression& expression, Item& item) {
    const auto argument = [&](unsigned i) { return evaluate(expression.arguments[i], item); };
    switch (expression.node) {
        case Node::literal: return expression.value;
        case Node::known: return make_value(expression.type, known(expression, item));
        case Node::place: return load(expression.place, item);
        case Node::input: return evaluate_input(expression, item);
        case Node::own: return load_value(expression.type, own(expression.buffer, expression.arguments[0], item));
        case Node::shared: {
            std::uint64_t index = expression.offset;
            if (expression.scale != 0) index = (item.lid * expression.scale + index) % group_items_;
            return load_value(expression.type, shared(index));
        }
        case Node::counter: return make_value(u32, counters_[expression.buffer]);
        case Node::operation: return apply(expression.operation, argument(0), argument(1));
        case Node::function: {
            std::vector<Value> values;
            for (unsigned i = 0; i < expression.arguments.size(); ++i) values.push_back(argument(i));
            return fuzz::apply(expression.function, values);
        }
        case Node::convert: return convert(expression.type, argument(0));
        case Node::reinterpret: return reinterpret(expression.type, argument(0));
        case Node::conditional: return argument(argument(0).is_true() ? 1 : 2);
        case Node::swizzle: return pick(argument(0), expression.lanes);
        case Node::compose: break;
    }
    Value result{expression.type};
    unsigned lane = 0;
    for (unsigned i = 0; i < expression.arguments.size(); ++i) {
        const Value part = argument(i);
        for (unsigned l = 0; l < part.type.width; ++l) result.lanes[lane++] = part.lanes[l];
    }
    for (; lane < expression.type.width; ++lane) result.lanes[lane] = result.lanes[0];  // (float4)(x)
    return result;
}

}  // namespace

std::size_t elements_of(const Buffer& buffer, std::size_t items) {
    return buffer.ownership == Ownership::input ? buffer.size : items * buffer.per_item;
}

bool interpret(const Program& program, const NDRange& range, Memory& memory) {
    return Interpreter(program, range, memory).run();
}

}  // namespace lanewise::fuzz
