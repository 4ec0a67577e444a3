// Tests the source locations in build logs, which come from OpLine and from the instructions of debug information.
#include "linked_modules.h"

namespace lanewise::test {
namespace {

bool contains(const std::string& log, const std::string& text) { return log.find(text) != log.npos; }

const std::string shader =
    "%debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n"
    "%file = OpString \"/home/user/sum.cl\"\n%name = OpString \"odd\"\n";
const std::string numbers =
    "%n7 = OpConstant %uint 7\n%n12 = OpConstant %uint 12\n%n30 = OpConstant %uint 30\n"
    "%source = OpExtInst %void %debug 35 %file\n";
const std::string wrong = "%wrong = OpIAdd %uint %i %uint_1\n";

// Returns the log of a module whose kernel has a wrong instruction after `line`.
std::string log_of(const std::string& line, const std::string& annotations = shader,
                   const std::string& globals = numbers) {
    return refusal_of(text_of({.annotations = annotations, .globals = globals, .body = line + wrong}));
}

TEST(SpirvLines, RefusalsNameTheLine) {
    const std::string debug_line = "%l = OpExtInst %void %debug 103 %source %n12 %n12 %n7 %n30\n";
    EXPECT_TRUE(contains(log_of("OpLine %file 12 7\n"), "(sum.cl:12:7), result")) << log_of("OpLine %file 12 7\n");
    EXPECT_TRUE(contains(log_of(debug_line), "(sum.cl:12:7), result")) << log_of(debug_line);
    EXPECT_FALSE(contains(log_of("OpLine %file 12 7\nOpNoLine\n"), "sum.cl"));
    EXPECT_FALSE(contains(log_of(debug_line + "%none = OpExtInst %void %debug 104\n"), "sum.cl"));
    EXPECT_FALSE(contains(log_of("OpLine %file 12 7\nOpBranch %next\n%next = OpLabel\n"), "sum.cl"));
    EXPECT_FALSE(contains(log_of(""), "sum.cl"));
}

TEST(SpirvLines, DamagedLinesAreIgnored) {
    for (const std::string line :
         {"%l = OpExtInst %void %debug 103 %source %n12\n", "%l = OpExtInst %void %debug 103\n",
          "%l = OpExtInst %void %debug 103 %file %float %n12 %n7 %n30\n",
          "%l = OpExtInst %void %debug 103 %uint_1 %file %n12 %n7 %n30\n"})
        EXPECT_TRUE(contains(log_of(line), "the operands have different types")) << line;
}

// llvm-spirv names the set DebugInfo "SPIRV.debug".
TEST(SpirvLines, SetsOfDebugInformationHaveNoMeaning) {
    for (const std::string name : {"OpenCL.DebugInfo.100", "DebugInfo", "SPIRV.debug"})
        EXPECT_EQ(run_spirv({.annotations = "%debug = OpExtInstImport \"" + name + "\"\n",
                             .globals = "%none = OpExtInst %void %debug 0\n%t = OpExtInst %void %debug 2 %none 0 0\n",
                             .body = "OpStore %place %uint_3\n"},
                            1)[0],
                  3u);
}

// Returns the log of a module in which two functions call each other. The log contains the locations of functions and
// calls.
std::string recursion(const std::string& annotations, const std::string& globals, const std::string& definition,
                      const std::string& line) {
    return refusal_of(text_of(
        {.annotations = annotations + "OpName %f \"odd\"\nOpName %g \"even\"\n",
         .globals = globals + unary + function("f", definition + line + "%f_r = OpFunctionCall %uint %g %f_x\n") +
                    function("g", "%g_y = OpFunctionCall %uint %f %g_x\n%g_r = OpIAdd %uint %g_y %g_y\n"),
         .body = call_f}));
}

TEST(SpirvLines, RecursionIsRefusedWithDebugLines) {
    const std::string log = recursion(
        shader,
        numbers +
            "%type = OpExtInst %void %debug 2 %name %n30 %n7 %uint_0\n"
            "%d = OpExtInst %void %debug 20 %name %type %source %n30 %n7 %source %name %uint_0 %n30\n",
        "%def = OpExtInst %void %debug 101 %d %f\n", "%l = OpExtInst %void %debug 103 %source %n12 %n12 %n7 %n30\n");
    EXPECT_TRUE(contains(log, "sum.cl:12:7: 'odd' calls 'even'")) << log;
}

TEST(SpirvLines, FunctionsOfOpenClDebugInformationHaveLines) {
    const std::string set =
        "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\n%file = OpString \"/home/user/sum.cl\"\n"
        "%name = OpString \"odd\"\n";
    const std::string log =
        recursion(set,
                  "%source = OpExtInst %void %debug 35 %file\n%type = OpExtInst %void %debug 2 %name %uint_1 0 0\n"
                  "%d = OpExtInst %void %debug 20 %name %type %source 30 7 %source %name 0 30 %f\n",
                  "", "OpLine %file 12 7\n");
    EXPECT_TRUE(contains(log, "sum.cl:12:7: 'odd' calls 'even'")) << log;
}

}  // namespace
}  // namespace lanewise::test
