#include "compiler/access/exchange.h"

#include "compiler/access/index_terms.h"
#include "compiler/analysis/shapes/likely_stride.h"

namespace lanewise::compiler {

std::optional<Exchange> find_exchange(const llvm::Value& pointer, const ShapeInfo& shapes) {
    const llvm::GetElementPtrInst* step = parting_step(pointer, shapes);
    if (!step) return std::nullopt;
    const auto* exchange = llvm::dyn_cast<llvm::BinaryOperator>(narrow_part(step->getOperand(1), shapes));
    if (!exchange || exchange->getOpcode() != llvm::Instruction::Xor) return std::nullopt;
    const unsigned same = shapes.of(exchange->getOperand(1)).is_uniform() ? 1 : 0;
    const Exchange result{step, exchange->getOperand(1 - same), exchange->getOperand(same)};
    const Shape shape = shapes.of(result.ramp);
    if (!shapes.of(result.distance).is_uniform() || !shape.is_strided() || shape.checked || shape.stride != 1)
        return std::nullopt;
    return result;
}

}  // namespace lanewise::compiler
