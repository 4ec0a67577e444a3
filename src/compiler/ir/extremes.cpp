#include "compiler/ir/extremes.h"

#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {

bool mostly_changes_nothing(const llvm::AtomicRMWInst& atomic) {
    using Operation = llvm::AtomicRMWInst;
    switch (atomic.getOperation()) {
        case Operation::Max:
        case Operation::Min:
        case Operation::UMax:
        case Operation::UMin: break;
        default: return false;
    }
    return atomic.getOrdering() == llvm::AtomicOrdering::Monotonic && atomic.getPointerAddressSpace() != local_space &&
           !llvm::isa<llvm::Constant>(atomic.getValOperand());
}

llvm::CmpInst::Predicate change_of(const llvm::AtomicRMWInst& atomic) {
    switch (atomic.getOperation()) {
        case llvm::AtomicRMWInst::Max: return llvm::CmpInst::ICMP_SGT;
        case llvm::AtomicRMWInst::Min: return llvm::CmpInst::ICMP_SLT;
        case llvm::AtomicRMWInst::UMax: return llvm::CmpInst::ICMP_UGT;
        default: return llvm::CmpInst::ICMP_ULT;
    }
}

}  // namespace lanewise::compiler
