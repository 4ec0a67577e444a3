#include "runtime/code/program_versions.h"

#include "device/machine/no_fork_lock.h"
#include "runtime/code/program_code.h"
#include "runtime/object/error.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

namespace {

// A launch is long if its time is at least this multiple of the time of a compilation. A long launch waits for the hot
// version if the kernel's code was made for small launches.
constexpr float long_launch = 16;

}  // namespace

ProgramVersions::ProgramVersions(KernelCodes& codes) : codes_(codes) {
    for (auto& versions : hot_) versions = std::vector<HotVersion>(codes.image().kernels.size());
}

std::shared_ptr<ProgramCode> ProgramVersions::get(Objects objects, bool is_hot) {
    const device::NoForkLock lock(mutex_);
    auto& version = versions_[static_cast<std::size_t>(objects)][is_hot ? 1 : 0];
    if (!version) {
        ProgramImage image = codes_.image();
        image.codes.clear();  // the old code may assume that arguments share no objects
        version = std::make_shared<ProgramCode>(codes_.toolchain(), std::move(image), CodePurpose{objects, is_hot},
                                                codes_.variable_storage());
        version->end_with(codes_.group());
    }
    return version;
}

std::shared_ptr<ProgramCode> ProgramVersions::when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                                       Background background) {
    HotVersion& hot = hot_[static_cast<std::size_t>(objects)][index];
    if (hot.is_made.load(std::memory_order_acquire)) return get(objects, /*is_hot=*/true);
    const CompiledKernel& usual = *codes_.usual(index);
    const float expected_ns = usual.expected_ns(items);
    if (usual.code.for_small_launches && expected_ns > long_launch * usual.hot_ns() && try_make_hot(index, objects))
        return get(objects, /*is_hot=*/true);
    if (hot.heat.has_become_hot(expected_ns, usual.hot_ns())) {
        constexpr float code_ns = 30'000'000;
        if (!background.post(code_ns, [this, index, objects] { make_hot(index, objects); })) hot.heat.put_off();
    }
    return nullptr;
}

bool ProgramVersions::try_make_hot(std::size_t index, Objects objects) {
    try {
        make_hot(index, objects);
        return true;
    } catch (const Error&) {
        return false;  // the code for small launches is slower, but right
    }
}

// Makes the usual code of the hot version. For each other variant of code that launches have needed so far, also makes
// code of this variant in the hot version. Later launches then need not wait for this code. The trials of plans begin
// anew in the hot version.
void ProgramVersions::make_hot(std::size_t index, Objects objects) {
    ProgramCode& hot = *get(objects, /*is_hot=*/true);
    const CompiledKernel& made = *hot.kernel(index);
    // The usual code of the first version may be able to run partial chunks, unlike the usual code of the hot version.
    if (made.code.whole_lanes > codes_.usual(index)->code.whole_lanes)
        hot.kernel_for(index, CodeVariant::partial_chunks);
    for (const CodeVariant variant :
         {CodeVariant::partial_chunks, CodeVariant::along_0, CodeVariant::along_1, CodeVariant::along_2,
          CodeVariant::along_linear_id, CodeVariant::lanes_8, CodeVariant::one_lane})
        if (codes_.slot(index, variant).made()) hot.kernel_for(index, variant);
    log_line("Kernel '%s' now has code for launches that repeat%s: '%s'.", made.info.name.c_str(),
             objects == Objects::shared ? "" : " and whose arguments share no object", made.code.summary.c_str());
    hot_[static_cast<std::size_t>(objects)][index].is_made.store(true, std::memory_order_release);
}

}  // namespace lanewise::runtime
