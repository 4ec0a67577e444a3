// Builds and runs SPIR-V modules in text form whose kernel may have any parameters.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "assembler.h"
#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {

/// The variable parts of a module with a kernel %k, whose entry point is "k". The fixed part defines %void, %bool, the
/// number types %uchar to %ulong and %half to %double, and the vectors %v2uint to %v4float. It also defines pointer
/// types such as %ptr_global_uint, and the constants %uint_0 to %uint_4.
struct KernelText {
    std::string capabilities{};             // lines of OpCapability and OpExtension
    std::string entries{};                  // further entry points, and execution modes
    std::string annotations{};              // names and decorations
    std::string globals{};                  // types, constants and variables
    std::string functions{};                // functions before the kernel
    std::vector<std::string> parameters{};  // "%type %name"
    /// The kernel's instructions after the first label, without OpReturn. They may use %i, the global id as a ulong,
    /// and %low, the global id as a uint.
    std::string body{};
};

std::string text_of(const KernelText& module);

compiler::ProgramResult build_spirv(std::string_view text, const std::string& options = {});

/// Builds a module's text and runs its kernel "k". Fails the test, with the build log, if the module does not build.
void run_text(const KernelText& module, const NDRange& range, const ArgumentBlock& arguments,
              const RunOptions& options = {});

/// Builds the module, and returns the log. The build must fail.
std::string refusal_of(const KernelText& module);

}  // namespace lanewise::test
