#include "runtime/code/program_binary.h"

#include <atomic>
#include <new>

#include "runtime/object/error.h"

namespace lanewise::runtime {

/// The task that compiles all kernels of a program. Each unit is one kernel.
class ProgramBinary::CompileTask final : public device::Task {
public:
    CompileTask(KernelCodes& codes, device::Waiter& waiter) : codes_(codes), waiter_(waiter) {
        constexpr std::uint64_t kernel_ns = 10'000'000;
        set_cost(kernel_ns * codes.image().kernels.size(), kernel_ns);
    }

    bool lacked_memory() const noexcept { return lacked_memory_; }

private:
    std::uint64_t start() noexcept override { return codes_.image().kernels.size(); }

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory&) noexcept override {
        for (std::uint64_t i = first; i < first + count; ++i) {
            try {
                const auto& kernel = codes_.of_variant(i, CodeVariant::usual);
                if (kernel->code.whole_lanes > 1) codes_.of_variant(i, CodeVariant::partial_chunks);
            } catch (const Error& error) {  // any other error is stored in the kernel's slot
                if (error.code() == CL_OUT_OF_HOST_MEMORY) lacked_memory_ = true;
            } catch (const std::bad_alloc&) {
                lacked_memory_ = true;
            }
        }
    }

    void finish() noexcept override { waiter_.set_done(); }

    KernelCodes& codes_;
    device::Waiter& waiter_;
    std::atomic<bool> lacked_memory_ = false;
};

std::shared_ptr<const Bytes> ProgramBinary::get(device::Arena& arena) {
    {
        const std::lock_guard lock(mutex_);
        if (bytes_) return bytes_;
    }
    // Calls make() without the lock. While make() waits for compilations, this thread may run any other task of the
    // arena, and such a task may need the lock.
    auto made = std::make_shared<const Bytes>(make(arena));
    const std::lock_guard lock(mutex_);
    if (!bytes_) bytes_ = std::move(made);
    return bytes_;
}

void ProgramBinary::compile_all(device::Arena& arena) {
    device::Waiter waiter;
    CompileTask task(codes_, waiter);
    arena.post(task);
    arena.kick();
    arena.help(waiter);
    if (task.lacked_memory()) throw std::bad_alloc();
}

Bytes ProgramBinary::make(device::Arena& arena) {
    ProgramImage image = codes_.image();
    const std::size_t kernels = image.kernels.size();
    if (image.type == ProgramType::executable && kernels != 0) compile_all(arena);
    image.codes.clear();
    image.origin = codes_.toolchain().origin();
    // Adds to the binary all compiled code of the variants below: the usual code, and other code that launches needed.
    for (const CodeVariant variant :
         {CodeVariant::usual, CodeVariant::partial_chunks, CodeVariant::along_0, CodeVariant::along_1,
          CodeVariant::along_2, CodeVariant::along_linear_id, CodeVariant::lanes_8, CodeVariant::one_lane})
        for (std::size_t i = 0; i < kernels; ++i)
            if (const CodeSlot::Code* made = codes_.slot(i, variant).made())
                image.codes.emplace(std::pair((*made)->info.name, variant), (*made)->code);
    for (std::size_t i = 0; i < kernels; ++i) {
        // If a trial of plans has settled on other code, this code replaces the usual code in the binary.
        const CodeVariant settled = trials_.settled(i);
        if (settled == CodeVariant::usual) continue;
        KernelCode best = codes_.of_variant(i, settled)->code;
        best.other_plans = 0;
        image.codes.insert_or_assign({image.kernels[i].name, CodeVariant::usual}, std::move(best));
    }
    return codes_.toolchain().to_binary(image);
}

}  // namespace lanewise::runtime
