// Compares reductions and scans of groups with their definition (SPIR-V specification, sections 3.52.21 and 3.52.24),
// for all types. The last sub-group of each work-group is smaller.
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "run_spirv.h"
#include "typed_values.h"

namespace lanewise::test {
namespace {

using Bits = std::uint64_t;

constexpr std::uint64_t items = 40, local = 20, sub_group = 8;

// A form of an instruction that combines values: over the work-group, over its sub-groups, or over clusters of the
// sub-groups' lanes.
struct Form {
    std::string instruction;  // the part before the operation's name
    std::string suffix;       // the part after the operation's name
    std::string scope;
    std::string operation;
    std::uint64_t cluster = 0;
};

// Returns the forms of all group operations. The kernel stores the result of each form as two words.
std::vector<Form> all_forms() {
    std::vector<Form> forms;
    for (const std::string operation : {"Reduce", "InclusiveScan", "ExclusiveScan"}) {
        forms.push_back({"GroupNonUniform", "", "%scope_sub_group", operation});
        forms.push_back({"Group", "KHR", "%scope_sub_group", operation});
        forms.push_back({"Group", "KHR", "%scope_group", operation});
    }
    forms.push_back({"GroupNonUniform", "", "%scope_sub_group", "ClusteredReduce", 1});
    forms.push_back({"GroupNonUniform", "", "%scope_sub_group", "ClusteredReduce", 4});
    return forms;
}

struct Range {
    std::uint64_t begin, end;
};

// Returns the range of work-items whose values are combined in the result of `item`.
Range combined(const Form& form, std::uint64_t item) {
    const std::uint64_t group = item / local * local;
    const std::uint64_t width = form.cluster != 0 ? form.cluster : form.scope == "%scope_group" ? local : sub_group;
    const std::uint64_t begin = group + (item - group) / width * width;
    const std::uint64_t end = std::min(begin + width, group + local);
    if (form.operation == "InclusiveScan") return {begin, item + 1};
    if (form.operation == "ExclusiveScan") return {begin, item};
    return {begin, end};
}

// An operation. `name` is the part of an instruction's name after OpGroupNonUniform.
struct Operation {
    std::string name;
    bool has_suffix;  // OpGroup...KHR
    std::function<Bits(const NumberType&)> start;
    std::function<Bits(const NumberType&, Bits, Bits)> combine;
};

Bits least(const NumberType& type) { return Bits{1} << (type.bits - 1); }
Bits nothing(const NumberType&) { return 0; }

const std::vector<Operation>& integer_operations() {
    static const std::vector<Operation> operations{
        {"IAdd", false, nothing, [](const NumberType&, Bits a, Bits b) { return a + b; }},
        {"IMul", true, [](const NumberType&) { return Bits{1}; },
         [](const NumberType&, Bits a, Bits b) { return a * b; }},
        {"SMin", false, [](const NumberType& type) { return least(type) - 1; },
         [](const NumberType& type, Bits a, Bits b) { return as_signed(type, a) < as_signed(type, b) ? a : b; }},
        {"SMax", false, least,
         [](const NumberType& type, Bits a, Bits b) { return as_signed(type, a) > as_signed(type, b) ? a : b; }},
        {"UMin", false, mask_of, [](const NumberType&, Bits a, Bits b) { return std::min(a, b); }},
        {"UMax", false, nothing, [](const NumberType&, Bits a, Bits b) { return std::max(a, b); }},
        {"BitwiseAnd", true, mask_of, [](const NumberType&, Bits a, Bits b) { return a & b; }},
        {"BitwiseOr", true, nothing, [](const NumberType&, Bits a, Bits b) { return a | b; }},
        {"BitwiseXor", true, nothing, [](const NumberType&, Bits a, Bits b) { return a ^ b; }},
    };
    return operations;
}

const std::vector<Operation>& float_operations() {
    static const auto of_doubles = [](double (*combine)(double, double)) {
        return [combine](const NumberType& type, Bits a, Bits b) {
            return bits_of_double(type, combine(as_double(type, a), as_double(type, b)));
        };
    };
    static const auto number = [](double value) {
        return [value](const NumberType& type) { return bits_of_double(type, value); };
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::vector<Operation> operations{
        {"FAdd", false, number(0), of_doubles([](double a, double b) { return a + b; })},
        {"FMul", true, number(1), of_doubles([](double a, double b) { return a * b; })},
        {"FMin", false, number(infinity), of_doubles([](double a, double b) { return std::min(a, b); })},
        {"FMax", false, number(-infinity), of_doubles([](double a, double b) { return std::max(a, b); })},
    };
    return operations;
}

std::string scopes() { return "%scope_group = OpConstant %uint 2\n%scope_sub_group = OpConstant %uint 3\n"; }

std::string name_of(const Form& form, const Operation& operation) {
    return "Op" + form.instruction + operation.name + (operation.has_suffix ? form.suffix : "");
}

ModuleText module_of(const NumberType& type, const Operation& operation, const std::vector<Form>& forms) {
    ModuleText module{.annotations = "OpExecutionMode %k SubgroupSize 8\n", .globals = type_lines() + scopes()};
    module.body = make_value(type, "%value", 1);
    module.words = static_cast<std::uint32_t>(forms.size() * 2);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const std::string result = "%result_" + std::to_string(i);
        module.body += result + " = " + name_of(forms[i], operation) + " " + type.name + " " + forms[i].scope + " " +
                       forms[i].operation + " %value";
        if (forms[i].cluster != 0) module.body += " %number_" + std::to_string(forms[i].cluster);
        module.body += "\n" + store_bits(type, result, static_cast<unsigned>(i * 2));
    }
    return module;
}

Bits expected(const NumberType& type, const Operation& operation, const Form& form, std::uint64_t item) {
    const Range range = combined(form, item);
    Bits bits = operation.start(type) & mask_of(type);
    for (std::uint64_t other = range.begin; other < range.end; ++other)
        bits = operation.combine(type, bits, value_bits(type, other, 1)) & mask_of(type);
    return bits;
}

void check(const NumberType& type, const Operation& operation) {
    const std::vector<Form> forms = all_forms();
    const auto out = run_spirv(module_of(type, operation, forms), items, local);
    for (std::uint64_t item = 0; item < items; ++item) {
        for (std::size_t i = 0; i < forms.size(); ++i) {
            const Bits found = stored_bits(out, (item * forms.size() + i) * 2);
            const Bits right = expected(type, operation, forms[i], item);
            const std::string place = name_of(forms[i], operation) + " " + forms[i].operation + " " + type.name + " " +
                                      forms[i].scope + ", work-item " + std::to_string(item);
            // The test compares numbers by value, because the sign of a zero depends on the order of the operations,
            // which is not specified.
            if (type.is_float)
                ASSERT_EQ(as_double(type, found), as_double(type, right)) << place;
            else
                ASSERT_EQ(found, right) << place;
        }
    }
}

TEST(SpirvGroupArithmetic, IntegersOfAllWidths) {
    for (const Operation& operation : integer_operations())
        for (const NumberType& type : integer_types()) check(type, operation);
}

TEST(SpirvGroupArithmetic, FloatsOfAllWidths) {
    for (const Operation& operation : float_operations())
        for (const NumberType& type : float_types()) check(type, operation);
}

TEST(SpirvGroupArithmetic, PredicatesAndVectors) {
    // The two predicates of a vector are bit 0 and bit 1 of a number that depends on the work-item.
    ModuleText module{.annotations = "OpExecutionMode %k SubgroupSize 8\n",
                      .globals = type_lines() + scopes() +
                                 "%v2bool = OpTypeVector %bool 2\n"
                                 "%zeros = OpConstantComposite %v2uint %uint_0 %uint_0\n"
                                 "%bits = OpConstantComposite %v2uint %uint_1 %uint_2\n",
                      .body = make_value({"%uint", 32}, "%value", 1) + R"(
%top = OpShiftRightLogical %uint %value %number_30
%pair = OpCompositeConstruct %v2uint %top %top
%masked = OpBitwiseAnd %v2uint %pair %bits
%predicates = OpINotEqual %v2bool %masked %zeros
)"};
    const std::vector<Form> forms = all_forms();
    module.words = static_cast<std::uint32_t>(forms.size() * 3);
    const std::vector<std::string> names{"LogicalAnd", "LogicalOr", "LogicalXor"};
    for (std::size_t i = 0; i < forms.size() * 3; ++i) {
        const Form& form = forms[i / 3];
        const std::string at = "%result_" + std::to_string(i);
        module.body += at + " = Op" + form.instruction + names[i % 3] + form.suffix + " %v2bool " + form.scope + " " +
                       form.operation + " %predicates";
        if (form.cluster != 0) module.body += " %number_" + std::to_string(form.cluster);
        module.body += "\n" + at + "_words = OpSelect %v2uint " + at + " %bits %zeros\n";
        module.body += at + "_low = OpCompositeExtract %uint " + at + "_words 0\n";
        module.body += at + "_high = OpCompositeExtract %uint " + at + "_words 1\n";
        module.body += at + "_both = OpBitwiseOr %uint " + at + "_low " + at + "_high\n";
        module.globals += at + "_index = OpConstant %uint " + std::to_string(i) + "\n";
        module.body += at + "_place = OpInBoundsPtrAccessChain %ptr_global_uint %place " + at + "_index\nOpStore " +
                       at + "_place " + at + "_both\n";
    }
    const auto out = run_spirv(module, items, local);
    const auto predicates = [](std::uint64_t item) {
        return static_cast<unsigned>(value_bits({"%uint", 32}, item, 1) >> 30);
    };
    for (std::uint64_t item = 0; item < items; ++item) {
        for (std::size_t i = 0; i < forms.size(); ++i) {
            const Range range = combined(forms[i], item);
            unsigned all = 3, any = 0, odd = 0;
            for (std::uint64_t other = range.begin; other < range.end; ++other) {
                all &= predicates(other);
                any |= predicates(other);
                odd ^= predicates(other);
            }
            const auto* found = &out[(item * forms.size() + i) * 3];
            EXPECT_EQ(found[0], all) << forms[i].operation << forms[i].scope << item;
            EXPECT_EQ(found[1], any) << forms[i].operation << forms[i].scope << item;
            EXPECT_EQ(found[2], odd) << forms[i].operation << forms[i].scope << item;
        }
    }
}

std::string refusal(const std::string& line) {
    return refusal_of(
        text_of({.globals = type_lines() + scopes() + "%scope_device = OpConstant %uint 1\n%int100 = OpTypeInt 100 0\n",
                 .body = line + "\n"}));
}

// SPV_AMD_shader_ballot: instructions with the suffix NonUniformAMD give the same results as instructions without this
// suffix.
TEST(SpirvGroupArithmetic, InstructionsOfAmdAreThoseOfGroups) {
    const auto out = run_spirv({.annotations = "OpExecutionMode %k SubgroupSize 8\n",
                                .globals = "%scope_sub_group = OpConstant %uint 3\n%seven = OpConstant %uint 7\n",
                                .body = R"(
%low = OpUConvert %uint %i
%lane = OpBitwiseAnd %uint %low %seven
%f = OpConvertUToF %float %lane
%sum = OpGroupIAddNonUniformAMD %uint %scope_sub_group Reduce %lane
%least = OpGroupUMinNonUniformAMD %uint %scope_sub_group Reduce %lane
%most = OpGroupSMaxNonUniformAMD %uint %scope_sub_group InclusiveScan %lane
%fmost = OpGroupFMaxNonUniformAMD %float %scope_sub_group Reduce %f
%fw = OpConvertFToU %uint %fmost
%a = OpIAdd %uint %sum %least
%b = OpIAdd %uint %most %fw
%c = OpIAdd %uint %a %b
OpStore %place %c
)"},
                               16, 16);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 28 + 0 + i % 8 + 7) << i;
}

TEST(SpirvGroupArithmetic, WrongOperandsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"%r = OpGroupIAdd %uint %scope_device Reduce %uint_1", "neither the constant Workgroup"},
        {"%r = OpGroupNonUniformIAdd %uint %scope_group Reduce %uint_1", "not the constant Subgroup"},
        {"%r = OpGroupIAdd %uint %scope_group Reduce %i", "another type than the result"},
        {"%r = OpGroupIAdd %uint %scope_group ClusteredReduce %uint_1", "work-groups have no clusters"},
        {"%r = OpGroupNonUniformIAdd %uint %scope_sub_group ClusteredReduce %uint_1", "an operand is missing"},
        {"%r = OpGroupNonUniformIAdd %uint %scope_sub_group ClusteredReduce %uint_1 %uint_3", "no power of two"},
        {"%r = OpGroupNonUniformIAdd %uint %scope_sub_group ClusteredReduce %uint_1 %uint_0", "no power of two"},
        {"%r = OpGroupNonUniformIAdd %uint %scope_sub_group PartitionedReduceNV %uint_1 %uint_1", "not supported"},
        {"%r = OpGroupFAdd %uint %scope_group Reduce %uint_1", "no floating-point number"},
        {"%r = OpGroupLogicalAndKHR %uint %scope_group Reduce %uint_1", "no bool"},
        {"%x = OpConvertUToF %float %uint_1\n%r = OpGroupIAdd %float %scope_group Reduce %x", "no integer"},
        {"%x = OpUConvert %int100 %i\n%r = OpGroupIAdd %int100 %scope_group Reduce %x", "more than 64 bits"},
    };
    for (const auto& [line, reason] : cases) EXPECT_NE(refusal(line).find(reason), std::string::npos) << refusal(line);
}

}  // namespace
}  // namespace lanewise::test
