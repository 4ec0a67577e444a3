#include "compiler/analysis/shapes/joined_atomics.h"

namespace lanewise::compiler {

bool is_joined(const llvm::AtomicRMWInst& atomic, const ShapeInfo& shapes) {
    using Operation = llvm::AtomicRMWInst;
    if (atomic.isVolatile() || !atomic.getType()->isIntegerTy() || !shapes.of(atomic.getPointerOperand()).is_uniform())
        return false;
    switch (atomic.getOperation()) {
        case Operation::Add:
        case Operation::Sub: return true;
        case Operation::Or:
        case Operation::Xor:
        case Operation::And:
        case Operation::UMax:
        case Operation::UMin:
        case Operation::Max:
        case Operation::Min: return atomic.use_empty();
        default: return false;
    }
}

}  // namespace lanewise::compiler
