#include "number_steps.h"

#include <bit>

namespace lanewise::fuzz {

void Steps::number() {
    using Step = void (Steps::*)();
    static const std::vector<Step> steps = {&Steps::integers,
                                            &Steps::integers,
                                            &Steps::division,
                                            &Steps::shift,
                                            &Steps::unary_integer,
                                            &Steps::bit_field,
                                            &Steps::wide,
                                            &Steps::integer_dot,
                                            &Steps::reals,
                                            &Steps::reals,
                                            &Steps::multiply_add,
                                            &Steps::comparison,
                                            &Steps::comparison,
                                            &Steps::classification,
                                            &Steps::booleans,
                                            &Steps::select,
                                            &Steps::integer_conversion,
                                            &Steps::to_real,
                                            &Steps::to_integer,
                                            &Steps::real_conversion,
                                            &Steps::bitcast,
                                            &Steps::construct,
                                            &Steps::extract,
                                            &Steps::insert,
                                            &Steps::dynamic,
                                            &Steps::shuffle,
                                            &Steps::replicate,
                                            &Steps::copy,
                                            &Steps::memory};
    (this->*module_.one_of(steps))();
}

void Steps::other() {
    using Step = void (Steps::*)();
    static const std::vector<Step> steps = {&Steps::group_arithmetic,
                                            &Steps::group_arithmetic,
                                            &Steps::votes,
                                            &Steps::ballots,
                                            &Steps::lane_moves,
                                            &Steps::lane_moves,
                                            &Steps::atomics,
                                            &Steps::atomics,
                                            &Steps::shared_atomics,
                                            &Steps::elements,
                                            &Steps::members,
                                            &Steps::copies,
                                            &Steps::casts,
                                            &Steps::sizes,
                                            &Steps::dynamic_array,
                                            &Steps::async_copy,
                                            &Steps::image_read,
                                            &Steps::image_queries,
                                            &Steps::image_write,
                                            &Steps::packet_in,
                                            &Steps::packets_held,
                                            &Steps::events,
                                            &Steps::block_memory,
                                            &Steps::dot,
                                            &Steps::packet_out,
                                            &Steps::extended_integers,
                                            &Steps::extended_integers,
                                            &Steps::extended_reals};
    (this->*module_.one_of(steps))();
}

void Steps::any() { module_.chance(50) ? number() : other(); }

Node Steps::written(int type, const std::string& name, const std::string& operands) {
    Node node{.type = type, .id = module_.new_id()};
    node.values.assign(work_items, std::vector<std::uint64_t>(module_.leaves(type), 0));
    module_.write(node.id + " = Op" + name + " " + info(type).id + operands);
    return node;
}

Node Steps::remainder(const Node& value, std::uint64_t bound) {
    const Node most = module_.constant_of(value.type, {bound});
    return elementwise(value.type, "UMod", {&value, &most}, [](const auto& v) { return v[0] % v[1]; }, false);
}

std::string Steps::pointer_type(const std::string& storage, int type) {
    return module_.global_line("%ptr_" + storage + "_" + info(type).id.substr(1),
                               "OpTypePointer " + storage + " " + info(type).id);
}

Rounding Steps::usual_rounding(Scalar type) const {
    if (type.kind != Kind::real) return Rounding::to_even;
    const bool to_zero = module_.rounds_to_zero_[type.bits == 16 ? 0 : type.bits == 32 ? 1 : 2];
    return to_zero ? Rounding::to_zero : Rounding::to_even;
}

Node Steps::elementwise(int type, const std::string& name, const std::vector<const Node*>& operands,
                        const Operation& operation, bool is_kept) {
    Node node = module_.emit(type, name, operands);
    for (unsigned item = 0; item < work_items; ++item)
        for (std::size_t i = 0; i < module_.leaves(type); ++i) {
            std::vector<std::uint64_t> values;
            for (const Node* operand : operands) {
                const auto& all = operand->values[item];
                values.push_back(all.size() == 1 ? all[0] : all[i]);
            }
            node.values[item].push_back(operation(values));
        }
    if (is_kept) module_.keep(node);
    return node;
}

// Replaces all NaNs by the same NaN, since the model does not know their signs and payloads.
Node Steps::without_nan(const Node& node) {
    const Scalar type = scalar(node.type);
    const Node is_nan = elementwise(
        like(node.type, {Kind::boolean, 1}), "IsNan", {&node},
        [&](const auto& v) { return classify("IsNan", type, v[0]); }, false);
    const Node nan =
        module_.constant_of(node.type, std::vector<std::uint64_t>(module_.leaves(node.type), quiet_nan(type)));
    return elementwise(
        node.type, "Select", {&is_nan, &nan, &node}, [](const auto& v) { return v[0] != 0 ? v[1] : v[2]; }, false);
}

void Steps::integers() {
    const int type = module_.random_integer(module_.random_length());
    const std::string name =
        module_.one_of<std::string>({"IAdd", "ISub", "IMul", "BitwiseAnd", "BitwiseOr", "BitwiseXor"});
    const Node left = module_.choose(type), right = module_.choose(type);
    const unsigned bits = scalar(type).bits;
    elementwise(type, name, {&left, &right}, [&](const auto& v) { return integer_operation(name, bits, v[0], v[1]); });
}

// Returns a random divisor that is not 0 and, for signed division, not -1.
Node Steps::divisor(int type, bool is_signed) {
    const unsigned bits = scalar(type).bits;
    const Node any = module_.choose(type);
    const auto filled = [&](std::uint64_t value) {
        return module_.constant_of(type, std::vector<std::uint64_t>(module_.leaves(type), value));
    };
    const Node one = filled(is_signed ? 2 : 1);
    const Node odd = elementwise(type, "BitwiseOr", {&any, &one}, [](const auto& v) { return v[0] | v[1]; }, false);
    if (!is_signed) return odd;
    const Node mask = filled(mask_of(bits) - 1);
    return elementwise(type, "BitwiseAnd", {&odd, &mask}, [](const auto& v) { return v[0] & v[1]; }, false);
}

void Steps::division() {
    const int type = module_.random_integer(module_.random_length());
    const std::string name = module_.one_of<std::string>({"UDiv", "UMod", "SDiv", "SRem", "SMod"});
    // Signed integers of one bit are left out, since 0 and -1 are their only values.
    if (name[0] == 'S' && scalar(type).bits == 1) return;
    const Node left = module_.choose(type);
    const Node right = divisor(type, name[0] == 'S');
    const unsigned bits = scalar(type).bits;
    elementwise(type, name, {&left, &right}, [&](const auto& v) { return integer_operation(name, bits, v[0], v[1]); });
}

void Steps::shift() {
    const unsigned length = module_.random_length();
    const int type = module_.random_integer(length), amounts = module_.random_integer(length);
    const std::string name =
        module_.one_of<std::string>({"ShiftLeftLogical", "ShiftRightLogical", "ShiftRightArithmetic"});
    const Node left = module_.choose(type), right = module_.choose(amounts);
    const unsigned bits = scalar(type).bits;
    elementwise(type, name, {&left, &right}, [&](const auto& v) { return integer_operation(name, bits, v[0], v[1]); });
}

void Steps::unary_integer() {
    const unsigned length = module_.random_length();
    const int type = module_.random_integer(length);
    const Node value = module_.choose(type);
    const unsigned bits = scalar(type).bits;
    switch (module_.below(4)) {
        case 0: elementwise(type, "SNegate", {&value}, [&](const auto& v) { return -v[0] & mask_of(bits); }); break;
        case 1: elementwise(type, "Not", {&value}, [&](const auto& v) { return ~v[0] & mask_of(bits); }); break;
        case 2: elementwise(type, "BitReverse", {&value}, [&](const auto& v) { return reverse(bits, v[0]); }); break;
        default: {
            const int counts = module_.random_integer(length);
            const std::uint64_t all = mask_of(scalar(counts).bits);
            elementwise(counts, "BitCount", {&value},
                        [&](const auto& v) { return static_cast<std::uint64_t>(std::popcount(v[0])) & all; });
        }
    }
}

void Steps::bit_field() {
    const int type = module_.random_integer(module_.random_length());
    const unsigned bits = scalar(type).bits;
    const Node base = module_.choose(type), inserted = module_.choose(type);
    const int words = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const auto limited = [&](unsigned most) {
        const Node any = module_.choose(words);
        const Node bound = module_.constant_of(words, {most + 1});
        return elementwise(words, "UMod", {&any, &bound}, [](const auto& v) { return v[0] % v[1]; }, false);
    };
    // The offset is in the lower half of the base, so a field of up to half the bits always fits.
    const Node offset = limited(bits / 2), count = limited(bits - bits / 2);
    if (module_.chance(40)) {
        elementwise(type, "BitFieldInsert", {&base, &inserted, &offset, &count}, [&](const auto& v) {
            return insert_field(bits, v[0], v[1], static_cast<unsigned>(v[2]), static_cast<unsigned>(v[3]));
        });
        return;
    }
    const std::string name = module_.chance(50) ? "BitFieldUExtract" : "BitFieldSExtract";
    elementwise(type, name, {&base, &offset, &count}, [&](const auto& v) {
        return extract_field(name, bits, v[0], static_cast<unsigned>(v[1]), static_cast<unsigned>(v[2]));
    });
}

void Steps::wide() {
    const int type = module_.random_integer(module_.random_length());
    const std::string name = module_.one_of<std::string>({"IAddCarry", "ISubBorrow", "UMulExtended", "SMulExtended"});
    const Node left = module_.choose(type), right = module_.choose(type);
    Node node = module_.emit(module_.composite_of({type, type}, false), name, {&left, &right});
    for (unsigned item = 0; item < work_items; ++item) {
        std::vector<std::uint64_t> high;
        for (std::size_t i = 0; i < left.values[item].size(); ++i) {
            const Parts parts = wide_operation(name, scalar(type).bits, left.values[item][i], right.values[item][i]);
            node.values[item].push_back(parts.low);
            high.push_back(parts.high);
        }
        node.values[item].insert(node.values[item].end(), high.begin(), high.end());
    }
    module_.keep(node);
}

// Writes a dot product of integers. The sum of at most 32 products of 8-bit integers fits into 24 bits.
void Steps::integer_dot() {
    const bool is_packed = module_.chance(40);
    const int type = is_packed ? module_.type_of({Kind::integer, 32}, 0)
                               : module_.type_of({Kind::integer, 8}, module_.one_of<unsigned>({2, 3, 4, 8, 16, 5, 32}));
    const int result = module_.type_of({Kind::integer, module_.one_of<unsigned>({24, 32, 64})}, 0);
    const std::string name = module_.one_of<std::string>({"SDot", "UDot", "SUDot"});
    const bool accumulates = module_.chance(50);
    const Node left = module_.choose(type), right = module_.choose(type), sum = module_.choose(result);
    std::vector<const Node*> operands = {&left, &right};
    if (accumulates) operands.push_back(&sum);
    Node node = module_.emit(result, name + (accumulates ? "AccSat" : ""), operands, is_packed ? " 0" : "");
    const unsigned bits = scalar(result).bits;
    for (unsigned item = 0; item < work_items; ++item) {
        std::int64_t total = 0;
        const std::size_t count = is_packed ? 4 : left.values[item].size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto component = [&](const Node& operand, bool is_signed) {
                const std::uint64_t value =
                    is_packed ? operand.values[item][0] >> 8 * i & 0xff : operand.values[item][i];
                return is_signed ? signed_of(8, value) : static_cast<std::int64_t>(value);
            };
            total += component(left, name[0] == 'S') * component(right, name == "SDot");
        }
        const bool is_unsigned = name == "UDot";
        __int128 all = total;
        if (accumulates)
            all += is_unsigned ? static_cast<__int128>(sum.values[item][0]) : signed_of(bits, sum.values[item][0]);
        const __int128 most =
            is_unsigned ? static_cast<__int128>(mask_of(bits)) : static_cast<__int128>(mask_of(bits - 1));
        const __int128 least = is_unsigned ? 0 : -most - 1;
        if (accumulates) all = all > most ? most : all < least ? least : all;
        node.values[item] = {static_cast<std::uint64_t>(all) & mask_of(bits)};
    }
    module_.keep(node);
}

void Steps::reals() {
    const int type = module_.random_real(module_.random_length());
    const Scalar element = scalar(type);
    const Node left = module_.choose(type), right = module_.choose(type);
    if (module_.chance(8)) {
        const std::uint64_t sign = std::uint64_t{1} << (element.bits - 1);
        elementwise(type, "FNegate", {&left}, [&](const auto& v) { return v[0] ^ sign; });
        return;
    }
    const std::string name = module_.one_of<std::string>({"FAdd", "FSub", "FMul", "FDiv", "FRem", "FMod"});
    const auto rounding_of = [&](const Node& node) {
        // Operations on constants ignore the rounding mode, since the compiler folds them before it knows the modes of
        // kernels.
        return node.is_constant || name == "FMod" ? Rounding::to_even : usual_rounding(element);
    };
    if (info(type).is_vector() && module_.chance(15)) {
        const Node factor = module_.choose(module_.type_of(element, 0));
        elementwise(type, "VectorTimesScalar", {&left, &factor}, [&](const auto& v) {
            return real_operation("FMul", element.bits, v[0], v[1], usual_rounding(element));
        });
        return;
    }
    Node both = left;
    both.is_constant = left.is_constant && right.is_constant;
    elementwise(type, name, {&left, &right},
                [&](const auto& v) { return real_operation(name, element.bits, v[0], v[1], rounding_of(both)); });
}

void Steps::multiply_add() {
    const int type = module_.random_real(module_.random_length());
    const unsigned bits = scalar(type).bits;
    const Rounding rounding = usual_rounding(scalar(type));
    const Node left = module_.choose(type), right = module_.choose(type), addend = module_.choose(type);
    elementwise(type, "FmaKHR", {&left, &right, &addend},
                [&](const auto& v) { return fuzz::multiply_add(bits, v[0], v[1], v[2], rounding); });
}

void Steps::comparison() {
    const unsigned length = module_.random_length();
    const bool is_real = module_.chance(50);
    const int type = is_real ? module_.random_real(length) : module_.random_integer(length);
    static const std::vector<std::string> of_reals = {
        "FOrdEqual",         "FUnordEqual",         "FOrdNotEqual",         "FUnordNotEqual",
        "FOrdLessThan",      "FUnordLessThan",      "FOrdGreaterThan",      "FUnordGreaterThan",
        "FOrdLessThanEqual", "FUnordLessThanEqual", "FOrdGreaterThanEqual", "FUnordGreaterThanEqual",
        "Ordered",           "Unordered",           "LessOrGreater"};
    static const std::vector<std::string> of_integers = {
        "IEqual",    "INotEqual", "UGreaterThan",   "SGreaterThan",  "UGreaterThanEqual", "SGreaterThanEqual",
        "ULessThan", "SLessThan", "ULessThanEqual", "SLessThanEqual"};
    const std::string name = module_.one_of(is_real ? of_reals : of_integers);
    const Node left = module_.choose(type), right = module_.chance(20) ? left : module_.choose(type);
    const Scalar element = scalar(type);
    elementwise(like(type, {Kind::boolean, 1}), name, {&left, &right},
                [&](const auto& v) -> std::uint64_t { return compare(name, element, v[0], v[1]); });
}

void Steps::classification() {
    const int type = module_.random_real(module_.random_length());
    const std::string name = module_.one_of<std::string>({"IsNan", "IsInf", "IsFinite", "IsNormal", "SignBitSet"});
    Node value = module_.choose(type);
    if (name == "SignBitSet") value = without_nan(value);
    const Scalar element = scalar(type);
    elementwise(like(type, {Kind::boolean, 1}), name, {&value},
                [&](const auto& v) -> std::uint64_t { return classify(name, element, v[0]); });
}

void Steps::booleans() {
    const int type = module_.type_of({Kind::boolean, 1}, module_.random_length());
    const Node left = module_.choose(type), right = module_.choose(type);
    if (info(type).is_vector() && module_.chance(30)) {
        const bool is_any = module_.chance(50);
        Node node = module_.emit(module_.type_of({Kind::boolean, 1}, 0), is_any ? "Any" : "All", {&left});
        for (unsigned item = 0; item < work_items; ++item) {
            std::uint64_t result = is_any ? 0 : 1;
            for (const std::uint64_t value : left.values[item]) result = is_any ? result | value : result & value;
            node.values[item] = {result};
        }
        return module_.keep(node);
    }
    switch (module_.below(6)) {
        case 0: elementwise(type, "LogicalNot", {&left}, [](const auto& v) { return v[0] ^ 1; }); break;
        case 1: elementwise(type, "LogicalAnd", {&left, &right}, [](const auto& v) { return v[0] & v[1]; }); break;
        case 2: elementwise(type, "LogicalOr", {&left, &right}, [](const auto& v) { return v[0] | v[1]; }); break;
        case 3:
            elementwise(type, "LogicalEqual", {&left, &right}, [](const auto& v) { return v[0] ^ v[1] ^ 1; });
            break;
        case 4: elementwise(type, "LogicalNotEqual", {&left, &right}, [](const auto& v) { return v[0] ^ v[1]; }); break;
        default: elementwise(type, "ExpectKHR", {&left, &right}, [](const auto& v) { return v[0]; });
    }
}

// Writes a selection with one condition for each component, or with one condition for a whole vector, structure or
// array.
void Steps::select() {
    const int type = module_.random_type();
    const bool by_component = info(type).is_vector() && module_.chance(60);
    const Node condition =
        module_.choose(by_component ? like(type, {Kind::boolean, 1}) : module_.type_of({Kind::boolean, 1}, 0));
    const Node chosen = module_.choose(type), other = module_.choose(type);
    elementwise(type, "Select", {&condition, &chosen, &other}, [](const auto& v) { return v[0] != 0 ? v[1] : v[2]; });
}

}  // namespace lanewise::fuzz
