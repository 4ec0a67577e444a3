// Broadcasts, shuffles and rotations. If a value is moved from an inactive work-item, the result is undefined, so the
// module replaces the result by a defined value.
#include "number_steps.h"

namespace lanewise::fuzz {

// Writes instructions that look up each work-item's bit in the table `truth`.
Node Steps::table(const std::vector<char>& truth) {
    std::uint64_t words[2] = {};
    for (unsigned item = 0; item < work_items; ++item)
        if (truth[item]) words[item / 64] |= std::uint64_t{1} << item % 64;
    const int type = module_.type_of({Kind::integer, 64}, 0);
    const auto constant = [&](std::uint64_t value) { return module_.constant_of(type, {value}).id; };
    const std::string is_low = module_.new_id(), word = module_.new_id(), amount = module_.new_id(),
                      shifted = module_.new_id(), bit = module_.new_id();
    module_.write(is_low + " = OpULessThan %bool " + module_.item_ + " " + constant(64));
    module_.write(word + " = OpSelect %ulong " + is_low + " " + constant(words[0]) + " " + constant(words[1]));
    module_.write(amount + " = OpBitwiseAnd %ulong " + module_.item_ + " " + constant(63));
    module_.write(shifted + " = OpShiftRightLogical %ulong " + word + " " + amount);
    module_.write(bit + " = OpBitwiseAnd %ulong " + shifted + " " + constant(1));
    Node node = written(boolean(), "INotEqual", " " + bit + " %hash_start");
    for (unsigned item = 0; item < work_items; ++item) node.values[item] = {truth[item] != 0};
    return node;
}

// Writes a broadcast of the value of the first active work-item.
void Steps::first_lane() {
    const Node value = module_.choose(module_.type_of(scalar(module_.random_type()), module_.random_length()));
    const std::string scope = module_.global_line("%scope_sub_group", "OpConstant %uint 3") + " ";
    Node node = module_.chance(50) ? written(value.type, "SubgroupFirstInvocationKHR", " " + value.id)
                                   : written(value.type, "GroupNonUniformBroadcastFirst", " " + scope + value.id);
    for (unsigned item = 0; item < work_items; ++item) {
        unsigned first = first_of(item);
        while (first + 1 < end_of(item) && !active(first)) ++first;
        node.values[item] = value.values[first];
    }
    module_.keep(node);
}

void Steps::broadcast_in_group() {
    if (!module_.is_uniform()) return;
    const Node value = module_.choose(module_.type_of(scalar(module_.random_type()), module_.random_length()));
    const unsigned source = module_.below(work_items), places = module_.one_of<unsigned>({0, 2, 3});
    const int word = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 32, 64})}, places);
    std::vector<std::uint64_t> place(module_.leaves(word), 0);
    place[0] = source;
    const Node id = module_.constant_of(word, place);
    const std::string scope = module_.global_line("%scope_group", "OpConstant %uint 2") + " ";
    Node node = written(value.type, "GroupBroadcast", " " + scope + value.id + " " + id.id);
    for (unsigned item = 0; item < work_items; ++item) node.values[item] = value.values[source];
    module_.keep(node);
}

namespace {

// An instruction that moves values between lanes. In `line`, `?` stands for the scope, @ for the moved value, ~ for a
// second value, # for a lane that each work-item chooses, and ! for a number.
struct Move {
    const char* line;
    std::uint64_t (*source)(std::uint64_t lane, std::uint64_t own_index, std::uint64_t number, unsigned size);
    std::uint64_t numbers = 0;  // exclusive upper bound of the number `!`; 0: the bound is the sub-group size
    bool takes_other = false;
};

const Move moves[] = {
    {"GroupNonUniformBroadcast ?@!", [](auto, auto, auto number, auto) { return number; }},
    {"SubgroupReadInvocationKHR @!", [](auto, auto, auto number, auto) { return number; }},
    {"GroupNonUniformShuffle ?@#", [](auto, auto index, auto, auto) { return index; }},
    {"SubgroupShuffleINTEL @#", [](auto, auto index, auto, auto) { return index; }},
    {"GroupNonUniformShuffleXor ?@#", [](auto lane, auto index, auto, auto) { return lane ^ index; }},
    {"SubgroupShuffleXorINTEL @#", [](auto lane, auto index, auto, auto) { return lane ^ index; }},
    {"GroupNonUniformShuffleUp ?@#", [](auto lane, auto index, auto, auto) { return lane - index; }},
    {"GroupNonUniformShuffleDown ?@#", [](auto lane, auto index, auto, auto) { return lane + index; }},
    {"GroupNonUniformRotateKHR ?@!",
     [](auto lane, auto, auto number, unsigned size) { return (lane + number) % size; }},
    {"GroupNonUniformRotateKHR ?@! %uint_4",
     [](auto lane, auto, auto number, unsigned) { return lane / 4 * 4 + (lane + number) % 4; }},
    {"GroupNonUniformRotateKHR ?@! %uint_2",
     [](auto lane, auto, auto number, unsigned) { return lane / 2 * 2 + (lane + number) % 2; }},
    {"GroupNonUniformQuadBroadcast ?@!", [](auto lane, auto, auto number, auto) { return lane / 4 * 4 + number; }, 4},
    {"GroupNonUniformQuadSwap ?@!", [](auto lane, auto, auto number, auto) { return lane ^ (number + 1); }, 3},
    // Shuffles across two values. A shuffle down selects from the lanes of `@` followed by the lanes of `~`, and a
    // shuffle up from the lanes of `~` followed by the lanes of `@`.
    {"SubgroupShuffleDownINTEL @~#", [](auto lane, auto index, auto, auto) { return lane + index; }, 0, true},
    {"SubgroupShuffleUpINTEL ~@#", [](auto lane, auto index, auto, auto) { return lane - index; }, 0, true},
};

}  // namespace

// Writes a select that takes `value` in work-items in which `node`, the result of a move, is undefined. In work-item
// `i`, `node` is the value of lane from[i] of the sub-group.
void Steps::keep_defined(Node node, const Node& value, const Node& other, const std::vector<std::uint64_t>& from,
                         const std::vector<char>& is_other) {
    std::vector<char> is_defined(work_items);
    for (unsigned item = 0; item < work_items; ++item) {
        const std::uint64_t place = first_of(item) + from[item];
        if (from[item] >= module_.sub_group_ || place >= end_of(item) || !active(static_cast<unsigned>(place)))
            continue;
        is_defined[item] = 1;
        node.values[item] = (is_other[item] ? other : value).values[place];
    }
    const Node defined = table(is_defined);
    elementwise(node.type, "Select", {&defined, &node, &value}, [](const auto& v) { return v[0] != 0 ? v[1] : v[2]; });
}

void Steps::lane_moves() {
    if (module_.chance(12)) return first_lane();
    if (module_.chance(8)) return broadcast_in_group();
    const unsigned size = module_.sub_group_;
    const int type = module_.type_of(scalar(module_.random_type()), module_.random_length());
    const Node value = module_.choose(type), other = module_.choose(type);
    const Move& move = moves[module_.below(std::size(moves))];
    const int words = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const Node index = remainder(module_.choose(words), size);
    const std::uint64_t number = module_.below(move.numbers == 0 ? size : static_cast<unsigned>(move.numbers));
    const std::string line = move.line;
    std::string operands;
    for (const char letter : line.substr(line.find(' ') + 1)) {
        switch (letter) {
            case '?': operands += " " + module_.global_line("%scope_sub_group", "OpConstant %uint 3"); break;
            case '@': operands += " " + value.id; break;
            case '~': operands += " " + other.id; break;
            case '#': operands += " " + index.id; break;
            case '!': operands += " " + uint_constant(number).id; break;
            default: operands += letter;
        }
    }
    const std::string name = line.substr(0, line.find(' '));
    const Node node = written(type, name, operands);
    std::vector<std::uint64_t> from(work_items);
    std::vector<char> is_other(work_items, 0);
    for (unsigned item = 0; item < work_items; ++item) {
        const std::uint64_t lane = item % size;
        from[item] = move.source(lane, index.values[item][0], number, size);
        if (move.takes_other) {
            is_other[item] = from[item] >= size;
            from[item] %= size;
        }
        // A rotation uses all lanes of a sub-group. The last sub-group lacks some lanes, so its results are undefined.
        if (line == "GroupNonUniformRotateKHR ?@!" && end_of(item) - first_of(item) != size) from[item] = size;
    }
    keep_defined(node, value, other, from, is_other);
}

}  // namespace lanewise::fuzz
