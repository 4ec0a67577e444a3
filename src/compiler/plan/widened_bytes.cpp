#include "compiler/plan/widened_bytes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/limits/costs.h"
#include "compiler/plan/plan.h"

namespace lanewise::compiler {
namespace {

bool is_widened(const llvm::Value& narrow) {
    return llvm::any_of(narrow.users(), [](const llvm::User* user) {
        return llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::UIToFPInst, llvm::SIToFPInst>(user) &&
               user->getType()->getScalarSizeInBits() >= 32;
    });
}

bool is_call(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
}

}  // namespace

bool widens_bytes(const llvm::Function& linearized, const ShapeInfo& shapes) {
    unsigned loads = 0, widened = 0, work = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(linearized)) {
        if (llvm::isa<llvm::PHINode>(instruction)) return false;
        if (is_work(instruction) && !shapes.of(&instruction).is_uniform())
            work += is_call(instruction) ? costs::call_cycles : 1;
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (!load || !shapes.of(load->getPointerOperand()).is_strided()) continue;
        const llvm::Type* type = load->getType();
        if (!type->isIntegerTy() || type->getScalarSizeInBits() >= 32) continue;
        ++loads;
        widened += is_widened(*load);
    }
    return loads >= costs::widened_loads && 2 * widened > loads && work <= costs::work_on_widened * loads;
}

}  // namespace lanewise::compiler
