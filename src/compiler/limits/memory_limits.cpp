#include "compiler/limits/memory_limits.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <cstdint>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"

namespace lanewise::compiler {
namespace {

std::uint64_t private_bytes(const llvm::Function& function) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    std::uint64_t sum = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (!variable) continue;
        sum = llvm::SaturatingAdd(sum, layout.getTypeAllocSize(variable->getAllocatedType()).getKnownMinValue());
    }
    return sum;
}

std::uint64_t global_bytes(const llvm::Module& module, bool are_local) {
    std::uint64_t sum = 0;
    for (const llvm::GlobalVariable& variable : module.globals()) {
        if ((variable.getAddressSpace() == local_space) != are_local) continue;
        const auto bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
        sum = llvm::SaturatingAdd(sum, bytes.getKnownMinValue());
    }
    return sum;
}

bool check(const llvm::Function& kernel, std::uint64_t bytes, std::uint64_t most, const char* what, std::string& log) {
    if (bytes <= most) return true;
    log += "error: kernel '" + kernel.getName().str() + "': " + what + " take " + std::to_string(bytes) +
           " bytes, which exceeds the limit of " + std::to_string(most) + " bytes\n" +
           "note: use smaller arrays, or pass the data in a buffer\n";
    return false;
}

}  // namespace

bool check_memory_limits(llvm::Function& kernel, std::string& log) {
    const llvm::Module& module = *kernel.getParent();
    return check(kernel, deepest_chain(kernel, private_bytes), limit::variable_bytes,
                 "the private variables of a work-item", log) &&
           check(kernel, global_bytes(module, /*are_local=*/true), limit::variable_bytes,
                 "the local variables of a work-group", log) &&
           check(kernel, global_bytes(module, /*are_local=*/false), limit::constant_bytes, "the constant variables",
                 log);
}

}  // namespace lanewise::compiler
