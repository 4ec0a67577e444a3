#include "interpreter.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "evaluator.h"
#include "flow.h"
#include "sub_group_operations.h"

namespace lanewise::fuzz {
namespace {

constexpr std::uint64_t max_steps = 3'000'000;
constexpr unsigned max_launches = 3000;

// Call frame of a function that a work-item is running: the kernel or a called function.
struct Frame {
    const ProgramFunction* function = nullptr;
    const Flow* flow = nullptr;
    const Statement* call = nullptr;
    std::size_t at = 0;
    std::size_t frame = 0, top = 0;     // the caller's Item::frame and Item::top, restored at the return
    std::vector<std::uint32_t> rounds;  // number of the current iteration of each loop
};

struct RunningItem : Item {
    std::vector<Frame> calls;             // empty after the work-item has ended
    const Statement* waits_at = nullptr;  // sub-group operation at which the work-item waits for other lanes, or null
};

class Interpreter : private Evaluator {
public:
    Interpreter(const Program& program, const NDRange& range, Memory& memory);

    Verdict run();

private:
    Verdict run_group();
    void place(std::uint64_t lid, RunningItem& item);
    void enter(const ProgramFunction& function, const Statement* call, RunningItem& item);
    void start(const ProgramFunction& function, Item& item);
    void advance(RunningItem& item);
    bool step(const Step& step, RunningItem& item);
    void run_sub_groups(std::span<RunningItem> items);
    void put_together(std::span<RunningItem> sub_group, const std::vector<RunningItem*>& there);
    void run_call(const Statement& statement, RunningItem& item);
    void give_back(RunningItem& item);
    void begin_loop(const Statement& statement, Item& item);
    bool goes_on(const Statement& statement, Item& item);
    void run(const Statement& statement, Item& item);
    void count(const Statement& statement, Item& item);
    void put(const Statement& statement, Item& item);
    void take(const Statement& statement, Item& item);
    void own_atomic(const Statement& statement, Item& item);
    void enqueue(const Statement& statement, Item& item);
    void reduce_step(const Statement& statement, Item& item);
    void set_counter(const Variable& variable, std::uint32_t value, Item& item);
    std::uint32_t counter(const Variable& variable, Item& item);
    bool has_raced() const;

    std::map<const ProgramFunction*, Flow> flows_;
    std::vector<RunningItem> items_;
    std::size_t stack_bytes_ = 0;
    std::uint64_t steps_ = 0;
    unsigned launches_ = 0;
};

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

// Returns the position of the barrier at which a work-item waits. This position consists of the positions in all call
// frames, and of the iteration numbers of all enclosing loops. The wait is legal if all work-items of the group wait at
// the same position.
std::vector<std::size_t> where(const RunningItem& item) {
    std::vector<std::size_t> path;
    for (const Frame& frame : item.calls) {
        const std::size_t at = frame.at - 1;  // index of the last step that the frame ran: the barrier, or the call
        path.push_back(at);
        for (const unsigned loop : frame.flow->steps[at].loops) path.push_back(frame.rounds[loop]);
    }
    return path;
}

// Returns a position that can be compared between lanes. A lane at an earlier position may still reach a later
// position. Lanes at equal positions take part in an operation together.
std::vector<std::size_t> way(const RunningItem& item) {
    std::vector<std::size_t> path;
    for (const Frame& frame : item.calls) {
        const std::size_t at = frame.at - 1;
        for (const unsigned loop : frame.flow->steps[at].loops) {
            path.push_back(frame.flow->loop_starts[loop]);
            path.push_back(frame.rounds[loop]);
        }
        path.push_back(at);
    }
    return path;
}

Interpreter::Interpreter(const Program& program, const NDRange& range, Memory& memory)
    : Evaluator(program, range, memory), items_(range.items_per_group()) {
    for (const auto& function : program.functions) {
        flows_.emplace(function.get(), flatten(*function));
        // The sum of all functions' frame sizes suffices for any call stack, because a function calls only functions
        // defined before it.
        stack_bytes_ += function->frame_bytes;
    }
    for (RunningItem& item : items_) item.stack.resize(stack_bytes_);
}

Verdict Interpreter::run() {
    for (group_[2] = 0; group_[2] < range_.num_groups(2); ++group_[2])
        for (group_[1] = 0; group_[1] < range_.num_groups(1); ++group_[1])
            for (group_[0] = 0; group_[0] < range_.num_groups(0); ++group_[0]) {
                const Verdict verdict = run_group();
                if (verdict != Verdict::defined) return verdict;
            }
    return Verdict::defined;
}

void Interpreter::place(std::uint64_t lid, RunningItem& item) {
    item.lid = lid;
    const Dim3 size = exchanged(group_size_, program_.first_dimension);
    item.local_id =
        exchanged({lid % size[0], lid / size[0] % size[1], lid / size[0] / size[1]}, program_.first_dimension);
    Dim3 id{};
    for (unsigned d = 0; d < 3; ++d) id[d] = group_[d] * range_.local_size[d] + item.local_id[d];
    const Dim3 global = exchanged(range_.global_size, program_.first_dimension);
    const Dim3 along = exchanged(id, program_.first_dimension);
    item.gid = (along[2] * global[1] + along[1]) * global[0] + along[0];
    for (unsigned d = 0; d < 3; ++d) item.global_id[d] = id[d] + range_.global_offset[d];
    item.frame = item.top = 0;
    item.calls.clear();
    enter(program_.kernel(), nullptr, item);
}

Verdict Interpreter::run_group() {
    for (unsigned d = 0; d < 3; ++d)
        group_size_[d] = std::min(range_.local_size[d], range_.global_size[d] - group_[d] * range_.local_size[d]);
    group_items_ = group_size_[0] * group_size_[1] * group_size_[2];
    for (unsigned i = 0; i < group_counters; ++i) counters_[i] = i < 4 ? 0 : ~0u;
    std::ranges::fill(slots_, 0u);
    shared_races_.start_group();
    for (CounterRace& race : counter_races_) race.start_group();
    const std::span<RunningItem> items(items_.data(), group_items_);
    for (std::uint64_t lid = 0; lid < group_items_; ++lid) place(lid, items[lid]);
    while (true) {
        for (RunningItem& item : items) advance(item);
        run_sub_groups(items);
        if (steps_ > max_steps || launches_ > max_launches) return Verdict::too_long;
        if (is_wild_) return Verdict::wild;
        if (has_raced()) return Verdict::raced;
        const std::vector<std::size_t> meeting = where(items[0]);
        for (const RunningItem& item : items)
            if (where(item) != meeting) return Verdict::parted;
        if (meeting.empty()) return Verdict::defined;
        shared_races_.pass_barrier();
        for (CounterRace& race : counter_races_) race.pass_barrier();
    }
}

// Runs until all work-items are at a barrier or have ended. The lanes at the earliest position run first.
void Interpreter::run_sub_groups(std::span<RunningItem> items) {
    const std::size_t size = program_.sub_group_size;
    for (std::size_t first = 0; size && first < items.size(); first += size) {
        const std::span<RunningItem> lanes = items.subspan(first, std::min(size, items.size() - first));
        while (steps_ <= max_steps) {
            std::vector<std::size_t> least;
            std::vector<RunningItem*> there;
            for (RunningItem& lane : lanes) {
                if (!lane.waits_at) continue;
                std::vector<std::size_t> here = way(lane);
                if (!there.empty() && here > least) continue;
                if (there.empty() || here < least) there.clear();
                least = std::move(here);
                there.push_back(&lane);
            }
            if (there.empty()) break;
            put_together(lanes, there);
            for (RunningItem* lane : there) {
                lane->waits_at = nullptr;
                advance(*lane);
            }
        }
    }
}

void Interpreter::put_together(std::span<RunningItem> sub_group, const std::vector<RunningItem*>& there) {
    const Statement& statement = *there.front()->waits_at;
    const Type type = statement.place.type();
    LaneValues values;
    for (RunningItem* lane : there)
        values[static_cast<std::size_t>(lane - sub_group.data())] = evaluate(statement.value, *lane);
    std::vector<Value> results;
    for (const auto& [lane, own] : values)
        results.push_back(sub_group_result(statement, type, program_.sub_group_size, lane, values));
    std::size_t next = 0;
    for (const auto& [lane, own] : values) store(statement.place, results[next++], sub_group[lane]);
}

bool Interpreter::has_raced() const {
    return shared_races_.found() || std::ranges::any_of(counter_races_, [](auto& race) { return race.found(); });
}

void Interpreter::enter(const ProgramFunction& function, const Statement* call, RunningItem& item) {
    const Flow& flow = flows_.at(&function);
    item.calls.push_back({&function, &flow, call, 0, item.frame, item.top, std::vector<std::uint32_t>(flow.loops)});
    item.frame = item.top;
    start(function, item);
}

void Interpreter::start(const ProgramFunction& function, Item& item) {
    item.top = item.frame + function.frame_bytes;
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
        const Variable& variable = *function.variables[i];
        std::byte* memory = &item.stack[item.frame + variable.offset];
        if (variable.is_pointer) {
            std::memset(memory, 0, sizeof(std::byte*));
            continue;
        }
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

// Runs the work-item up to its next barrier or sub-group operation, or to its end.
void Interpreter::advance(RunningItem& item) {
    while (!item.calls.empty() && steps_ <= max_steps) {
        Frame& frame = item.calls.back();
        if (frame.at == frame.flow->steps.size()) {
            give_back(item);
            continue;
        }
        ++steps_;
        const Step& next = frame.flow->steps[frame.at++];
        if (next.kind == Step::Kind::meet) return;
        if (next.kind == Step::Kind::meet_lanes) {
            item.waits_at = next.statement;
            return;
        }
        if (step(next, item)) frame.at = next.target;
    }
}

// Runs one step of a function. Returns true if the work-item continues at the step's jump target, and false if it
// continues at the next step.
bool Interpreter::step(const Step& step, RunningItem& item) {
    using Kind = Step::Kind;
    Frame& frame = item.calls.back();
    const Statement& statement = *step.statement;
    switch (step.kind) {
        case Kind::unless: return !evaluate(*step.condition, item).is_true();
        case Kind::jump: return true;
        case Kind::choose: {
            const std::uint64_t last = step.targets.size() - 1;
            frame.at = step.targets[std::min(evaluate(statement.value, item).lanes[0], last)];
            return false;
        }
        case Kind::call: run_call(statement, item); return false;
        case Kind::give_back:
            if (statement.value) item.returned = evaluate(statement.value, item);
            give_back(item);
            return false;
        case Kind::begin_loop:
            frame.rounds[step.loop] = 0;
            begin_loop(statement, item);
            return false;
        case Kind::next_round: ++frame.rounds[step.loop]; return false;
        case Kind::step_loop: {
            const bool strides = statement.action == Action::loop && statement.loop == LoopKind::strided;
            const auto by = strides ? static_cast<std::uint32_t>(group_items_) : 1u;
            set_counter(*statement.other, counter(*statement.other, item) + by, item);
            return false;
        }
        case Kind::exit_loop: return !goes_on(statement, item);
        case Kind::spend:
            if (counter(*statement.other, item) >= max_jumps_back) return true;
            set_counter(*statement.other, counter(*statement.other, item) + 1, item);
            ++frame.rounds[step.loop];
            return false;
        default: run(statement, item); return false;
    }
}

void Interpreter::begin_loop(const Statement& statement, Item& item) {
    const bool strides = statement.action == Action::loop && statement.loop == LoopKind::strided;
    if (statement.bound) store_value(evaluate(statement.value, item), address(*statement.bound, item));
    set_counter(*statement.other, strides ? static_cast<std::uint32_t>(item.lid) : 0, item);
}

bool Interpreter::goes_on(const Statement& statement, Item& item) {
    const std::uint32_t bound = statement.bound ? counter(*statement.bound, item) : 4;
    return counter(*statement.other, item) < bound &&
           (!statement.condition || evaluate(statement.condition, item).is_true());
}

void Interpreter::run_call(const Statement& statement, RunningItem& item) {
    const ProgramFunction& function = *statement.function;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        std::byte* parameter = &item.stack[item.top + function.parameters[i]->offset];
        if (statement.arguments[i]) {
            store_value(evaluate(statement.arguments[i], item), parameter);
        } else {
            std::byte* target = address(statement.pointers[i], item);
            std::memcpy(parameter, &target, sizeof target);
        }
    }
    enter(function, &statement, item);
}

void Interpreter::give_back(RunningItem& item) {
    const Frame ended = std::move(item.calls.back());
    item.calls.pop_back();
    item.frame = ended.frame;
    item.top = ended.top;
    if (ended.call && ended.call->place.variable) store(ended.call->place, item.returned, item);
}

void Interpreter::run(const Statement& statement, Item& item) {
    switch (statement.action) {
        case Action::assign: return store(statement.place, evaluate(statement.value, item), item);
        case Action::store_own:
        case Action::store_vector:
            if (statement.condition && !evaluate(statement.condition, item).is_true()) return;
            store_value(evaluate(statement.value, item), own(statement.buffer, statement.index, item));
            return;
        case Action::store_shared:
            if (statement.condition && !evaluate(statement.condition, item).is_true()) return;
            return store_shared(evaluate(statement.value, item), statement.has_offset ? statement.offset : item.lid,
                                item);
        case Action::count: return count(statement, item);
        case Action::put: return put(statement, item);
        case Action::take: return take(statement, item);
        case Action::own_atomic: return own_atomic(statement, item);
        case Action::enqueue: return enqueue(statement, item);
        case Action::copy_structure:
            std::memcpy(address(statement.place, item), address(*statement.other, item),
                        statement.other->structure->bytes);
            return;
        case Action::aim: {
            std::byte* target = aim(statement.targets[evaluate(statement.condition, item).is_true() ? 0 : 1], item);
            std::memcpy(&item.stack[item.frame + statement.place.variable->offset], &target, sizeof target);
            return;
        }
        default: return reduce_step(statement, item);
    }
}

void Interpreter::reduce_step(const Statement& statement, Item& item) {
    if (item.lid >= statement.offset || item.lid + statement.offset >= group_items_) return;
    const Value other = load_shared(item.lid + statement.offset, item);
    store_shared(apply(Operator::bit_xor, load_shared(item.lid, item), other), item.lid, item);
}

void Interpreter::set_counter(const Variable& variable, std::uint32_t value, Item& item) {
    store_value(make_value(u32, value), address(variable, item));
}

std::uint32_t Interpreter::counter(const Variable& variable, Item& item) {
    return static_cast<std::uint32_t>(load_value(u32, address(variable, item)).lanes[0]);
}

void Interpreter::count(const Statement& statement, Item& item) {
    const auto kind = static_cast<std::size_t>(statement.atomic);
    std::uint32_t* target = &counters_[kind];
    if (statement.is_global) {
        const std::uint64_t set = evaluate(statement.index, item).lanes[0] & (global_counter_sets - 1);
        target = &memory_.counts[set * group_counters + kind];
    } else {
        counter_races_[kind].update();
    }
    const auto value = static_cast<std::uint32_t>(evaluate(statement.value, item).lanes[0]);
    *target = updated(statement.atomic, *target, value);
}

// Runs the enqueued kernels immediately. Enqueued kernels may run in any order, because they change only counters, and
// the order does not affect the final values of counters.
void Interpreter::enqueue(const Statement& statement, Item& item) {
    if (++launches_ > max_launches) return;
    const ProgramFunction& function = *statement.function;
    std::vector<std::byte> parameters(function.frame_bytes), copies;
    for (std::size_t i = 1; i < function.parameters.size(); ++i) {
        const Variable& parameter = *function.parameters[i];
        if (statement.arguments[i]) {
            store_value(evaluate(statement.arguments[i], item), &parameters[parameter.offset]);
        } else {
            const std::byte* const from = address(statement.pointers[i], item);
            copies.insert(copies.end(), from, from + parameter.element_bytes());
        }
    }
    const std::uint64_t count = 1 + (evaluate(statement.value, item).lanes[0] & child_mask);
    for (std::uint64_t number = 0; number < count && steps_ <= max_steps; ++number) {
        std::vector<std::byte> own_copies = copies;
        std::byte* copy = own_copies.data();
        RunningItem child;
        child.gid = item.gid;
        child.stack.resize(stack_bytes_);
        std::ranges::copy(parameters, child.stack.begin());
        for (std::size_t i = 1; i < function.parameters.size(); ++i) {
            if (statement.arguments[i]) continue;
            std::memcpy(&child.stack[function.parameters[i]->offset], &copy, sizeof copy);
            copy += function.parameters[i]->element_bytes();
        }
        store_value(make_value(u32, number), &child.stack[function.parameters[0]->offset]);
        enter(function, nullptr, child);
        advance(child);
    }
}

void Interpreter::put(const Statement& statement, Item& item) {
    const auto first = static_cast<std::uint32_t>(evaluate(statement.value, item).lanes[0]);
    const std::uint32_t count = statement.pipe_use == PipeUse::some ? 1 + (first & 3) : 1;
    for (std::uint32_t i = 0; i < count; ++i) memory_.packets.push_back(first + i);
}

void Interpreter::take(const Statement& statement, Item& item) {
    const std::uint32_t count = statement.pipe_use == PipeUse::some ? 2 : 1;
    memory_.taken += count;
    store(statement.place, make_value(u32, count * pipe_number), item);
}

void Interpreter::own_atomic(const Statement& statement, Item& item) {
    std::byte* memory = own(statement.buffer, statement.index, item);
    const Value old = load_value(u32, memory);
    const auto before = static_cast<std::uint32_t>(old.lanes[0]);
    const auto value = static_cast<std::uint32_t>(evaluate(statement.value, item).lanes[0]);
    const bool changes =
        statement.atomic != Atomic::compare || evaluate(statement.arguments[0], item).lanes[0] == before;
    if (changes) store_value(make_value(u32, updated(statement.atomic, before, value)), memory);
    store(statement.place, old, item);
}

}  // namespace

std::size_t elements_of(const Buffer& buffer, std::size_t items) {
    return is_written(buffer) ? items * buffer.per_item : buffer.size;
}

Verdict interpret(const Program& program, const NDRange& range, Memory& memory) {
    return Interpreter(program, range, memory).run();
}

}  // namespace lanewise::fuzz
