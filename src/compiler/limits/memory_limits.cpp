#include "compiler/limits/memory_limits.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <cstdint>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
std::uint64_t private_bytes(const llvm::Function& function) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    std::uint64_t sum = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (!variable) continue;
        sum = llvm::SaturatingAdd(sum,
                                  layout.getTypeAllocSize(variable->getAllocatedType()).getKnownMinValue());
    }
    return sum;
}

std::uint64_t local_bytes(const llvm::Module& module) {
    std::uint64_t sum = 0;
    for (const llvm::GlobalVariable& variable : module.globals()) {
        if (variable.getAddressSpace() != local_space) continue;
        const auto bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
        sum = llvm::SaturatingAdd(sum, bytes.getKnownMinValue());
    }
    return sum;
}

bool check(std::uint64_t bytes, const char* what, std::string& log) {
    if (bytes <= most_bytes) return true;
    log += std::string("error: ") + what + " variables take " + std::to_string(bytes) +
           " bytes; at most " + std::to_string(most_bytes) + " are possible\n";
    return false;
}

}  // namespace

bool check_memory_limits(const llvm::Module& module, std::string& log) {
    for (const llvm::Function& function : module) {
        if (!check(private_bytes(function), "a work-item's private", log)) return false;
    }
    return check(local_bytes(module), "a work-group's local", log);
}

}  // namespace lanewise::compiler
