// Branches, switches, loops, irreducible flow, and calls.
#include <utility>

#include "number_steps.h"

namespace lanewise::fuzz {

void Steps::flow() {
    switch (module_.below(10)) {
        case 0:
        case 1:
        case 2: return branch();
        case 3:
        case 4: return switches();
        case 5:
        case 6: return loop();
        case 7: return irreducible();
        case 8: return call();
        default: return call_by_pointer();
    }
}

// Writes the blocks of several sides of a branch. Each side makes a value of the type, and a phi after the sides
// chooses the value. If `direct` is not null, the block before the sides also branches to the phi's block, with the
// value `direct`.
void Steps::sides(int type, const std::vector<Side>& all, const std::string& merge, const Node* direct,
                  const std::vector<char>& direct_taken) {
    const std::string hash_before = module_.hash_, label_before = module_.label_;
    const std::vector<std::uint64_t> hashes_before = module_.hashes_;
    const std::vector<char> active_before = module_.active_;
    Node phi{.type = type, .id = module_.new_id()};
    phi.values.assign(work_items, std::vector<std::uint64_t>(module_.leaves(type), 0));
    std::vector<std::uint64_t> hashes(work_items);
    std::string values, hash_values;
    const auto arrive = [&](const Node& value, const std::vector<char>& taken) {
        values += " " + value.id + " " + module_.label_;
        hash_values += " " + module_.hash_ + " " + module_.label_;
        for (unsigned item = 0; item < work_items; ++item) {
            if (!taken[item]) continue;
            phi.values[item] = value.values[item];
            hashes[item] = module_.hashes_[item];
        }
    };
    if (direct) arrive(*direct, direct_taken);
    for (const Side& side : all) {
        module_.write(side.label + " = OpLabel");
        module_.label_ = side.label;
        module_.hash_ = hash_before;
        module_.hashes_ = hashes_before;
        for (unsigned item = 0; item < work_items; ++item)
            module_.active_[item] = active_before[item] && side.taken[item];
        const std::size_t outside = module_.pool_.size();
        const unsigned steps = module_.below(4);
        for (unsigned i = 0; i < steps; ++i) module_.step(module_.depth_ + 1);
        const Node value = module_.choose(type);
        arrive(value, side.taken);
        module_.write("OpBranch " + merge);
        module_.pool_.resize(outside);
    }
    module_.active_ = active_before;
    module_.label_ = merge;
    module_.write(merge + " = OpLabel");
    module_.write(phi.id + " = OpPhi " + info(type).id + values);
    module_.hash_ = module_.new_id();
    module_.write(module_.hash_ + " = OpPhi %ulong" + hash_values);
    module_.hashes_ = hashes;
    module_.keep(phi);
}

void Steps::branch() {
    const Node condition = module_.choose(boolean());
    const int type = module_.random_type();
    const std::string name = std::to_string(module_.next_id_++);
    std::vector<Side> both = {{"%then" + name, {}}, {"%else" + name, {}}};
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned side = 0; side < 2; ++side)
            both[side].taken.push_back((condition.values[item][0] != 0) == (side == 0));
    const bool is_weighted = module_.chance(10);
    // Sometimes the branch has only one side, and the second edge of the branch goes directly to the merge block.
    const bool is_half = module_.chance(25);
    const Node direct = is_half ? module_.choose(type) : Node{};
    const std::vector<char> direct_taken = both[1].taken;
    if (is_half) both.pop_back();
    if (module_.chance(70)) module_.write("OpSelectionMerge %merge" + name + " None");
    module_.write("OpBranchConditional " + condition.id + " %then" + name + (is_half ? " %merge" : " %else") + name +
                  (is_weighted ? " 3 1" : ""));
    sides(type, both, "%merge" + name, is_half ? &direct : nullptr, direct_taken);
}

void Steps::switches() {
    const int selector_type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const Node any = module_.choose(selector_type);
    const unsigned cases = 1 + module_.below(4);
    const Node selector = module_.chance(70) ? remainder(any, cases + 1) : any;
    const int type = module_.random_type();
    const std::string name = std::to_string(module_.next_id_++);
    std::vector<Side> all;
    const unsigned count = 1 + module_.below(3);
    for (unsigned i = 0; i < count; ++i)
        all.push_back({"%case" + name + "_" + std::to_string(i), std::vector<char>(work_items, 0)});
    const bool has_direct = module_.chance(40);
    const Node direct = has_direct ? module_.choose(type) : Node{};
    std::vector<char> direct_taken(work_items, 0);
    const auto target = [&]() -> std::pair<std::string, std::vector<char>*> {
        const unsigned which = module_.below(count + (has_direct ? 1 : 0));
        if (which == count) return {"%merge" + name, &direct_taken};
        return {all[which].label, &all[which].taken};
    };
    // Each side has an edge from the switch: the first side is the default, and each other side has a literal.
    struct Case {
        std::uint64_t literal;
        std::string label;
        std::vector<char>* taken;
    };
    std::vector<Case> literals;
    const auto add = [&](const std::string& label, std::vector<char>* taken) {
        // Some literals are selector values of work-items, so that these work-items take the literal's side.
        std::uint64_t literal = literals.size();
        if (selector.id == any.id) literal = selector.values[module_.below(work_items)][0];
        for (const Case& other : literals)
            if (other.literal == literal) return false;
        literals.push_back({literal, label, taken});
        return true;
    };
    for (unsigned i = 1; i < count; ++i)
        if (!add(all[i].label, &all[i].taken))
            literals.push_back({mask_of(scalar(selector_type).bits) - i, all[i].label, &all[i].taken});
    if (has_direct && !add("%merge" + name, &direct_taken))
        literals.push_back({mask_of(scalar(selector_type).bits) - 9, "%merge" + name, &direct_taken});
    for (unsigned i = 0; i < cases; ++i) {
        const auto [label, taken] = target();
        add(label, taken);
    }
    for (std::size_t i = 0; i < literals.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (literals[i].literal == literals[j].literal) return;
    std::string line = "OpSwitch " + selector.id + " " + all[0].label;
    for (const Case& one : literals) line += " " + std::to_string(one.literal) + " " + one.label;
    for (unsigned item = 0; item < work_items; ++item) {
        std::vector<char>* taken = &all[0].taken;
        for (const Case& one : literals)
            if (one.literal == selector.values[item][0]) taken = one.taken;
        (*taken)[item] = 1;
    }
    if (module_.chance(70)) module_.write("OpSelectionMerge %merge" + name + " None");
    module_.write(line);
    sides(type, all, "%merge" + name, has_direct ? &direct : nullptr, direct_taken);
}

namespace {

const std::vector<std::string> loop_names = {"IAdd", "ISub", "IMul", "BitwiseXor", "BitwiseOr", "BitwiseAnd"};

}  // namespace

// A loop that applies two operations to a state in each iteration. Between the operations, the loop may have an exit
// and a sum over the sub-group.
struct Steps::Loop {
    int type;
    Node start, first, second, trips;
    std::string names[2];
    std::string number;
    bool has_group, has_exit;
    std::string state() const { return "%state" + number; }
    std::string result() const { return "%result" + number; }
};

constexpr unsigned most_trips = 5;

void Steps::write_loop(const Loop& loop) {
    const std::string type = info(loop.type).id + " ", before = module_.label_, zero = uint_constant(0).id;
    const auto id = [&](const char* what) { return "%" + (what + loop.number); };
    const std::string head = id("head"), body = id("body"), latch = id("latch"), after = id("after");
    module_.write("OpBranch " + head);
    module_.write(head + " = OpLabel");
    module_.write(id("turn") + " = OpPhi %uint " + zero + " " + before + " " + id("turns") + " " + latch);
    module_.write(loop.state() + " = OpPhi " + type + loop.start.id + " " + before + " " + id("next") + " " + latch);
    module_.write(id("more") + " = OpULessThan %bool " + id("turn") + " " + loop.trips.id);
    // The operand of OpLoopControlINTEL is the loop control mask as a number.
    const std::string control = std::to_string(module_.below(3));
    module_.write(module_.chance(70) ? "OpLoopMerge " + after + " " + latch + " " + control
                                     : "OpLoopControlINTEL " + control);
    module_.write("OpBranchConditional " + id("more") + " " + body + " " + after);
    module_.write(body + " = OpLabel");
    module_.write(id("middle") + " = Op" + loop.names[0] + " " + type + loop.state() + " " + loop.first.id);
    if (loop.has_group)
        module_.write(id("sum") + " = OpGroupNonUniformIAdd " + type +
                      module_.global_line("%scope_sub_group", "OpConstant %uint 3") + " Reduce " + id("middle"));
    if (loop.has_exit) {
        const std::string three = module_.constant_of(loop.type, {3}).id, none = module_.constant_of(loop.type, {0}).id;
        module_.write(id("bits") + " = OpBitwiseAnd " + type + id("middle") + " " + three);
        module_.write(id("exits") + " = OpIEqual %bool " + id("bits") + " " + none);
        module_.write("OpBranchConditional " + id("exits") + " " + after + " " + latch);
    } else {
        module_.write("OpBranch " + latch);
    }
    module_.write(latch + " = OpLabel");
    module_.write(id("next") + " = Op" + loop.names[1] + " " + type + id(loop.has_group ? "sum" : "middle") + " " +
                  loop.second.id);
    module_.write(id("turns") + " = OpIAdd %uint " + id("turn") + " " + uint_constant(1).id);
    module_.write("OpBranch " + head);
    module_.write(after + " = OpLabel");
    module_.label_ = after;
    module_.write(loop.result() + " = OpPhi " + type + loop.state() + " " + head +
                  (loop.has_exit ? " " + id("middle") + " " + body : ""));
}

// Computes the iterations of the loop in the model. An iteration changes only the states of work-items that have not
// left the loop.
std::vector<std::vector<std::uint64_t>> Steps::evaluate_loop(const Loop& loop) const {
    const unsigned bits = scalar(loop.type).bits;
    std::vector<char> inside = module_.active_;
    auto values = loop.start.values;
    const auto apply = [&](const std::string& operation, unsigned item, const std::vector<std::uint64_t>& operand) {
        for (std::size_t i = 0; i < values[item].size(); ++i)
            values[item][i] = integer_operation(operation, bits, values[item][i], operand[i]);
    };
    for (unsigned round = 0; round < most_trips; ++round) {
        for (unsigned item = 0; item < work_items; ++item) {
            inside[item] = inside[item] && round < loop.trips.values[item][0];
            if (inside[item]) apply(loop.names[0], item, loop.first.values[item]);
        }
        const auto middle = values;
        const std::vector<char> summed = inside;
        for (unsigned item = 0; item < work_items; ++item) {
            if (!inside[item]) continue;
            if (loop.has_exit && (middle[item][0] & 3) == 0) {
                inside[item] = 0;
                continue;
            }
            if (loop.has_group) values[item].assign(values[item].size(), 0);
            for (unsigned other = first_of(item); loop.has_group && other < end_of(item); ++other)
                if (summed[other]) apply("IAdd", item, middle[other]);
            apply(loop.names[1], item, loop.second.values[item]);
        }
    }
    return values;
}

// The number of iterations differs between work-items.
void Steps::loop() {
    const int type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})},
                                     module_.one_of<unsigned>({0, 0, 2, 4}));
    const Node start = module_.choose(type), first = module_.choose(type), second = module_.choose(type);
    const Node trips = remainder(module_.choose(uint()), most_trips + 1);
    const Loop one{.type = type,
                   .start = start,
                   .first = first,
                   .second = second,
                   .trips = trips,
                   .names = {module_.one_of(loop_names), module_.one_of(loop_names)},
                   .number = std::to_string(module_.next_id_++),
                   .has_group = module_.chance(30),
                   .has_exit = !info(type).is_vector() && module_.chance(40)};
    write_loop(one);
    module_.keep({.type = type, .id = one.result(), .values = evaluate_loop(one)});
}

// Writes an irreducible cycle, which work-items enter at two blocks.
void Steps::irreducible() {
    const int type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})},
                                     module_.one_of<unsigned>({0, 0, 2, 4}));
    const Scalar element = scalar(type);
    const Node start = module_.choose(type), first = module_.choose(type), second = module_.choose(type);
    const Node condition = module_.choose(boolean());
    const Node rounds = remainder(module_.choose(uint()), 5);
    const std::string names[] = {module_.one_of(loop_names), module_.one_of(loop_names)};
    const std::string name = std::to_string(module_.next_id_++), zero = uint_constant(0).id, one = uint_constant(1).id;
    const std::string a = "%left" + name, b = "%right" + name, after = "%after" + name, before = module_.label_;
    const auto id = [&](const char* what) { return "%" + (what + name); };
    const std::string& word = info(type).id;
    module_.write("OpBranchConditional " + condition.id + " " + a + " " + b);
    module_.write(a + " = OpLabel");
    module_.write(id("va") + " = OpPhi " + word + " " + start.id + " " + before + " " + id("vc") + " " + b);
    module_.write(id("na") + " = OpPhi %uint " + rounds.id + " " + before + " " + id("nc") + " " + b);
    module_.write(id("vd") + " = Op" + names[0] + " " + word + " " + id("va") + " " + first.id);
    module_.write("OpBranch " + b);
    module_.write(b + " = OpLabel");
    module_.write(id("vb") + " = OpPhi " + word + " " + start.id + " " + before + " " + id("vd") + " " + a);
    module_.write(id("nb") + " = OpPhi %uint " + rounds.id + " " + before + " " + id("na") + " " + a);
    module_.write(id("vc") + " = Op" + names[1] + " " + word + " " + id("vb") + " " + second.id);
    module_.write(id("nc") + " = OpISub %uint " + id("nb") + " " + one);
    module_.write(id("done") + " = OpIEqual %bool " + id("nb") + " " + zero);
    module_.write("OpBranchConditional " + id("done") + " " + after + " " + a);
    module_.write(after + " = OpLabel");
    module_.label_ = after;
    Node result{.type = type, .id = id("vc"), .values = start.values};
    const auto apply = [&](const std::string& operation, unsigned item, const Node& operand) {
        for (std::size_t i = 0; i < result.values[item].size(); ++i)
            result.values[item][i] =
                integer_operation(operation, element.bits, result.values[item][i], operand.values[item][i]);
    };
    for (unsigned item = 0; item < work_items; ++item) {
        if (condition.values[item][0] != 0) apply(names[0], item, first);
        apply(names[1], item, second);
        for (std::uint64_t left = rounds.values[item][0]; left > 0; --left) {
            apply(names[0], item, first);
            apply(names[1], item, second);
        }
    }
    module_.keep(result);
}

// Writes a function. The function's instructions use only the function's parameters.
Steps::Function Steps::function(const std::vector<Node>& arguments, int result) {
    NumberModule& module = module_;
    const std::string name = "%function" + std::to_string(module.next_id_++);
    std::string header, types = " " + info(result).id;
    std::vector<Node> parameters = arguments;
    for (Node& parameter : parameters) {
        parameter.id = module.new_id();
        parameter.is_constant = false;
        types += " " + info(parameter.type).id;
        header += parameter.id + " = OpFunctionParameter " + info(parameter.type).id + "\n";
    }
    std::swap(module.pool_, parameters);
    const std::string body = std::exchange(module.body_, "\n"), variables = std::exchange(module.variables_, "");
    const std::string item = std::exchange(module.item_, name + "_item");
    module.in_function_ = true;
    module.write(name + "_ids = OpLoad %v3ulong %global_id Aligned 32");
    module.write(name + "_item = OpCompositeExtract %ulong " + name + "_ids 0");
    const unsigned steps = 1 + module.below(4);
    for (unsigned i = 0; i < steps; ++i) any();
    const Node value = module.choose(result);
    module.globals_ += name + "_type = OpTypeFunction" + types + "\n";
    const std::string control = module.one_of<std::string>({"None", "Inline", "DontInline", "Const"});
    module.functions_ += name + " = OpFunction " + info(result).id + " " + (control == "Const" ? "None" : control) +
                         " " + name + "_type\n" + header + name + "_start = OpLabel\n" + module.variables_ +
                         module.body_ + "OpReturnValue " + value.id + "\nOpFunctionEnd\n";
    module.in_function_ = false;
    module.item_ = item;
    module.body_ = body;
    module.variables_ = variables;
    std::swap(module.pool_, parameters);
    return {name, name + "_type", value};
}

void Steps::call() {
    std::vector<Node> arguments;
    std::string operands;
    const unsigned count = module_.below(4);
    for (unsigned i = 0; i < count; ++i) {
        arguments.push_back(module_.choose(module_.random_type()));
        operands += " " + arguments.back().id;
    }
    const int type = module_.random_type();
    const Function called = function(arguments, type);
    Node node = written(type, "FunctionCall", " " + called.id + operands);
    node.values = called.result.values;
    module_.keep(node);
}

// Each work-item calls one of two functions.
void Steps::call_by_pointer() {
    std::vector<Node> arguments;
    std::string operands;
    const unsigned count = module_.below(3);
    for (unsigned i = 0; i < count; ++i) {
        arguments.push_back(module_.choose(module_.random_type()));
        operands += " " + arguments.back().id;
    }
    const int type = module_.random_type();
    const Node condition = module_.choose(boolean());
    const std::vector<char> before = module_.active_;
    std::vector<Function> both;
    std::vector<std::string> constants;
    for (const std::uint64_t side : {1u, 0u}) {
        for (unsigned item = 0; item < work_items; ++item)
            module_.active_[item] = before[item] && condition.values[item][0] == side;
        both.push_back(function(arguments, type));
    }
    module_.active_ = before;
    const std::string pointer = both[0].type + "_pointer";
    module_.globals_ += pointer + " = OpTypePointer CodeSectionINTEL " + both[0].type + "\n";
    for (const Function& one : both) {
        constants.push_back(module_.new_id());
        module_.globals_ += constants.back() + " = OpConstantFunctionPointerINTEL " + pointer + " " + one.id + "\n";
    }
    const std::string chosen = module_.new_id();
    module_.write(chosen + " = OpSelect " + pointer + " " + condition.id + " " + constants[0] + " " + constants[1]);
    Node node = written(type, "FunctionPointerCallINTEL", " " + chosen + operands);
    for (unsigned item = 0; item < work_items; ++item)
        node.values[item] = (condition.values[item][0] != 0 ? both[0] : both[1]).result.values[item];
    module_.keep(node);
}

}  // namespace lanewise::fuzz
