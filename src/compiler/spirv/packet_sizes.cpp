#include "compiler/spirv/packet_sizes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace lanewise::compiler::il {
namespace {

// Returns the packet size that a call passes to a pipe function. The last two arguments are packet size and alignment
// (src/builtins/pipe.cl).
std::optional<std::uint32_t> size_in_call(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || call.arg_size() < 3) return std::nullopt;
    const llvm::StringRef name = callee->getName();
    if (!name.starts_with("__") || !name.contains("_pipe")) return std::nullopt;
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 2));
    return size ? std::optional(static_cast<std::uint32_t>(size->getZExtValue())) : std::nullopt;
}

}  // namespace

std::uint32_t packet_size_of(const llvm::Argument& pipe) {
    // The values that hold the pipe: the argument itself, copies of it, and variables to which it is stored.
    llvm::SmallSetVector<const llvm::Value*, 16> holders;
    holders.insert(&pipe);
    for (std::size_t next = 0; next < holders.size(); ++next) {
        const llvm::Value* holder = holders[next];
        for (const llvm::Use& use : holder->uses()) {
            const llvm::User* user = use.getUser();
            if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
                if (const auto size = size_in_call(*call)) return *size;
                const llvm::Function* callee = call->getCalledFunction();
                if (callee && !callee->isDeclaration() && use.getOperandNo() < callee->arg_size())
                    holders.insert(callee->getArg(use.getOperandNo()));
            } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
                const llvm::Value* place = store->getPointerOperand();
                while (const auto* part = llvm::dyn_cast<llvm::GEPOperator>(place)) place = part->getPointerOperand();
                if (use.getOperandNo() == 0) holders.insert(place);
            } else if (llvm::isa<llvm::Instruction>(user)) {
                holders.insert(user);
            }
        }
    }
    return 0;
}

}  // namespace lanewise::compiler::il
