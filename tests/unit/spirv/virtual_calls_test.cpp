// Tests functions that are called through pointers, and that call functions of their own type through pointers, as
// virtual functions of C++ classes do.
#include "linked_modules.h"

namespace lanewise::test {
namespace {

const std::string types =
    "%pointer = OpTypePointer CodeSectionINTEL %unary\n%ptr_slot = OpTypePointer CrossWorkgroup %pointer\n"
    "%table_type = OpTypeArray %pointer %uint_4\n%ptr_table = OpTypePointer CrossWorkgroup %table_type\n";

// Four functions. The function inner0 adds 1 to its parameter, and inner1 adds 2. The function outer0 calls a function
// of the table, doubles the result, and adds the parameter of outer0; outer1 triples the result instead.
std::string classes(const std::string& slot_of_0, const std::string& slot_of_1) {
    const auto calling = [](const std::string& name, const std::string& slot, const std::string& factor) {
        return function(name, "%" + name + "_at = OpInBoundsAccessChain %ptr_slot %table " + slot + "\n%" + name +
                                  "_f = OpLoad %pointer %" + name + "_at\n%" + name +
                                  "_y = OpFunctionPointerCallINTEL %uint %" + name + "_f %" + name + "_x\n%" + name +
                                  "_z = OpIMul %uint %" + name + "_y " + factor + "\n%" + name + "_r = OpIAdd %uint %" +
                                  name + "_z %" + name + "_x\n");
    };
    std::string text = types;
    std::string table = "%table_value = OpConstantComposite %table_type";
    for (const std::string name : {"outer0", "outer1", "inner0", "inner1"}) {
        text += "%p_" + name + " = OpConstantFunctionPointerINTEL %pointer %" + name + "\n";
        table += " %p_" + name;
    }
    return text + table + "\n%table = OpVariable %ptr_table CrossWorkgroup %table_value\n" +
           calling("outer0", slot_of_0, "%uint_2") + calling("outer1", slot_of_1, "%uint_3") +
           function("inner0", "%inner0_r = OpIAdd %uint %inner0_x %uint_1\n") +
           function("inner1", "%inner1_r = OpIAdd %uint %inner1_x %uint_2\n");
}

// Work-items call the four functions in turn.
ModuleText calling_all(const std::string& globals) {
    return {.globals = unary + globals, .body = R"(
%low = OpUConvert %uint %i
%which = OpUMod %uint %low %uint_4
%slot = OpInBoundsAccessChain %ptr_slot %table %which
%callee = OpLoad %pointer %slot
%v = OpFunctionPointerCallINTEL %uint %callee %low
OpStore %place %v
)"};
}

TEST(SpirvVirtualCalls, FunctionsCallPointersOfTheirOwnType) {
    const ModuleText module = calling_all(classes("%uint_2", "%uint_3"));
    for (const std::uint32_t lanes : {1u, 8u, 16u}) {
        const auto out = run_spirv(module, 40, 20, {}, {.vector_width = lanes});
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            const std::uint32_t results[] = {2 * (i + 1) + i, 3 * (i + 2) + i, i + 1, i + 2};
            EXPECT_EQ(out[i], results[i % 4]) << i << " in " << lanes;
        }
    }
}

// outer1 calls outer0, which calls inner1.
TEST(SpirvVirtualCalls, ChainsPassThroughSeveralFunctions) {
    const auto out = run_spirv(calling_all(classes("%uint_3", "%uint_0")), 40, 20);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t first = 2 * (i + 2) + i;
        const std::uint32_t results[] = {first, 3 * first + i, i + 1, i + 2};
        EXPECT_EQ(out[i], results[i % 4]) << i;
    }
}

// outer0 calls itself without end.
TEST(SpirvVirtualCallsDeathTest, RecursionEndsTheLaunch) {
    EXPECT_DEATH(run_spirv(calling_all(classes("%uint_0", "%uint_3")), 40, 20), "");
}

// Functions that call each other directly in a cycle are recursive. The functions have no names.
TEST(SpirvVirtualCalls, DirectRecursionIsRefused) {
    const std::string log = refusal_of(
        text_of({.globals = unary + types + function("f", "%f_r = OpFunctionCall %uint %g %f_x\n") +
                            function("g", "%g_y = OpFunctionCall %uint %f %g_x\n%g_r = OpIAdd %uint %g_y %g_y\n"),
                 .body = call_f}));
    EXPECT_NE(log.find("needs recursion"), log.npos) << log;
}

}  // namespace
}  // namespace lanewise::test
