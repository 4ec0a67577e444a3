#include "compiler/pipeline/final_lanes.h"

#include <cstdlib>

#include "compiler/limits/costs.h"
#include "compiler/linearize/walks/walk_finder.h"

namespace lanewise::compiler {
namespace {

BlockedAccesses blocked_accesses(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, unsigned lanes) {
    BlockedAccesses blocked;
    for (const Walk& walk : WalkFinder(linearized, analyses, lanes).run()) {
        for (const WalkedPlace& store : walk.row_stores) blocked.all.insert(store.access);
        for (const WalkedPlace& load : walk.loads) {
            blocked.all.insert(load.access);
            if (std::abs(load.step) < costs::widened_walk_bytes) blocked.thin_loads.insert(load.access);
        }
    }
    return blocked;
}

}  // namespace

bool blocks_walks(const VectorIsa& isa) { return isa.avx2; }

FinalLanes choose_final_lanes(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, const Target& target,
                              unsigned lanes, bool fixed) {
    FinalLanes chosen;
    if (blocks_walks(VectorIsa::of_features(target.features)))
        chosen.blocked = blocked_accesses(linearized, analyses, lanes);
    chosen.lanes = fixed ? lanes : widest_fit(linearized, target, lanes, chosen.blocked);
    chosen.scalar = reason_for_scalar(linearized, target, chosen.lanes, chosen.blocked);
    return chosen;
}

}  // namespace lanewise::compiler
