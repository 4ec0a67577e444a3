// Helpers for tests with several linked objects or functions. The modules have a function f from uint to uint, and the
// kernel k calls f with its global id.
#pragma once

#include "run_spirv.h"

namespace lanewise::test {

using compiler::ProgramResult;
using compiler::Status;

// A function of the module: uint -> uint. `body` computes %<name>_r from %<name>_x.
inline std::string function(const std::string& name, const std::string& body) {
    return "%" + name + " = OpFunction %uint None %unary\n%" + name + "_x = OpFunctionParameter %uint\n%" + name +
           "_b = OpLabel\n" + body + "OpReturnValue %" + name + "_r\nOpFunctionEnd\n";
}

inline std::string import(const std::string& name) {
    return "%" + name + " = OpFunction %uint None %unary\n%" + name + "_x = OpFunctionParameter %uint\nOpFunctionEnd\n";
}

inline const std::string unary = "%unary = OpTypeFunction %uint %uint\n";

inline ProgramResult compile(const std::string& text) {
    const std::vector<std::byte> bytes = assemble(text);
    ProgramResult object = compiler::compiler_instance().compile(compiler::SpirvProgram{bytes, {}}, "");
    EXPECT_EQ(object.status, Status::success) << object.log;
    return object;
}

inline ProgramResult compile_source(std::string_view source) {
    ProgramResult object = compiler::compiler_instance().compile(source, "-cl-std=CL3.0", {});
    EXPECT_EQ(object.status, Status::success) << object.log;
    return object;
}

inline ProgramResult link(std::initializer_list<const ProgramResult*> objects, std::string_view options = "") {
    std::vector<const compiler::Ir*> irs;
    for (const ProgramResult* object : objects) irs.push_back(&object->ir);
    return compiler::compiler_instance().link(irs, options);
}

inline std::vector<std::uint32_t> run(const ProgramResult& program, const std::string& kernel,
                                      std::uint64_t items = 20) {
    std::vector<std::uint32_t> out(items, 0xdeadbeef);
    EXPECT_EQ(program.status, Status::success) << program.log;
    if (program.status != Status::success) return out;
    const CompiledKernel compiled(program.ir, kernel, 0, "");
    EXPECT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    if (!compiled) return out;
    std::vector<std::byte> variables = variables_of(program);
    compiled.run(line(items, 10), ArgumentBlock().add(out.data()), 0, 0, {.program_variables = variables.data()});
    return out;
}

inline ProgramResult build(const std::string& text) {
    const std::vector<std::byte> bytes = assemble(text);
    return compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
}

inline const std::string call_f = "%low = OpUConvert %uint %i\n%v = OpFunctionCall %uint %f %low\nOpStore %place %v\n";

inline ModuleText calling(const std::string& annotations, const std::string& globals) {
    return {.annotations = annotations, .globals = unary + globals, .body = call_f};
}

inline void expect_twice(const std::vector<std::uint32_t>& out) {
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 2 * i);
}

inline const std::string twice = "%f_r = OpIMul %uint %f_x %uint_2\n";
inline const std::string import_f = "OpDecorate %f LinkageAttributes \"f\" Import\n";

inline ModuleText exporting(const std::string& linkage, const std::string& body) {
    return {.annotations = "OpDecorate %f LinkageAttributes \"f\" " + linkage + "\n",
            .globals = unary + function("f", body)};
}

}  // namespace lanewise::test
