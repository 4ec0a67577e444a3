#include "sub_group_operations.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lanewise::fuzz {

namespace {

constexpr Type i64{Scalar::i64, 1};
constexpr Type u64{Scalar::u64, 1};

bool is_logical(Fold fold) { return fold >= Fold::logical_and; }

Value largest(Type type) {
    const unsigned bits = bytes_of(type.scalar) * 8 - is_signed(type.scalar);
    return convert(type, make_value(u64, ~std::uint64_t{0} >> (64 - bits)));
}

Value identity(Fold fold, Type type) {
    switch (fold) {
        case Fold::multiply:
        case Fold::logical_and: return make_value(type, 1);
        case Fold::least: return largest(type);
        case Fold::greatest:
            return is_signed(type.scalar) ? convert(type, apply(Function::complement, {largest(type)}))
                                          : make_value(type, 0);
        case Fold::bit_and: return convert(type, make_value(i64, ~std::uint64_t{0}));
        default: return make_value(type, 0);
    }
}

Value both(Fold fold, const Value& a, const Value& b) {
    switch (fold) {
        case Fold::add: return apply(Operator::add, a, b);
        case Fold::multiply: return apply(Operator::mul, a, b);
        case Fold::least: return apply(Function::minimum, {a, b});
        case Fold::greatest: return apply(Function::maximum, {a, b});
        case Fold::logical_and:
        case Fold::bit_and: return apply(Operator::bit_and, a, b);
        case Fold::logical_or:
        case Fold::bit_or: return apply(Operator::bit_or, a, b);
        default: return apply(Operator::bit_xor, a, b);
    }
}

Value folded(const Statement& statement, Type type, std::size_t lane, const LaneValues& values) {
    const std::size_t cluster = std::size_t{1} << statement.offset;
    Value total = identity(statement.fold, type);
    for (const auto& [other, value] : values) {
        if (statement.form == FoldForm::upto && other > lane) continue;
        if (statement.form == FoldForm::before && other >= lane) continue;
        if (statement.form == FoldForm::cluster && other / cluster != lane / cluster) continue;
        const Value part = is_logical(statement.fold) ? make_value(type, value.is_true()) : value;
        total = convert(type, both(statement.fold, total, part));
    }
    return total;
}

std::uint64_t counted(const Statement& statement, std::size_t lane, const LaneValues& values) {
    std::uint64_t bits = 0;
    for (const auto& [other, value] : values) bits |= std::uint64_t{value.is_true()} << other;
    const std::uint64_t below = (std::uint64_t{1} << lane) - 1, own = std::uint64_t{1} << lane;
    const auto count = [&](std::uint64_t mask) {
        return static_cast<std::uint64_t>(__builtin_popcountll(bits & mask));
    };
    switch (statement.sub_group) {
        case SubGroup::any: return bits != 0;
        case SubGroup::all: return count(~std::uint64_t{0}) == values.size();
        case SubGroup::all_equal:
            return std::ranges::all_of(
                values, [&](const auto& one) { return one.second.lanes[0] == values.begin()->second.lanes[0]; });
        case SubGroup::elect: return values.begin()->first == lane;
        case SubGroup::count_upto: return count(below | own);
        case SubGroup::count_before:
        case SubGroup::mask_lt: return count(below);
        case SubGroup::mask_le: return count(below | own);
        case SubGroup::mask_eq: return count(own);
        case SubGroup::mask_ge: return count(~below);
        case SubGroup::mask_gt: return count(~(below | own));
        case SubGroup::lowest: return bits ? static_cast<std::uint64_t>(__builtin_ctzll(bits)) : 99;
        case SubGroup::highest: return bits ? 63 - static_cast<std::uint64_t>(__builtin_clzll(bits)) : 99;
        case SubGroup::inverse: return bits >> lane & 1;
        case SubGroup::extract: return bits >> statement.offset & 1;
        default: return count(~std::uint64_t{0});
    }
}

/// Returns the lane from which lane `lane` gets its value. A result r >= `size` means that the value is the second
/// operand of lane r - `size`. A negative result means that there is no source lane.
std::int64_t source(const Statement& statement, unsigned size, std::size_t lane) {
    const auto here = static_cast<std::int64_t>(lane), distance = static_cast<std::int64_t>(statement.offset);
    const auto count = static_cast<std::int64_t>(size);
    switch (statement.sub_group) {
        case SubGroup::shuffle_xor:
        case SubGroup::intel_xor: return here ^ distance;
        case SubGroup::shuffle_up: return here - distance;
        case SubGroup::intel_up: return here >= distance ? here - distance : here - distance + 2 * count;
        case SubGroup::shuffle_at:
        case SubGroup::intel_at: return (here * 5 + distance) % count;
        case SubGroup::rotate: return (here + distance) % count;
        case SubGroup::cluster_rotate: return (here & ~std::int64_t{3}) + ((here + distance) & 3);
        default: return here + distance;
    }
}

const char* name_of(SubGroup operation) {
    switch (operation) {
        case SubGroup::shuffle_xor: return "sub_group_shuffle_xor";
        case SubGroup::shuffle_up: return "sub_group_shuffle_up";
        case SubGroup::shuffle_down: return "sub_group_shuffle_down";
        case SubGroup::shuffle_at: return "sub_group_shuffle";
        case SubGroup::rotate: return "sub_group_rotate";
        case SubGroup::cluster_rotate: return "sub_group_clustered_rotate";
        case SubGroup::intel_xor: return "intel_sub_group_shuffle_xor";
        case SubGroup::intel_up: return "intel_sub_group_shuffle_up";
        case SubGroup::intel_down: return "intel_sub_group_shuffle_down";
        case SubGroup::intel_at: return "intel_sub_group_shuffle";
        default: return "";
    }
}

// Prints an operation that moves values between lanes. The printed code gives 0 if the source lane does not take part.
std::string moved_text(const Statement& statement, const std::string& type, unsigned size) {
    const std::string distance = std::to_string(statement.offset) + "u", count = std::to_string(size);
    std::string from = "sgl + " + distance, argument = distance, values = "sgv";
    switch (statement.sub_group) {
        case SubGroup::shuffle_xor:
        case SubGroup::intel_xor: from = "sgl ^ " + distance; break;
        case SubGroup::shuffle_up: from = "sgl - " + distance; break;
        case SubGroup::shuffle_at:
        case SubGroup::intel_at: from = argument = "(sgl * 5 + " + distance + ") % " + count; break;
        case SubGroup::rotate:
            from = "(sgl + " + distance + ") % " + count;
            argument = std::to_string(statement.offset);
            break;
        case SubGroup::cluster_rotate:
            from = "(sgl & ~3u) + ((sgl + " + distance + ") & 3)";
            argument = std::to_string(statement.offset) + ", 4";
            break;
        case SubGroup::intel_down:
            from = "(sgl + " + distance + ") % " + count;
            values = "sgv, (" + type + ")1";
            break;
        case SubGroup::intel_up:
            from = "(sgl + " + count + " - " + distance + ") % " + count;
            values = "(" + type + ")1, sgv";
            break;
        default: break;
    }
    return "const uint sgl = get_sub_group_local_id(), sgf = " + from + ", sgb = sub_group_ballot(1).x;\n  const " +
           type + " sgr = " + name_of(statement.sub_group) + "(" + values + ", " + argument +
           "); const bool sgh = sgf < 32 && (sgb >> sgf & 1);\n  ";
}

std::string counted_text(const Statement& statement) {
    const std::string ballot = "const uint4 sgm = sub_group_ballot(sgc); const uint sgr = ";
    const auto masked = [&](const char* mask) {
        return ballot + "popcount((sgm & get_sub_group_" + mask + "_mask()).x); ";
    };
    switch (statement.sub_group) {
        case SubGroup::any: return "const uint sgr = sub_group_any(sgc); ";
        case SubGroup::all: return "const uint sgr = sub_group_non_uniform_all(sgc); ";
        case SubGroup::all_equal: return "const uint sgr = sub_group_non_uniform_all_equal(sgv); ";
        case SubGroup::elect: return "const uint sgr = sub_group_elect(); ";
        case SubGroup::count_upto: return ballot + "sub_group_ballot_inclusive_scan(sgm); ";
        case SubGroup::count_before: return ballot + "sub_group_ballot_exclusive_scan(sgm); ";
        case SubGroup::mask_lt: return masked("lt");
        case SubGroup::mask_le: return masked("le");
        case SubGroup::mask_eq: return masked("eq");
        case SubGroup::mask_ge: return masked("ge");
        case SubGroup::mask_gt: return masked("gt");
        case SubGroup::lowest: return ballot + "sgm.x ? sub_group_ballot_find_lsb(sgm) : 99; ";
        case SubGroup::highest: return ballot + "sgm.x ? sub_group_ballot_find_msb(sgm) : 99; ";
        case SubGroup::inverse: return ballot + "sub_group_inverse_ballot(sgm); ";
        case SubGroup::extract:
            return ballot + "sub_group_ballot_bit_extract(sgm, " + std::to_string(statement.offset) + "); ";
        default: return ballot + "sub_group_ballot_bit_count(sgm); ";
    }
}

std::string folded_text(const Statement& statement) {
    static const char* const names[] = {"add", "mul", "min",         "max",        "and",
                                        "or",  "xor", "logical_and", "logical_or", "logical_xor"};
    static const char* const forms[] = {"reduce_", "scan_inclusive_", "scan_exclusive_", "clustered_reduce_"};
    const bool is_plain = statement.has_offset && statement.fold != Fold::multiply && statement.fold <= Fold::greatest;
    const bool is_cluster = statement.form == FoldForm::cluster;
    return std::string("sub_group_") + (is_plain || is_cluster ? "" : "non_uniform_") +
           forms[static_cast<unsigned>(statement.form)] + names[static_cast<unsigned>(statement.fold)] + "(" +
           (is_logical(statement.fold) ? "(int)sgc" : "sgv") +
           (is_cluster ? ", " + std::to_string(1u << statement.offset) : "") + ")";
}

bool moves(SubGroup operation) { return operation >= SubGroup::first; }
bool is_intels(SubGroup operation) { return operation >= SubGroup::intel_at; }

}  // namespace

bool has_operation(SubGroup operation, Type type) {
    if (!type.is_vector()) return moves(operation) || !is_float(type.scalar);
    if (operation == SubGroup::last) return type.scalar != Scalar::f16;
    return is_intels(operation) && bytes_of(type.scalar) <= 4 && type.scalar != Scalar::f16;
}

Value sub_group_result(const Statement& statement, Type type, unsigned size, std::size_t lane,
                       const LaneValues& values) {
    switch (statement.sub_group) {
        case SubGroup::fold: return folded(statement, type, lane, values);
        case SubGroup::first: return values.begin()->second;
        case SubGroup::last: return values.rbegin()->second;
        default: break;
    }
    if (!moves(statement.sub_group)) return make_value(type, counted(statement, lane, values));
    const std::int64_t from = source(statement, size, lane);
    const bool is_other = is_intels(statement.sub_group) && from >= size;
    const auto found = from < 0 ? values.end() : values.find(static_cast<std::size_t>(from % (is_other ? size : 64)));
    if (found == values.end()) return Value{type};
    if (!is_other) return found->second;
    Value ones = convert(type, make_value(u32, 1));
    std::fill_n(ones.lanes.begin(), type.width, ones.lanes[0]);
    return ones;
}

std::string sub_group_text(const Statement& statement, Type type, unsigned size, const std::string& place,
                           const std::string& value) {
    const std::string name = type.name();
    std::string text = "{ const " + name + " sgv = (" + name + ")(" + value + "); ";
    if (statement.sub_group == SubGroup::first) return text + place + " = sub_group_broadcast_first(sgv); }\n";
    if (statement.sub_group == SubGroup::last)
        return text + place +
               " = sub_group_non_uniform_broadcast(sgv, sub_group_ballot_find_msb(sub_group_ballot(1))); }\n";
    if (moves(statement.sub_group))
        return text + moved_text(statement, name, size) + place + " = sgh ? sgr : (" + name + ")0; }\n";
    text += "const bool sgc = sgv != 0;\n  ";
    if (statement.sub_group == SubGroup::fold)
        return text + place + " = (" + name + ")" + folded_text(statement) + "; }\n";
    return text + counted_text(statement) + place + " = (" + name + ")sgr; }\n";
}

}  // namespace lanewise::fuzz
