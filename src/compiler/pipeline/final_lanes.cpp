#include "compiler/pipeline/final_lanes.h"

#include <cstdlib>

#include "compiler/limits/costs.h"
#include "compiler/linearize/strided_streams/stream_finder.h"

namespace lanewise::compiler {
namespace {

BlockedAccesses blocked_accesses(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, unsigned lanes) {
    BlockedAccesses blocked;
    for (const StridedStreams& walk : StreamFinder(linearized, analyses, lanes).run()) {
        for (const StreamedPlace& store : walk.row_stores) blocked.all.insert(store.access);
        for (const StreamedPlace& load : walk.loads) {
            blocked.all.insert(load.access);
            if (std::abs(load.step) < costs::widened_stream_bytes) blocked.thin_loads.insert(load.access);
        }
    }
    return blocked;
}

}  // namespace

bool transposes_streams(const VectorIsa& isa) { return isa.avx2; }

FinalLanes choose_final_lanes(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, const Target& target,
                              unsigned lanes, bool fixed) {
    FinalLanes chosen;
    if (transposes_streams(VectorIsa::of_features(target.features)))
        chosen.blocked = blocked_accesses(linearized, analyses, lanes);
    chosen.lanes = fixed ? lanes : widest_fit(linearized, target, lanes, chosen.blocked);
    chosen.scalar = reason_for_scalar(linearized, target, chosen.lanes, chosen.blocked);
    return chosen;
}

}  // namespace lanewise::compiler
