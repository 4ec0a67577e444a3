// Runs kernels of SPIR-V modules in text form.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "assembler.h"
#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {

/// The variable parts of a test's module. The fixed part of every module contains the capabilities, the memory model,
/// the variable %global_id, and the types and constants that most tests need. The types are %void, %bool, %uchar to
/// %ulong, %half to %double, %v2uint to %v4float, and pointers such as %ptr_global_uint. The constants are %uint_0 to
/// %uint_4.
struct ModuleText {
    std::string capabilities{};  // further lines of OpCapability and OpExtension
    std::string annotations{};   // names, decorations and execution modes
    std::string globals{};       // further types, constants and variables
    /// The kernel's instructions after the first label, without OpReturn. They may use %out (the kernel's parameter, a
    /// pointer to global uints), %i (the global id, a ulong), and %place (the address of out[i]).
    std::string body{};
    std::uint32_t words = 1;  // number of words of `out` for each work-item; %place is the address of out[words * i]
};

std::string text_of(const ModuleText& module);

/// Returns memory with the initial values of a program's variables. The memory is aligned for variables with an
/// alignment of up to 16 bytes.
std::vector<std::byte> variables_of(const compiler::ProgramResult& program);

/// Builds the module and runs its kernel "k" over `items` work-items in groups of `local`; returns out[0..words *
/// items). Fails the test, with the log, if the module does not build.
std::vector<std::uint32_t> run_spirv(const ModuleText& module, std::uint64_t items, std::uint64_t local = 1,
                                     std::span<const compiler::SpecializationValue> constants = {},
                                     const RunOptions& options = {});

/// Builds a module from its complete text, and returns the log. The build must fail.
std::string refusal_of(std::string_view text);

}  // namespace lanewise::test
