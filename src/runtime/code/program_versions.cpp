// The other versions of a program's kernels, each a ProgramCode with plans and other results of auto-tuning of its own.
#include "runtime/code/program_code.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

std::shared_ptr<ProgramCode> ProgramCode::version(Objects objects, bool is_hot) {
    const std::lock_guard lock(versions_mutex_);
    auto& other = versions_[static_cast<std::size_t>(objects)][is_hot ? 1 : 0];
    if (!other) {
        ProgramImage image = image_;
        image.codes.clear();  // may assume other objects
        other.reset(new ProgramCode(toolchain_, objects, is_hot, std::move(image), storage_));
        other->end_with(group_);
    }
    return other;
}

std::shared_ptr<ProgramCode> ProgramCode::when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                                   device::Arena& arena) {
    HotVersion& hot = hot_versions_[static_cast<std::size_t>(objects)][index];
    if (hot.is_made.load(std::memory_order_acquire)) return version(objects, /*is_hot=*/true);
    if (hot.heat.has_become_hot(kernel(index)->expected_ns(items), hot_ns(index))) {
        constexpr float code_ns = 30'000'000;
        const auto make = [index, objects](ProgramCode& program) { program.make_hot(index, objects); };
        if (!do_sometime(arena, code_ns, make)) hot.heat.put_off();
    }
    return nullptr;
}

// Makes all kinds of code that launches have needed so far, so that no launch waits. Plans are tried again.
void ProgramCode::make_hot(std::size_t index, Objects objects) {
    ProgramCode& hot = *version(objects, /*is_hot=*/true);
    const CompiledKernel& made = *hot.kernel(index);
    // The first code may run partial chunks itself.
    if (made.code.whole_lanes > kernel(index)->code.whole_lanes) hot.kernel_for(index, CodeKind::partial_chunks);
    for (const CodeKind kind : {CodeKind::partial_chunks, CodeKind::along_0, CodeKind::along_1, CodeKind::along_2,
                                CodeKind::along_linear_id, CodeKind::eight_lanes, CodeKind::one_lane})
        if (has_made(index, kind)) hot.kernel_for(index, kind);
    log_line("Kernel '%s' now has code for launches that repeat%s: '%s'.", made.info.name.c_str(),
             objects == Objects::shared ? "" : " and whose arguments share no object", made.code.summary.c_str());
    hot_versions_[static_cast<std::size_t>(objects)][index].is_made.store(true, std::memory_order_release);
}

}  // namespace lanewise::runtime
