#include "compiler/machine/faults/stored_interleaves.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned most_components = 8;  // maximum interleave factor that LLVM's InterleavedAccess pass considers

bool give_first_places(llvm::ShuffleVectorInst& shuffle) {
    llvm::SmallVector<int, 64> places(shuffle.getShuffleMask());
    const unsigned inputs = 2 * llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements();
    for (unsigned components = 2; components <= most_components && components < places.size(); ++components) {
        const llvm::ArrayRef<int> first = llvm::ArrayRef(places).take_front(components);
        if (llvm::none_of(first, [](int place) { return place < 0; })) continue;
        llvm::SmallVector<unsigned, most_components> starts;
        if (!llvm::ShuffleVectorInst::isInterleaveMask(places, components, inputs, starts)) continue;
        for (unsigned i = 0; i < components; ++i) places[i] = static_cast<int>(starts[i]);
    }
    if (llvm::ArrayRef(places) == shuffle.getShuffleMask()) return false;
    shuffle.setShuffleMask(places);
    return true;
}

}  // namespace

llvm::PreservedAnalyses StoredInterleaves::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        auto* shuffle = store ? llvm::dyn_cast<llvm::ShuffleVectorInst>(store->getValueOperand()) : nullptr;
        if (shuffle) changed |= give_first_places(*shuffle);
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
