#include "compiler/access/access_kind.h"

#include "compiler/access/exchange.h"
#include "compiler/access/span.h"
#include "compiler/analysis/shapes/likely_stride.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {

bool is_scattered(AccessKind kind) {
    return kind == AccessKind::gathered || kind == AccessKind::gathered_words || kind == AccessKind::one_by_one;
}

bool is_likely(AccessKind kind) {
    return kind == AccessKind::exchange || kind == AccessKind::likely_contiguous || kind == AccessKind::likely_window;
}

bool needs_shuffles(AccessKind kind) {
    return kind == AccessKind::reversed || kind == AccessKind::strided || kind == AccessKind::stepped;
}

bool is_made_lane_by_lane(AccessKind kind) { return is_scattered(kind) || kind == AccessKind::stepped; }

bool AccessKinds::is_exchange(const Access& access, const llvm::Value& pointer) const {
    if (access.is_private || access.count != 1 || isa_.piece_lanes(lanes_) == 0 || !isa_.has_window_loads(access.bytes))
        return false;
    const std::optional<Exchange> exchange = find_exchange(pointer, shapes_);
    return exchange && moves_by_elements(*exchange->step, access);
}

bool AccessKinds::is_likely_contiguous(const Access& access, const llvm::Value& pointer, bool masked) const {
    if (access.is_private || access.count != 1 || (masked && !isa_.has_masked_memory(access.bytes))) return false;
    const bool is_likely =
        likely_increment(pointer, shapes_) || is_likely_ramp(pointer, shapes_, budget::guessed_depth);
    const llvm::GetElementPtrInst* step = is_likely ? parting_step(pointer, shapes_) : nullptr;
    return step && moves_by_elements(*step, access);
}

bool AccessKinds::is_likely_window(const Access& access, const llvm::Value& pointer) const {
    if (access.is_private || access.count != 1 || isa_.piece_lanes(lanes_) == 0 || !isa_.has_window_loads(access.bytes))
        return false;
    const auto* step = likely_near_step(pointer, shapes_, budget::guessed_depth);
    return step && moves_by_elements(*step, access);
}

bool AccessKinds::is_reversed(const Access& access, std::int64_t stride, bool masked) const {
    return stride == -static_cast<std::int64_t>(access.bytes) && access.count == 1 &&
           (!masked || isa_.has_masked_memory(access.bytes));
}

// Programs also load shorts from odd addresses, so a short may lie in two 32-bit words; a byte never does. Loading a
// whole source vector for each lane, and transposing these vectors, is faster than one gather for each component.
AccessKind AccessKinds::of_scattered_load(const Access& access) const {
    if (isa_.has_fast_gathers() && access.count == 1 && access.bytes == 1) return AccessKind::gathered_words;
    const bool is_vector = access.count >= costs::transposed_elements && access.is_dense();
    return !isa_.has_gathers() || access.bytes < 4 || is_vector ? AccessKind::one_by_one : AccessKind::gathered;
}

AccessKind AccessKinds::of_scattered_store(const Access& access) const {
    return !isa_.has_scatters() || access.bytes < 4 || access.count > 1 ? AccessKind::one_by_one : AccessKind::gathered;
}

AccessKind AccessKinds::of_strided_load(const Access& access, std::int64_t stride, bool masked) const {
    if (access.count > 1 && !access.is_dense())  // the array is interleaved
        return stride == static_cast<std::int64_t>(access.bytes) ? AccessKind::private_rows : AccessKind::stepped;
    // Interleaved private memory may also be read for inactive lanes, so such loads need no mask.
    if (is_reversed(access, stride, masked && !access.is_private)) return AccessKind::reversed;
    if (const std::optional<Span> span = find_span(access, stride, isa_, lanes_))
        return span->distance == 1 ? AccessKind::contiguous : AccessKind::strided;
    return AccessKind::stepped;
}

AccessKind AccessKinds::of_strided_store(const Access& access, std::int64_t stride, bool masked) const {
    if (access.is_private && stride == static_cast<std::int64_t>(access.bytes)) return AccessKind::private_rows;
    if (is_reversed(access, stride, masked)) return AccessKind::reversed;
    const std::optional<Span> span = find_span(access, stride, isa_, lanes_);
    const bool has_gaps = span && span->distance > access.count;
    if (!span || (has_gaps && !isa_.has_masked_memory(access.bytes))) return AccessKind::stepped;
    return span->distance == 1 ? AccessKind::contiguous : AccessKind::strided;
}

AccessKind AccessKinds::of_load(const Access& access, const llvm::Value& pointer, bool masked) const {
    const Shape shape = shapes_.of(&pointer);
    if (shape.is_uniform()) return AccessKind::uniform;
    if (shape.is_strided()) return of_strided_load(access, shape.stride, masked);
    if (is_exchange(access, pointer)) return AccessKind::exchange;
    if (is_likely_contiguous(access, pointer, masked)) return AccessKind::likely_contiguous;
    return is_likely_window(access, pointer) ? AccessKind::likely_window : of_scattered_load(access);
}

AccessKind AccessKinds::of_store(const Access& access, const llvm::Value& pointer, bool masked) const {
    const Shape shape = shapes_.of(&pointer);
    if (shape.is_uniform()) return AccessKind::uniform;
    if (shape.is_strided()) return of_strided_store(access, shape.stride, masked);
    if (is_exchange(access, pointer)) return AccessKind::exchange;
    return is_likely_contiguous(access, pointer, masked) ? AccessKind::likely_contiguous : of_scattered_store(access);
}

AccessKind AccessKinds::of(const llvm::Instruction& access, bool masked) const {
    const llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&access);
    if (shapes_.of(&pointer).is_uniform()) return AccessKind::uniform;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
    if (!(load ? load->isSimple() : llvm::cast<llvm::StoreInst>(access).isSimple())) return AccessKind::one_by_one;
    const std::optional<Access> described =
        describe(access, *llvm::getLoadStoreType(&access), shapes_.layouts(), lanes_);
    if (!described) return AccessKind::one_by_one;
    const Access packed = pack(*described).value_or(*described);
    return load ? of_load(packed, pointer, masked) : of_store(packed, pointer, masked);
}

}  // namespace lanewise::compiler
