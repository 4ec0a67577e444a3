// Reductions, scans, votes and ballots of sub-groups, clusters and the work-group, also in branches that only some
// work-items take.
#include <bit>

#include "number_steps.h"

namespace lanewise::fuzz {
namespace {

using Values = std::vector<std::uint64_t>;

std::uint64_t start_of(std::string_view name, Scalar type) {
    const std::uint64_t all = mask_of(type.bits), sign = std::uint64_t{1} << (type.bits - 1);
    if (name == "IMul") return 1;
    if (name == "SMin") return all & ~sign;
    if (name == "SMax") return sign;
    if (name == "UMin" || name == "BitwiseAnd" || name == "LogicalAnd") return all;
    if (name == "FMul") return convert({.from = {Kind::integer, 8}, .to = type}, 1);
    if (name == "FMin" || name == "FMax") {
        const std::uint64_t huge = real_operation("FDiv", type.bits, start_of("FMul", type), 0);
        return name == "FMin" ? huge : huge | sign;
    }
    return 0;
}

std::uint64_t combined(std::string_view name, Scalar type, std::uint64_t left, std::uint64_t right) {
    const auto chosen = [&](std::string_view comparison) {
        return compare(comparison, type, left, right) ? left : right;
    };
    if (name == "SMin") return chosen("SLessThan");
    if (name == "SMax") return chosen("SGreaterThan");
    if (name == "UMin") return chosen("ULessThan");
    if (name == "UMax") return chosen("UGreaterThan");
    if (name == "FMin") return chosen("FOrdLessThan");
    if (name == "FMax") return chosen("FOrdGreaterThan");
    if (name == "LogicalAnd") return left & right;
    if (name == "LogicalOr") return left | right;
    if (name == "LogicalXor") return left ^ right;
    if (type.kind == Kind::real) return real_operation(name, type.bits, left, right);
    return integer_operation(name, type.bits, left, right);
}

const std::vector<std::string> integer_names = {"IAdd", "IMul",       "SMin",      "SMax",      "UMin",
                                                "UMax", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};

}  // namespace

// Returns small numbers, converted from integers. Sums and products of these numbers are exact, and comparisons of
// these numbers have only one right result.
Node Steps::exact_reals(const std::string& name, const Node& whole) {
    const int real = module_.random_real(info(whole.type).components);
    const Scalar element = scalar(real);
    const bool is_product = name == "FMul";
    const std::uint64_t most = is_product ? 1 : name == "FAdd" ? 7 : 63;
    const Node bits = module_.constant_of(whole.type, Values(module_.leaves(whole.type), most));
    const Node few =
        elementwise(whole.type, "BitwiseAnd", {&whole, &bits}, [](const auto& v) { return v[0] & v[1]; }, false);
    const auto number = [&](std::uint64_t value) {
        return convert({.from = {Kind::integer, 8}, .to = element}, value);
    };
    const Node one = module_.constant_of(real, Values(module_.leaves(real), number(1)));
    Node value = elementwise(real, "ConvertUToF", {&few}, [&](const auto& v) { return number(v[0]); }, false);
    const auto with = [&](const std::string& operation, const Node& other) {
        value = elementwise(
            real, operation, {&value, &other},
            [&](const auto& v) { return real_operation(operation, element.bits, v[0], v[1]); }, false);
    };
    // Operands of comparisons are at least 1, so that none is zero. Factors of products are 1 and -1.
    if (is_product) with("FAdd", Node(value));
    if (name != "FAdd") with(is_product ? "FSub" : "FAdd", one);
    return value;
}

// Writes a dot product of vectors whose products and sums are exact.
void Steps::dot() {
    const unsigned length = module_.one_of<unsigned>({2, 3, 4, 8, 16, 5});
    const int words = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32})}, length);
    const Node left = exact_reals("FAdd", module_.choose(words));
    const int whole = module_.type_of({Kind::integer, 8}, length);
    Node right = exact_reals("FAdd", module_.choose(whole));
    if (right.type != left.type) right = left;
    const Scalar element = scalar(left.type);
    Node node = written(module_.type_of(element, 0), "Dot", " " + left.id + " " + right.id);
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned i = 0; i < length; ++i) {
            const std::uint64_t product =
                real_operation("FMul", element.bits, left.values[item][i], right.values[item][i]);
            node.values[item][0] = real_operation("FAdd", element.bits, node.values[item][0], product);
        }
    module_.keep(node);
}

// The order of a sum over a group is not specified, so the operands of floating-point sums are numbers whose sums are
// exact.
void Steps::group_arithmetic() {
    const unsigned length = module_.chance(70) ? 0 : module_.one_of<unsigned>({2, 3, 4, 8, 16, 5});
    int type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 32, 64, 24})}, length);
    std::string name = module_.one_of(integer_names);
    Node value = module_.choose(type);
    if (module_.chance(15)) {
        name = module_.one_of<std::string>({"LogicalAnd", "LogicalOr", "LogicalXor"});
        type = module_.type_of({Kind::boolean, 1}, length);
        value = module_.choose(type);
    } else if (module_.chance(30)) {
        name = module_.one_of<std::string>({"FAdd", "FMul", "FMin", "FMax"});
        value = exact_reals(name, value);
        type = value.type;
    }
    const Scalar element = scalar(type);
    const bool is_old = module_.is_uniform() && module_.chance(50);
    const bool is_whole = is_old && module_.chance(50);
    std::string operation = module_.one_of<std::string>({"Reduce", "InclusiveScan", "ExclusiveScan"});
    unsigned width = is_whole ? work_items : module_.sub_group_;
    std::string cluster;
    if (!is_old && module_.chance(30)) {
        operation = "ClusteredReduce";
        width = 1u << module_.below(static_cast<unsigned>(std::bit_width(module_.sub_group_)));
        cluster = " " + uint_constant(width).id;
    }
    static const std::vector<std::string> early = {"IAdd", "FAdd", "SMin", "SMax", "UMin", "UMax", "FMin", "FMax"};
    const bool has_suffix = is_old && std::ranges::find(early, name) == early.end();
    const std::string scope = module_.global_line(is_whole ? "%scope_group" : "%scope_sub_group",
                                                  std::string("OpConstant %uint ") + (is_whole ? "2" : "3"));
    Node node = written(type, (is_old ? "Group" : "GroupNonUniform") + name + (has_suffix ? "KHR" : ""),
                        " " + scope + " " + operation + " " + value.id + cluster);
    for (unsigned item = 0; item < work_items; ++item) {
        const unsigned first = item / width * width, end = std::min(first + width, work_items);
        for (std::size_t i = 0; i < module_.leaves(type); ++i) {
            std::uint64_t result = start_of(name, element);
            for (unsigned other = first; other < end; ++other) {
                if (!active(other) || (operation == "InclusiveScan" && other > item) ||
                    (operation == "ExclusiveScan" && other >= item))
                    continue;
                result = combined(name, element, result, value.values[other][i]);
            }
            node.values[item][i] = result;
        }
    }
    if (name != "FAdd") return module_.keep(node);
    // An empty sum is a zero of either sign. Adding 0 makes the zero positive.
    const Node zero = module_.constant_of(type, Values(module_.leaves(type), 0));
    elementwise(type, "FAdd", {&node, &zero}, [](const auto& v) { return v[0]; });
}

// Writes votes, in which the active work-items take part.
void Steps::votes() {
    const Node predicate = module_.choose(boolean());
    const std::string scope = module_.global_line("%scope_sub_group", "OpConstant %uint 3") + " ";
    const std::string group = module_.global_line("%scope_group", "OpConstant %uint 2") + " ";
    const auto count = [&](unsigned first, unsigned end, bool value) {
        unsigned found = 0;
        for (unsigned other = first; other < end; ++other)
            found += active(other) && (predicate.values[other][0] != 0) == value ? 1 : 0;
        return found;
    };
    const auto vote = [&](const std::string& line, bool is_all, unsigned width) {
        Node node = written(boolean(), line, " " + predicate.id);
        for (unsigned item = 0; item < work_items; ++item) {
            const unsigned first = item / width * width, end = std::min(first + width, work_items);
            node.values[item] = {is_all ? count(first, end, false) == 0 : count(first, end, true) != 0};
        }
        module_.keep(node);
    };
    const bool is_all = module_.chance(50);
    const std::string which = is_all ? "All" : "Any";
    const unsigned form = module_.below(module_.is_uniform() ? 7 : 4);
    const auto scoped = [&](const std::string& name, const std::string& where, unsigned width) {
        Node node = written(boolean(), name, " " + where + predicate.id);
        for (unsigned item = 0; item < work_items; ++item) {
            const unsigned first = item / width * width, end = std::min(first + width, work_items);
            node.values[item] = {is_all ? count(first, end, false) == 0 : count(first, end, true) != 0};
        }
        module_.keep(node);
    };
    if (form == 0) return scoped("GroupNonUniform" + which, scope, module_.sub_group_);
    if (form == 1) return vote("Subgroup" + which + "KHR", is_all, module_.sub_group_);
    if (form == 4) return scoped("Group" + which, scope, module_.sub_group_);
    if (form == 5) return scoped("Group" + which, group, work_items);
    if (form == 6) return vote("GroupNonUniformQuad" + which + "KHR", is_all, 4);
    if (form == 2) {
        Node node = written(boolean(), "GroupNonUniformElect", " " + scope);
        for (unsigned item = 0; item < work_items; ++item) {
            unsigned first = first_of(item);
            while (first < item && !active(first)) ++first;
            node.values[item] = {first == item};
        }
        return module_.keep(node);
    }
    const bool is_khr = module_.chance(40);
    const unsigned length = is_khr || module_.chance(60) ? 0 : module_.one_of<unsigned>({2, 3, 4});
    const Node value =
        is_khr ? predicate
               : module_.choose(module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, length));
    Node node = is_khr ? written(boolean(), "SubgroupAllEqualKHR", " " + value.id)
                       : written(boolean(), "GroupNonUniformAllEqual", " " + scope + value.id);
    for (unsigned item = 0; item < work_items; ++item) {
        node.values[item] = {1};
        for (unsigned other = first_of(item); other < end_of(item); ++other)
            if (active(other) && active(item) && value.values[other] != value.values[item]) node.values[item] = {0};
    }
    module_.keep(node);
}

namespace {

unsigned bits_of(const Values& ballot) { return static_cast<unsigned>(ballot[0]); }

}  // namespace

// Writes a ballot in which all active work-items vote true.
Node Steps::active_ballot() {
    const std::string scope = module_.global_line("%scope_sub_group", "OpConstant %uint 3");
    Node node = written(module_.type_of({Kind::integer, 32}, 4), "GroupNonUniformBallot", " " + scope + " %bool_true");
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned other = first_of(item); other < end_of(item); ++other)
            if (active(other)) node.values[item][0] |= std::uint64_t{1} << (other - first_of(item));
    return node;
}

void Steps::ballots() {
    const std::string scope = module_.global_line("%scope_sub_group", "OpConstant %uint 3") + " ";
    const Node predicate = module_.choose(boolean());
    const int words = module_.type_of({Kind::integer, 32}, 4);
    const bool is_khr = module_.chance(30);
    Node ballot = is_khr ? written(words, "SubgroupBallotKHR", " " + predicate.id)
                         : written(words, "GroupNonUniformBallot", " " + scope + predicate.id);
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned other = first_of(item); other < end_of(item); ++other)
            if (active(other) && predicate.values[other][0] != 0)
                ballot.values[item][0] |= std::uint64_t{1} << (other - first_of(item));
    module_.keep(ballot);
    const auto made = [&](int type, const std::string& name, const std::string& operands, auto&& value) {
        Node node = written(type, name, " " + scope + operands);
        for (unsigned item = 0; item < work_items; ++item) node.values[item] = {value(item)};
        module_.keep(node);
    };
    const int number = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const auto own_bit = [&](unsigned item) { return item % module_.sub_group_; };
    switch (module_.below(6)) {
        case 0:
            return made(boolean(), "GroupNonUniformInverseBallot", ballot.id,
                        [&](unsigned item) { return bits_of(ballot.values[item]) >> own_bit(item) & 1u; });
        case 1: {
            const Node any = module_.choose(number);
            const Node index = remainder(any, module_.sub_group_);
            return made(boolean(), "GroupNonUniformBallotBitExtract", ballot.id + " " + index.id,
                        [&](unsigned item) { return bits_of(ballot.values[item]) >> index.values[item][0] & 1u; });
        }
        case 2:
            return made(number, "GroupNonUniformBallotBitCount", "Reduce " + ballot.id, [&](unsigned item) {
                return static_cast<unsigned>(std::popcount(bits_of(ballot.values[item])));
            });
        case 3:
        case 4: {
            const bool is_inclusive = module_.chance(50);
            return made(number, "GroupNonUniformBallotBitCount",
                        (is_inclusive ? "InclusiveScan " : "ExclusiveScan ") + ballot.id, [&](unsigned item) {
                            const auto before = static_cast<unsigned>(mask_of(own_bit(item) + (is_inclusive ? 1 : 0)));
                            return static_cast<unsigned>(std::popcount(bits_of(ballot.values[item]) & before));
                        });
        }
        default: break;
    }
    // The lowest and the highest bit are defined only for ballots with a set bit, so these instructions get a ballot of
    // all active work-items.
    const Node all = active_ballot();
    const bool is_lowest = module_.chance(50);
    made(number, std::string("GroupNonUniformBallotFind") + (is_lowest ? "LSB" : "MSB"), all.id, [&](unsigned item) {
        const unsigned bits = bits_of(all.values[item]);
        if (bits == 0) return 0u;
        return static_cast<unsigned>(is_lowest ? std::countr_zero(bits) : std::bit_width(bits) - 1);
    });
}

}  // namespace lanewise::fuzz
