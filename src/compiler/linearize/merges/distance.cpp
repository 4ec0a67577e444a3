#include "compiler/linearize/merges/distance.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {

std::optional<std::int64_t> distance_of(const llvm::Instruction& access, const llvm::Instruction& from,
                                        llvm::ScalarEvolution& evolution) {
    const auto* place = llvm::getLoadStorePointerOperand(&access);
    const auto* origin = llvm::getLoadStorePointerOperand(&from);
    if (place->getType() != origin->getType()) return std::nullopt;
    const auto scev_of = [&](const llvm::Value* pointer) {
        return evolution.getSCEV(const_cast<llvm::Value*>(pointer));
    };
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getMinusSCEV(scev_of(place), scev_of(origin)));
    if (!known || !known->getAPInt().isSignedIntN(budget::merged_distance_bits)) return std::nullopt;
    return known->getAPInt().getSExtValue();
}

}  // namespace lanewise::compiler
