#include "compiler/spirv/translate.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/spirv/calls.h"
#include "compiler/spirv/capabilities.h"
#include "compiler/spirv/constants.h"
#include "compiler/spirv/functions.h"
#include "compiler/spirv/instructions/builtin_variables.h"
#include "compiler/spirv/state/variables.h"
#include "spirv/reader.h"

namespace lanewise::compiler {
namespace il {
namespace {

using spirv::Instruction;
using spirv::Op;

// The data layout and the triple that Clang writes for spir64.
constexpr const char* spir64_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr const char* spir64_triple = "spir64-unknown-unknown";

bool is_type(Op op) {
    return (op >= Op::TypeVoid && op <= Op::TypeForwardPointer) || op == Op::TypeUntypedPointerKHR ||
           op == Op::TypePipeStorage || op == Op::TypeVectorIdEXT;
}

// Returns the constant that is the length of an array, or of a vector of SPV_EXT_long_vector; 0 for other types.
std::uint64_t array_length(const Translation& all, const Instruction& instruction) {
    if (instruction.op != Op::TypeArray && instruction.op != Op::TypeVectorIdEXT) return 0;
    return all.constant(instruction.operands[1], instruction);
}

void check_memory_model(const Translation& all, const Instruction& instruction) {
    all.require(static_cast<spirv::AddressingModel>(instruction.operands[0]) == spirv::AddressingModel::Physical64,
                instruction, "the device has 64-bit addresses (addressing model Physical64)");
    all.require(static_cast<spirv::MemoryModel>(instruction.operands[1]) == spirv::MemoryModel::OpenCL, instruction,
                "the memory model is not OpenCL");
}

// Notes the constant that has the decoration BuiltIn WorkgroupSize (section 3.21). kernels.cpp reads its value.
void note_work_group_size(Translation& all, const Instruction& constant) {
    const auto builtin = all.annotations.find(constant.result, spirv::Decoration::BuiltIn);
    if (builtin && !builtin->empty() && static_cast<spirv::BuiltIn>((*builtin)[0]) == spirv::BuiltIn::WorkgroupSize)
        all.work_group_size = &constant;
}

// Translates the types, constants and variables before the functions. SPIR-V demands that each type, constant and
// variable is defined before it is used.
void define_globals(Functions& functions) {
    Translation& all = functions.all;
    for (const Instruction& instruction : all.source.instructions) {
        if (instruction.op == Op::Function) return;
        if (instruction.op == Op::Capability) check_capability(all, instruction);
        if (instruction.op == Op::MemoryModel) check_memory_model(all, instruction);
        if (is_type(instruction.op)) all.types.define(instruction, array_length(all, instruction));
        if (is_variable(instruction.op) && !is_builtin_variable(all, instruction.result))
            define_variable(all, instruction);
        if (instruction.op == Op::ConstantFunctionPointerINTEL) define_function_pointer(functions, instruction);
        if (define_constant(all, instruction)) note_work_group_size(all, instruction);
    }
}

// Returns false and appends a line to `log` if the module breaks a rule of LLVM's IR. The translation has already
// checked types. LLVM's verifier also finds each use of a value that the definition of the value does not dominate.
bool verify(const llvm::Module& module, std::string& log) {
    std::string fault;
    llvm::raw_string_ostream stream(fault);
    if (!llvm::verifyModule(module, &stream)) return true;
    log += "error: the SPIR-V module is invalid: " + fault.substr(0, fault.find('\n')) + "\n";
    return false;
}

}  // namespace

std::uint64_t Translation::constant(spirv::Id id, const Instruction& user) const {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value(id, user));
    require(number && number->getValue().getActiveBits() <= 64, user,
            "%" + std::to_string(id) + " is no constant integer");
    return number->getZExtValue();
}

}  // namespace il

std::unique_ptr<llvm::Module> translate_spirv(const SpirvProgram& program, const CompileOptions& options,
                                              llvm::LLVMContext& context, std::string& log) {
    auto module = std::make_unique<llvm::Module>("spirv", context);
    module->setDataLayout(il::spir64_layout);
    module->setTargetTriple(llvm::Triple(il::spir64_triple));
    try {
        const spirv::Module source = spirv::read_module(program.bytes);
        il::Translation all(source, program, options, *module);
        il::Functions functions(all);
        il::define_globals(functions);
        const auto constant = [&](spirv::Id id, const spirv::Instruction& user) { return all.constant(id, user); };
        all.function_modes.emplace(source, all.annotations, options, constant);
        functions.define_all();
    } catch (const spirv::InvalidModule& invalid) {
        log.append(invalid.what()).append("\n");
        return nullptr;
    }
    if (!il::verify(*module, log)) return nullptr;
    return module;
}

}  // namespace lanewise::compiler
