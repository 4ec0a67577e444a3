#include "runtime/core/program_code.h"

#include <algorithm>
#include <atomic>
#include <new>

#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

ProgramCode::ProgramCode(Toolchain& toolchain, ProgramImage image)
    : toolchain_(toolchain),
      image_(std::move(image)),
      ir_digest_(digest_of(image_.ir)),
      storage_(std::make_shared<VariableStorage>(image_.variables)),
      slots_{std::vector<Slot>(image_.kernels.size()), std::vector<Slot>(image_.kernels.size()),
             std::vector<Slot>(image_.kernels.size()), std::vector<Slot>(image_.kernels.size())} {
    for (std::size_t i = 0; i < image_.kernels.size(); ++i)
        if (image_.kernels[i].is_block) block_indices_.push_back(i);
    blocks_ = std::vector<std::atomic<const CompiledKernel*>>(block_indices_.size());
}

std::vector<const KernelInfo*> ProgramCode::named_kernels() const {
    std::vector<const KernelInfo*> named;
    for (const KernelInfo& kernel : image_.kernels)
        if (!kernel.is_block) named.push_back(&kernel);
    return named;
}

// What a launch may come to run is there before it begins: nothing is compiled while work-items wait.
void ProgramCode::compile_blocks_of(const KernelInfo& kernel) {
    std::vector<std::uint32_t> wanted = kernel.enqueues;
    std::vector<bool> seen(blocks_.size());
    while (!wanted.empty()) {
        const std::uint32_t number = wanted.back();
        wanted.pop_back();
        if (number >= blocks_.size() || seen[number]) continue;
        seen[number] = true;
        const std::size_t index = block_indices_[number];
        blocks_[number].store(compile(index, CodeKind::usual).get(), std::memory_order_release);
        const auto& more = image_.kernels[index].enqueues;
        wanted.insert(wanted.end(), more.begin(), more.end());
    }
}

const CompiledKernel* ProgramCode::block_with_large_ids(std::uint64_t number) noexcept {
    try {
        return compile(block_indices_[number], CodeKind::large_ids).get();
    } catch (...) {
        return nullptr;
    }
}

std::size_t ProgramCode::index_of(std::string_view name) const {
    const auto found = std::ranges::find(image_.kernels, name, &KernelInfo::name);
    return static_cast<std::size_t>(found - image_.kernels.begin());
}

std::shared_ptr<const CompiledKernel> ProgramCode::kernel(std::string_view name) {
    auto kernel = kernel_for(name, CodeKind::usual);
    Slot& slot = slots(CodeKind::usual)[index_of(name)];
    std::unique_lock lock(slot.mutex);
    slot.created = true;
    lock.unlock();
    compile_blocks_of(kernel->info);
    return kernel;
}

std::shared_ptr<const CompiledKernel> ProgramCode::kernel_for(std::string_view name, CodeKind kind) {
    check(has_kernel(name), CL_INVALID_KERNEL_NAME, "no such kernel");
    return compile(index_of(name), kind);
}

std::shared_ptr<const CompiledKernel> ProgramCode::compile(std::size_t index, CodeKind kind) {
    Slot& slot = slots(kind)[index];
    const std::lock_guard lock(slot.mutex);
    if (slot.kernel) return slot.kernel;
    check(slot.failure.empty(), CL_OUT_OF_RESOURCES, slot.failure);
    try {
        slot.kernel = make_kernel(index, kind);
    } catch (const Error& error) {
        // A compiler that is missing now may be there later; a failure of the kernel stays.
        if (error.code() == CL_OUT_OF_RESOURCES) slot.failure = error.message();
        throw;
    }
    return slot.kernel;
}

std::shared_ptr<const CompiledKernel> ProgramCode::make_kernel(std::size_t index, CodeKind kind) {
    auto kernel = std::make_shared<CompiledKernel>();
    kernel->info = image_.kernels[index];
    kernel->variables = storage_;
    const std::string& name = kernel->info.name;
    const auto stored = image_.codes.find({name, kind});
    if (stored != image_.codes.end()) {
        kernel->code = stored->second;
    } else {
        kernel->code = toolchain_.compile_kernel(image_.ir, ir_digest_, name, kind, kernel->info.is_block);
    }
    std::string fault;
    kernel->loaded = device::LoadedCode::load(kernel->code, name, config().perf_map, group_, fault);
    check(kernel->loaded || !group_ || !group_->is_ended(), CL_CONTEXT_TERMINATED_KHR, fault);
    check(kernel->loaded != nullptr, CL_OUT_OF_RESOURCES, "kernel '" + name + "': " + fault);
    return kernel;
}

std::string ProgramCode::summaries() {
    std::string text;
    for (Slot& slot : slots(CodeKind::usual)) {
        const std::lock_guard lock(slot.mutex);
        const std::string& line = slot.created ? slot.kernel->code.summary : slot.failure;
        if (line.empty()) continue;
        text += line;
        if (text.back() != '\n') text += '\n';
    }
    return text;
}

/// Compiles the kernels of a program, each as one unit of work.
class ProgramCode::CompileTask final : public device::Task {
public:
    CompileTask(ProgramCode& program, device::Waiter& waiter) : program_(program), waiter_(waiter) {
        constexpr std::uint64_t kernel_ns = 10'000'000;
        set_cost(kernel_ns * program.image_.kernels.size(), kernel_ns);
    }

    bool lacked_memory() const noexcept { return lacked_memory_; }

private:
    std::uint64_t start() noexcept override { return program_.image_.kernels.size(); }

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory&) noexcept override {
        for (std::uint64_t i = first; i < first + count; ++i) {
            try {
                const auto kernel = program_.compile(i, CodeKind::usual);
                if (kernel->code.whole_lanes > 1) program_.compile(i, CodeKind::partial_chunks);
            } catch (const Error& error) {  // of all else the slot keeps the reason
                if (error.code() == CL_OUT_OF_HOST_MEMORY) lacked_memory_ = true;
            } catch (const std::bad_alloc&) {
                lacked_memory_ = true;
            }
        }
    }

    void finish() noexcept override { waiter_.set_done(); }

    ProgramCode& program_;
    device::Waiter& waiter_;
    std::atomic<bool> lacked_memory_ = false;
};

void ProgramCode::compile_all(device::Arena& arena) {
    device::Waiter waiter;
    CompileTask task(*this, waiter);
    arena.post(task);
    arena.kick();
    arena.help(waiter);
    if (task.lacked_memory()) throw std::bad_alloc();
}

std::shared_ptr<const Bytes> ProgramCode::binary(device::Arena& arena) {
    {
        const std::lock_guard lock(binary_mutex_);
        if (binary_) return binary_;
    }
    // Not under the lock: the calling thread compiles what is anybody's.
    auto made = std::make_shared<const Bytes>(make_binary(arena));
    const std::lock_guard lock(binary_mutex_);
    if (!binary_) binary_ = std::move(made);
    return binary_;
}

Bytes ProgramCode::make_binary(device::Arena& arena) {
    ProgramImage image = image_;
    if (image.type == ProgramType::executable && !image_.kernels.empty()) compile_all(arena);
    image.codes.clear();
    image.origin = toolchain_.origin();
    for (const CodeKind kind : {CodeKind::usual, CodeKind::partial_chunks})
        for (Slot& slot : slots(kind)) {
            const std::lock_guard lock(slot.mutex);
            if (slot.kernel) image.codes.emplace(std::pair(slot.kernel->info.name, kind), slot.kernel->code);
        }
    return toolchain_.to_binary(image);
}

}  // namespace lanewise::runtime
