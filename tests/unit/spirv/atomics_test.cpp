// Compares atomic instructions (SPIR-V specification, section 3.52.18) with the same operations in C++, for all widths,
// address spaces and memory orders.
#include <algorithm>

#include "run_spirv.h"
#include "typed_values.h"

namespace lanewise::test {
namespace {

using Bits = std::uint64_t;

// The location of an object: its storage class, and whether its address %object is a generic pointer.
struct Place {
    std::string storage;
    bool is_generic;
};

const std::vector<Place>& places() {
    static const std::vector<Place> all{{"CrossWorkgroup", false}, {"Workgroup", false}, {"Function", false},
                                        {"CrossWorkgroup", true},  {"Workgroup", true},  {"Function", true}};
    return all;
}

std::string scope_lines() {
    return "%scope_device = OpConstant %uint 1\n%scope_group = OpConstant %uint 2\n"
           "%relaxed = OpConstant %uint 0\n%acquire = OpConstant %uint 2\n%release = OpConstant %uint 4\n"
           "%acq_rel = OpConstant %uint 0x308\n%seq_cst = OpConstant %uint 0x310\n";
}

// Returns a module that makes the object %object at the location `place`, sets the object to %start, and runs `lines`.
// The module then stores %old and the object's new value as results.
ModuleText module_of(const NumberType& type, const Place& place, const std::string& lines, const std::string& order) {
    ModuleText module{.globals = type_lines() + scope_lines(), .words = 4};
    module.globals += "%ptr_object = OpTypePointer " + place.storage + " " + type.name + "\n";
    if (place.is_generic) module.globals += "%ptr_generic = OpTypePointer Generic " + type.name + "\n";
    std::string address = "%object";
    if (place.is_generic) address = "%own";
    if (place.storage == "CrossWorkgroup") module.body += address + " = OpBitcast %ptr_object %place\n";
    if (place.storage == "Function") module.body += address + " = OpVariable %ptr_object Function\n";
    if (place.storage == "Workgroup") {
        module.globals += "%shared = OpVariable %ptr_object Workgroup\n";
        module.body += address + " = OpCopyObject %ptr_object %shared\n";
    }
    if (place.is_generic) module.body += "%object = OpPtrCastToGeneric %ptr_generic %own\n";
    module.body += make_value(type, "%start", 1) + make_value(type, "%operand", 2) + make_value(type, "%other", 3);
    module.body += "OpAtomicStore %object %scope_group %relaxed %start\n" + lines;
    module.body += "%new = OpAtomicLoad " + type.name + " %object %scope_device " +
                   (order == "%release" ? "%relaxed" : order) + "\n";
    module.body += store_bits(type, "%old", 0) + store_bits(type, "%new", 2);
    return module;
}

struct Results {
    Bits old;
    Bits changed;
};

// Calls `check(item, results)`.
template <class Check>
void run(const NumberType& type, const Place& place, const std::string& lines, const std::string& order,
         Check&& check) {
    SCOPED_TRACE(lines + " of " + type.name + " in " + place.storage + (place.is_generic ? " (generic)" : ""));
    // The work-items of a group share a local object, so work-groups have only one work-item if the object is local.
    const std::uint64_t local = place.storage == "Workgroup" ? 1 : 8;
    const auto out = run_spirv(module_of(type, place, lines, order), 16, local);
    for (std::uint64_t item = 0; item < 16; ++item)
        check(item, Results{stored_bits(out, item * 4), stored_bits(out, item * 4 + 2)});
}

Bits model(const std::string& name, const NumberType& type, Bits old, Bits operand) {
    const auto a = as_signed(type, old), b = as_signed(type, operand);
    if (name == "IAdd") return (old + operand) & mask_of(type);
    if (name == "ISub") return (old - operand) & mask_of(type);
    if (name == "SMin") return a < b ? old : operand;
    if (name == "SMax") return a > b ? old : operand;
    if (name == "UMin") return std::min(old, operand);
    if (name == "UMax") return std::max(old, operand);
    if (name == "And") return old & operand;
    if (name == "Or") return old | operand;
    if (name == "Xor") return old ^ operand;
    return operand;
}

std::vector<NumberType> atomic_integers() {
    std::vector<NumberType> types = integer_types();
    std::erase_if(types, [](const NumberType& type) { return type.bits == 24; });
    return types;
}

void check_fetch(const std::string& name, const NumberType& type, const Place& place, const std::string& order) {
    const std::string line =
        "%old = OpAtomic" + name + " " + type.name + " %object %scope_group " + order + " %operand\n";
    run(type, place, line, order, [&](std::uint64_t item, const Results& results) {
        const Bits start = value_bits(type, item, 1);
        EXPECT_EQ(results.old, start);
        EXPECT_EQ(results.changed, model(name, type, start, value_bits(type, item, 2)));
    });
}

TEST(SpirvAtomics, IntegersOfAllWidthsAndSpaces) {
    const std::vector<std::string> orders{"%relaxed", "%acquire", "%release", "%acq_rel", "%seq_cst"};
    std::size_t next = 0;
    for (const std::string name : {"IAdd", "ISub", "SMin", "SMax", "UMin", "UMax", "And", "Or", "Xor", "Exchange"})
        for (const NumberType& type : atomic_integers())
            for (const Place& place : places()) check_fetch(name, type, place, orders[next++ % orders.size()]);
}

TEST(SpirvAtomics, StepsAddAndSubtractOne) {
    for (const NumberType& type : atomic_integers()) {
        for (const std::string name : {"IIncrement", "IDecrement"}) {
            const std::string line = "%old = OpAtomic" + name + " " + type.name + " %object %scope_device %seq_cst\n";
            run(type, places()[0], line, "%seq_cst", [&](std::uint64_t item, const Results& results) {
                const Bits start = value_bits(type, item, 1);
                EXPECT_EQ(results.old, start);
                EXPECT_EQ(results.changed, (name == "IIncrement" ? start + 1 : start - 1) & mask_of(type));
            });
        }
    }
}

TEST(SpirvAtomics, CompareExchangeReturnsTheOldValue) {
    std::vector<NumberType> types = atomic_integers();
    types.insert(types.end(), float_types().begin(), float_types().end());
    for (const std::string name : {"CompareExchange", "CompareExchangeWeak"}) {
        for (const NumberType& type : types) {
            for (const bool hits : {true, false}) {
                // Section 3.52.18: the value is stored if the old value equals the comparator, which is the last
                // operand.
                const std::string line = "%old = OpAtomic" + name + " " + type.name +
                                         " %object %scope_group %seq_cst %acquire %operand " +
                                         (hits ? "%start\n" : "%other\n");
                run(type, places()[0], line, "%seq_cst", [&](std::uint64_t item, const Results& results) {
                    const Bits start = value_bits(type, item, 1);
                    const bool done = hits || start == value_bits(type, item, 3);
                    EXPECT_EQ(results.old, start);
                    EXPECT_EQ(results.changed, done ? value_bits(type, item, 2) : start);
                });
            }
        }
    }
}

TEST(SpirvAtomics, FloatsOfAllWidthsAndSpaces) {
    for (const std::string name : {"FAddEXT", "FMinEXT", "FMaxEXT", "Exchange"}) {
        for (const NumberType& type : float_types()) {
            for (const Place& place : places()) {
                const std::string line =
                    "%old = OpAtomic" + name + " " + type.name + " %object %scope_group %acq_rel %operand\n";
                run(type, place, line, "%seq_cst", [&](std::uint64_t item, const Results& results) {
                    const double start = as_double(type, value_bits(type, item, 1));
                    const double operand = as_double(type, value_bits(type, item, 2));
                    EXPECT_EQ(as_double(type, results.old), start);
                    EXPECT_EQ(as_double(type, results.changed), name == "FAddEXT"   ? start + operand
                                                                : name == "FMinEXT" ? std::min(start, operand)
                                                                : name == "FMaxEXT" ? std::max(start, operand)
                                                                                    : operand);
                });
            }
        }
    }
}

TEST(SpirvAtomics, FlagsAreSetOnce) {
    const ModuleText module{.globals = scope_lines(), .body = R"(
OpAtomicFlagClear %place %scope_device %release
%first = OpAtomicFlagTestAndSet %bool %place %scope_device %acquire
%second = OpAtomicFlagTestAndSet %bool %place %scope_device %acq_rel
OpAtomicFlagClear %place %scope_device %seq_cst
%third = OpAtomicFlagTestAndSet %bool %place %scope_device %relaxed
%first_word = OpSelect %uint %first %uint_1 %uint_0
%second_word = OpSelect %uint %second %uint_2 %uint_0
%third_word = OpSelect %uint %third %uint_4 %uint_0
%some = OpBitwiseOr %uint %first_word %second_word
%all = OpBitwiseOr %uint %some %third_word
OpStore %place %all
)"};
    for (const std::uint32_t word : run_spirv(module, 8, 4)) EXPECT_EQ(word, 2u);
}

TEST(SpirvAtomics, WorkItemsShareACounter) {
    // Each work-item increments a counter of its group, and stores the old value as its result.
    const ModuleText module{.globals = scope_lines() + R"(
%counter = OpVariable %ptr_local_uint Workgroup
%local_barrier = OpConstant %uint 0x110
)",
                            .body = R"(
OpStore %counter %uint_0
OpControlBarrier %scope_group %scope_group %local_barrier
%ticket = OpAtomicIIncrement %uint %counter %scope_group %relaxed
OpStore %place %ticket
)"};
    auto out = run_spirv(module, 64, 32);
    std::sort(out.begin(), out.begin() + 32);
    std::sort(out.begin() + 32, out.end());
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i % 32);
}

TEST(SpirvAtomics, ScopeAndSemanticsMayBeSpecializedOrUnknown) {
    const ModuleText module{
        .annotations = "OpDecorate %spec_scope SpecId 1\nOpDecorate %spec_order SpecId 2\n",
        .globals = scope_lines() + "%spec_scope = OpSpecConstant %uint 2\n%spec_order = OpSpecConstant %uint 0\n",
        .body = R"(
%low = OpUConvert %uint %i
%unknown = OpIMul %uint %low %uint_0
OpAtomicStore %place %spec_scope %spec_order %low
%old = OpAtomicIAdd %uint %place %unknown %unknown %uint_3
OpMemoryBarrier %spec_scope %spec_order
OpMemoryBarrier %unknown %unknown
)"};
    const std::vector<compiler::SpecializationValue> values{{1, 1}, {2, 0x10}};
    const auto out = run_spirv(module, 8, 4, values);
    for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(out[i], i + 3);
}

TEST(SpirvAtomics, QueueFamilyIsAScopeOfAllDevices) {
    const ModuleText module{.globals = scope_lines() + "%queue_family = OpConstant %uint 5\n", .body = R"(
%low = OpUConvert %uint %i
OpAtomicStore %place %queue_family %relaxed %low
%old = OpAtomicIAdd %uint %place %queue_family %relaxed %uint_3
)"};
    const auto out = run_spirv(module, 8, 4);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 3);
}

std::string refusal(const std::string& body) {
    return refusal_of(text_of({.globals = scope_lines() + "%int24 = OpTypeInt 24 0\n%no_scope = OpConstant %uint 9\n"
                                                          "%ptr_24 = OpTypePointer CrossWorkgroup %int24\n",
                               .body = body}));
}

TEST(SpirvAtomics, WrongOperandsAreRefused) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"%r = OpAtomicIAdd %uint %i %scope_group %relaxed %uint_1\n", "an operand is no pointer"},
        {"%r = OpAtomicIAdd %uint %place %scope_group %relaxed %i\n", "another type than the result"},
        {"%r = OpAtomicIAdd %uint %place %no_scope %relaxed %uint_1\n", "kernels have no scope 9"},
        {"%r = OpAtomicIAdd %v2uint %place %scope_group %relaxed %uint_1\n", "no scalar number"},
        {"%r = OpAtomicFAddEXT %uint %place %scope_group %relaxed %uint_1\n", "no floating-point number"},
        {"%r = OpAtomicIAdd %uint %place %ids %relaxed %uint_1\n", "no scalar"},
        {"%p = OpBitcast %ptr_24 %place\n%r = OpAtomicLoad %int24 %p %scope_group %relaxed\n", "8, 16, 32 or 64 bits"},
        {"OpAtomicStore %place %scope_group %relaxed %ids\n", "no scalar number"},
        {"%r = OpAtomicFlagTestAndSet %uint %place %scope_group %relaxed\n", "do not fit the result's type"},
        {"%r = OpAtomicCompareExchange %uint %place %scope_group %relaxed %relaxed %uint_1 %i\n",
         "another type than the result"},
    };
    for (const auto& [body, reason] : cases) EXPECT_NE(refusal(body).find(reason), std::string::npos) << body;
}

}  // namespace
}  // namespace lanewise::test
