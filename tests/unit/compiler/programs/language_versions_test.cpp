// Tests the option -cl-std and the macros of the versions of OpenCL C. Clang does not know OpenCL C 3.1, so the driver
// defines the macros of this version.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "lanewise/features.h"

namespace lanewise::compiler {
namespace {

ProgramResult build(const std::string& source, const std::string& options) {
    return compiler_instance().build(source, options);
}

std::string require(const std::string& condition) {
    return "#if !(" + condition + ")\n#error " + condition + "\n#endif\n";
}

constexpr const char* kernel = "kernel void k(global int* p) { *p = 1; }\n";

TEST(LanguageVersions, DefineTheirMacros) {
    const struct {
        std::string options, number;
    } versions[] = {{"", "120"},
                    {"-cl-std=CL1.1", "110"},
                    {"-cl-std=CL1.2", "120"},
                    {"-cl-std=CL2.0", "200"},
                    {"-cl-std=CL3.0", "300"},
                    {"-cl-std=CL3.1", "310"}};
    for (const auto& version : versions) {
        std::string source = require("__OPENCL_C_VERSION__ == " + version.number);
        for (const char* known : {"1_1 == 110", "1_2 == 120", "2_0 == 200", "3_0 == 300", "3_1 == 310"})
            source += require(std::string("CL_VERSION_") + known);
        const ProgramResult result = build(source + kernel, version.options + " -Werror");
        EXPECT_EQ(result.status, Status::success) << version.options << result.log;
        EXPECT_EQ(result.log, "") << version.options;
    }
}

// "When an optional OpenCL C 3.0 or newer feature is supported, an associated feature test macro will be predefined."
TEST(LanguageVersions, OfOpenClC3HaveAllFeatures) {
    std::string source;
    for (const Feature& feature : features) source += require(std::string(feature.name) + " == 1");
    for (const char* options : {"-cl-std=CL3.0 -Werror", "-cl-std=CL3.1 -Werror"}) {
        const ProgramResult result = build(source + kernel, options);
        EXPECT_EQ(result.status, Status::success) << options << result.log;
    }
}

TEST(LanguageVersions, RefuseOthers) {
    for (const char* options : {"-cl-std=CL3.2", "-cl-std=CL3", "-cl-std=", "-cl-std=CL31", "-cl-std=CLC++3"}) {
        const ProgramResult result = build(kernel, options);
        EXPECT_EQ(result.status, Status::invalid_options) << options;
        EXPECT_NE(result.log.find("CL3.0, CL3.1"), std::string::npos) << result.log;
    }
}

// Links objects that were compiled for different versions of OpenCL C.
TEST(LanguageVersions, OfObjectsMayDiffer) {
    const ProgramResult first = compiler_instance().compile("int f(int x) { return x + 1; }", "-cl-std=CL3.1", {});
    const ProgramResult second =
        compiler_instance().compile("int f(int x); kernel void k(global int* p) { *p = f(*p); }", "-cl-std=CL1.2", {});
    ASSERT_EQ(first.status, Status::success) << first.log;
    ASSERT_EQ(second.status, Status::success) << second.log;
    const std::vector<const Ir*> objects{&first.ir, &second.ir};
    EXPECT_EQ(compiler_instance().link(objects, "").status, Status::success);
}

// All versions already have the features of OpenCL C 3.1, so no note may advise to build with that version.
TEST(LanguageVersions, ErrorsInTheLatestHaveNoNote) {
    const ProgramResult result = build("kernel void k() { missing; }", "-cl-std=CL3.1");
    EXPECT_EQ(result.status, Status::failed);
    EXPECT_EQ(result.log.find("build with"), std::string::npos) << result.log;
}

}  // namespace
}  // namespace lanewise::compiler
