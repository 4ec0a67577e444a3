#include "runtime/code/program_code.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <new>
#include <ranges>

#include "device/kernel/lane_order.h"
#include "runtime/object/config.h"
#include "runtime/object/error.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

/// Answers the compiler's questions about a kernel's launches, from the information that exists while it compiles.
class ProgramCode::Launches final : public compiler::ExpectedLaunches {
public:
    /// `decides`: the code depends on whether arguments share objects.
    Launches(const ProgramCode& program, std::size_t index, bool decides)
        : program_(program), index_(index), decides_(decides) {}
    bool share_objects(std::uint64_t written) const noexcept override {
        return decides_ && program_.sharing_.is_expected(index_, written);
    }
    bool are_long(unsigned calls) const noexcept override {
        constexpr std::uint64_t many_calls = 1 << 11;
        return launch().items() >= many_calls / calls;
    }
    // Long ones are worth two codes at once: masks cost more in them than compiling does.
    bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept override {
        constexpr std::uint64_t many_items = 1 << 14;
        const std::uint64_t items = launch().items();
        return items != 0 && items < many_items && launch().has_partial_chunks(dimension, unit, any_grouping);
    }

private:
    const FirstLaunch& launch() const noexcept { return program_.first_launches_[index_]; }

    const ProgramCode& program_;
    const std::size_t index_;
    const bool decides_;
};

ProgramCode::ProgramCode(Toolchain& toolchain, ProgramImage image)
    : ProgramCode(toolchain, std::nullopt, /*is_hot=*/false, std::move(image), nullptr) {}

ProgramCode::ProgramCode(Toolchain& toolchain, std::optional<Objects> objects, bool is_hot, ProgramImage image,
                         std::shared_ptr<VariableStorage> storage)
    : toolchain_(toolchain),
      objects_(objects),
      is_hot_(is_hot),
      image_(std::move(image)),
      parts_(image_.ir, image_.kernels),
      ir_digest_(digest_of(image_.ir)),
      storage_(storage ? std::move(storage) : std::make_shared<VariableStorage>(image_.variables)),
      trials_(image_.kernels.size()),
      known_(image_.kernels.size()),
      first_launches_(image_.kernels.size()),
      sharing_(image_.kernels.size()),
      begun_(image_.kernels.size()) {
    for (auto& slots : slots_) slots = std::vector<CodeSlot>(image_.kernels.size());
    for (auto& heats : hot_launches_) heats = std::vector<Heat>(image_.kernels.size());
    for (auto& versions : hot_versions_) versions = std::vector<HotVersion>(image_.kernels.size());
    for (std::size_t i = 0; i < image_.kernels.size(); ++i) {
        if (image_.kernels[i].is_block) block_indices_.push_back(i);
        known_[i].watch(image_.kernels[i]);
    }
    blocks_ = std::vector<std::atomic<const CompiledKernel*>>(block_indices_.size());
}

// A kernel's other code is for the same launches as its usual code, so it makes the same assumption.
Objects ProgramCode::objects_of(std::size_t index) const noexcept {
    if (objects_) return *objects_;
    const CodeSlot::Code* const usual = slots_[static_cast<std::size_t>(CodeKind::usual)][index].made();
    return usual && (*usual)->code.gains_apart != 0 ? Objects::shared : Objects::apart;
}

std::vector<const KernelInfo*> ProgramCode::named_kernels() const {
    std::vector<const KernelInfo*> named;
    for (const KernelInfo& kernel : image_.kernels)
        if (!kernel.is_block) named.push_back(&kernel);
    return named;
}

std::optional<std::size_t> ProgramCode::find_kernel(std::string_view name) const {
    const auto found = std::ranges::find(image_.kernels, name, &KernelInfo::name);
    if (found == image_.kernels.end() || found->is_block) return std::nullopt;
    return static_cast<std::size_t>(found - image_.kernels.begin());
}

// Makes all blocks that a launch may come to run before the launch begins: nothing is compiled while work-items wait.
void ProgramCode::make_blocks_of(const KernelInfo& kernel) {
    std::vector<std::uint32_t> wanted = kernel.enqueues;
    std::vector<bool> seen(blocks_.size());
    while (!wanted.empty()) {
        const std::uint32_t number = wanted.back();
        wanted.pop_back();
        if (number >= blocks_.size() || seen[number]) continue;
        seen[number] = true;
        const std::size_t index = block_indices_[number];
        blocks_[number].store(kernel_for(index, CodeKind::usual).get(), std::memory_order_release);
        const auto& more = image_.kernels[index].enqueues;
        wanted.insert(wanted.end(), more.begin(), more.end());
    }
}

const CompiledKernel* ProgramCode::block_of_kind(std::uint64_t number, CodeKind kind) noexcept {
    try {
        return kernel_for(block_indices_[number], kind).get();
    } catch (...) {
        return nullptr;
    }
}

const std::shared_ptr<const CompiledKernel>& ProgramCode::wait_for_kernel(std::size_t index) {
    return slots(CodeKind::usual)[index].get(
        [&] { return make_with_blocks(index, find_code(index, CodeKind::usual)); });
}

const std::shared_ptr<const CompiledKernel>& ProgramCode::kernel_for(std::size_t index, CodeKind kind) {
    if (kind == CodeKind::usual && !image_.kernels[index].is_block) return kernel(index);
    return slots(kind)[index].get([&] { return make_kernel(index, kind, find_code(index, kind)); });
}

std::optional<KernelCode> ProgramCode::find_code(std::size_t index, CodeKind kind, const KnownArguments& known) {
    const bool is_usual = kind == CodeKind::usual && known.empty();
    auto code = is_usual ? find_usual_code(index) : find_other_code(index, kind, known);
    return code && code->provisional && is_hot_ ? std::nullopt : std::move(code);
}

std::optional<KernelCode> ProgramCode::find_other_code(std::size_t index, CodeKind kind, const KnownArguments& known) {
    const std::string& name = image_.kernels[index].name;
    const Objects objects = objects_of(index);
    const auto stored = known.empty() ? image_.codes.find({name, kind}) : image_.codes.end();
    if (stored != image_.codes.end() && (objects == Objects::apart || stored->second.written_apart == 0))
        return stored->second;
    return toolchain_.find_code(ir_digest_, name, kind, objects, known);
}

// Prefers code that assumes that arguments share no objects, unless they are expected to share some. Otherwise takes
// code for any launch.
std::optional<KernelCode> ProgramCode::find_usual_code(std::size_t index) {
    const std::string& name = image_.kernels[index].name;
    const auto suits = [&](const KernelCode& code) {
        return code.written_apart == 0 || !sharing_.is_expected(index, code.written_apart);
    };
    const auto stored = image_.codes.find({name, CodeKind::usual});
    if (stored != image_.codes.end() && suits(stored->second)) return stored->second;
    const auto find = [&](Objects objects) {
        return toolchain_.find_code(ir_digest_, name, CodeKind::usual, objects, {});
    };
    if (objects_) return find(*objects_);
    auto apart = find(Objects::apart);
    return apart && suits(*apart) ? std::move(apart) : find(Objects::shared);
}

std::shared_ptr<const CompiledKernel> ProgramCode::make_with_blocks(std::size_t index, std::optional<KernelCode> code) {
    auto kernel = make_kernel(index, CodeKind::usual, std::move(code));
    make_blocks_of(kernel->info);
    return kernel;
}

KernelCode ProgramCode::compile(std::size_t index, CodeKind kind, const KnownArguments& known) {
    using compiler::Effort;
    const KernelInfo& info = image_.kernels[index];
    const bool is_usual = kind == CodeKind::usual && known.empty();
    // Launches wait for the first code; hot launches get better code in its place later.
    const bool is_first = !is_hot_ && !info.is_block && known.empty() && (is_usual || kind == CodeKind::partial_chunks);
    const Launches launches(*this, index, /*decides=*/!objects_ && is_usual);
    return toolchain_.compile_kernel(parts_.ir_of(index, toolchain_), ir_digest_, info.name,
                                     {.kind = kind,
                                      .objects = objects_of(index),
                                      .is_block = info.is_block,
                                      .known = known,
                                      .effort = is_first ? Effort::first : Effort::full,
                                      .launches = &launches});
}

std::shared_ptr<const CompiledKernel> ProgramCode::make_kernel(std::size_t index, CodeKind kind,
                                                               std::optional<KernelCode> code,
                                                               const KnownArguments& known) {
    if (!code) code = compile(index, kind, known);
    auto kernel = std::make_shared<CompiledKernel>();
    kernel->index = index;
    kernel->kind = kind;
    kernel->info = image_.kernels[index];
    kernel->variables = storage_;
    kernel->code = std::move(*code);
    std::string fault;
    kernel->loaded = device::LoadedCode::load(kernel->code, kernel->info.name, config().perf_map, group_, fault);
    if (!kernel->loaded) {
        if (group_ && group_->is_ended()) throw Error(CL_CONTEXT_TERMINATED_KHR, fault);
        fail(CL_OUT_OF_RESOURCES, "The code of kernel '{}' cannot be loaded. {}", kernel->info.name, fault);
    }
    return kernel;
}

namespace {

/// The CPU time of the calling thread so far.
float own_cpu_ns() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<float>(time.tv_sec) * 1e9F + static_cast<float>(time.tv_nsec);
}

/// The number that PlanTrial uses for the code of a plan.
constexpr unsigned code_of_plan(OtherPlan plan) { return 1 + static_cast<unsigned>(plan); }

/// The kind of the code that PlanTrial refers to by `code`.
CodeKind kind_of_code(unsigned code) {
    return code == PlanTrial::usual ? CodeKind::usual : kind_of(static_cast<OtherPlan>(code - 1));
}

}  // namespace

/// Work on a program's kernels for a thread of an arena, dropped if the program is gone by then. Failures are ignored:
/// a thread that needs the kernel gets them from its slot, or tries again.
class ProgramCode::LaterTask final : public device::Task {
public:
    LaterTask(ProgramCode& program, device::Arena& arena, float ns, bool is_awaited,
              std::function<void(ProgramCode&)> work)
        : program_(program.weak_from_this()), arena_(arena.shared_from_this()), work_(std::move(work)) {
        set_cost(ns, ns);
        set_unknown();
        if (is_awaited) return;
        set_urgency(device::Urgency::low);
        set_background();
    }

private:
    std::uint64_t start() noexcept override { return 1; }

    void run_units(std::uint64_t, std::uint64_t, device::WorkerMemory&) noexcept override {
        try {
            if (const auto program = program_.lock()) work_(*program);
        } catch (...) {
        }
    }

    void finish() noexcept override { delete this; }

    const std::weak_ptr<ProgramCode> program_;
    const std::shared_ptr<device::Arena> arena_;  // lives until the posted task has run
    const std::function<void(ProgramCode&)> work_;
};

void ProgramCode::begin_kernel(std::size_t index, device::Arena& arena) {
    // Runs once for each kernel. The code of a lone kernel is not there before its first launch, and the cache must not
    // be asked for it again.
    if (begun_[index].exchange(true, std::memory_order_relaxed)) return;
    if (!slots(CodeKind::usual)[index].is_empty()) return;
    if (auto code = find_code(index, CodeKind::usual)) {
        slots(CodeKind::usual)[index].get([&] { return make_with_blocks(index, std::move(code)); });
        return;
    }
    // A lone kernel is compiled by the thread that needs it: a short-lived process then needs no other thread.
    std::size_t lone = no_kernel;
    if (lone_.compare_exchange_strong(lone, index) || lone == index) return;
    if (lone != several_kernels && lone_.exchange(several_kernels) != several_kernels)
        post(lone, CodeKind::usual, arena);
    post(index, CodeKind::usual, arena);
    arena.kick();
}

void ProgramCode::post(std::size_t index, CodeKind kind, device::Arena& arena) {
    const auto is_wanted = [index, kind](ProgramCode& program) { return program.slots(kind)[index].is_empty(); };
    if (!is_wanted(*this)) return;
    constexpr float kernel_ns = 10'000'000;
    arena.post(*new LaterTask(*this, arena, kernel_ns, /*is_awaited=*/true, [=](ProgramCode& program) {
        if (is_wanted(program)) program.kernel_for(index, kind);
    }));
}

// Posts work that nobody waits for and no launch depends on. Returns false when there is no memory for the task.
bool ProgramCode::do_sometime(device::Arena& arena, float ns, std::function<void(ProgramCode&)> work) noexcept {
    try {
        arena.post(*new LaterTask(*this, arena, ns, /*is_awaited=*/false, std::move(work)));
    } catch (...) {
        return false;
    }
    arena.kick();
    return true;
}

// Compiles the next of the other plans. A plan whose code equals an earlier plan's code is skipped.
void ProgramCode::make_other(std::size_t index) noexcept {
    // In descending order of their gain for the time to compile them.
    using enum OtherPlan;
    constexpr std::array order{one_lane,   lanes_32,  lanes_8,  lanes_16,   two_items,
                               rows_of_16, rows_of_8, lanes_64, rows_of_32, rows_of_64};
    static_assert(order.size() == other_plan_count);
    const KernelCode& usual = slots(CodeKind::usual)[index].code()->code;  // launches have run it
    PlanTrial& trial = trials_[index];
    const float begin_ns = own_cpu_ns();
    for (unsigned next = trial.next_to_make(); next < order.size(); next = trial.next_to_make()) {
        if ((usual.other_plans & bit_of(order[next])) == 0) continue;
        const unsigned code = code_of_plan(order[next]);
        try {
            const KernelCode& other = kernel_for(index, kind_of_code(code))->code;
            const auto is_same = [&](unsigned one) {
                return trial.is_made(one) && kernel_for(index, kind_of_code(one))->code.image == other.image;
            };
            if (std::ranges::any_of(std::views::iota(PlanTrial::usual, PlanTrial::most_codes), is_same)) continue;
        } catch (...) {  // one plan less to choose from
            continue;
        }
        trial.try_code(code);
        // Two threads then have the CPUs for themselves for as long as the compilation took.
        constexpr float launches_for_each_ns = 2;
        return trial.pause(launches_for_each_ns * (own_cpu_ns() - begin_ns));
    }
    trial.all_are_made();
}

// The launch time after which a kernel is hot: about the time to compile the first of the other plans.
float ProgramCode::hot_ns(std::size_t index) {
    constexpr float least_hot_ns = 10'000'000, ns_per_byte = 2000;
    return std::max(least_hot_ns, ns_per_byte * static_cast<float>(kernel(index)->code.image.size()));
}

PlanTrial::Turn ProgramCode::advise(std::size_t index, std::uint64_t items, device::Arena& arena) {
    PlanTrial& trial = trials_[index];
    const PlanTrial::Turn turn = trial.advise(items, kernel(index)->expected_ns(items), hot_ns(index));
    if (turn.step == PlanTrial::Step::make) {
        constexpr float others_ns = 30'000'000;
        const auto make = [index](ProgramCode& program) { program.make_other(index); };
        if (!do_sometime(arena, others_ns, make)) trial.put_off();
    }
    if (turn.step == PlanTrial::Step::settle) settle(index, turn.code);
    return turn;
}

ProgramCode::PlannedCode ProgramCode::planned_code(std::size_t index, const NDRange& range, unsigned threads,
                                                   device::Arena& arena) {
    const CodeSlot::Code& usual = kernel_for(index, CodeKind::usual);
    const PlanTrial::Turn turn = advise(index, range.items(), arena);
    TimedTurn timed;
    if (turn.is_timed) timed = {{shared_from_this(), &trials_[index]}, turn.code};
    if (turn.code == PlanTrial::usual) return {usual, CodeKind::usual, std::move(timed)};
    const CodeKind kind = kind_of_code(turn.code);
    const CodeSlot::Code& other = kernel_for(index, kind);
    if (device::suits(range, usual->code, other->code, threads)) return {other, kind, std::move(timed)};
    if (timed) timed.report(std::numeric_limits<float>::infinity());
    return {usual, CodeKind::usual, {}};
}

const CodeSlot::Code* ProgramCode::code_when_hot(std::size_t index, CodeKind kind, std::uint64_t items,
                                                 device::Arena& arena) {
    if (const CodeSlot::Code* made = slots(kind)[index].made()) return made;
    Heat& heat = hot_launches_[static_cast<std::size_t>(kind)][index];
    if (heat.has_become_hot(kernel(index)->expected_ns(items), hot_ns(index))) {
        constexpr float code_ns = 30'000'000;
        const auto make = [index, kind](ProgramCode& program) {
            const auto& made = program.kernel_for(index, kind);
            log_line("Kernel '%s' now has code with fewer lanes for its small launches: '%s'.", made->info.name.c_str(),
                     made->code.summary.c_str());
        };
        if (!do_sometime(arena, code_ns, make)) heat.put_off();
    }
    return nullptr;
}

void ProgramCode::make_known(std::size_t index, KnownCodes::Version& version) {
    const auto& made = version.slot.get([&] {
        return make_kernel(index, version.kind, find_code(index, version.kind, version.arguments), version.arguments);
    });
    log_line("Kernel '%s' now has code for the formats of its images and for its samplers: '%s'.",
             made->info.name.c_str(), made->code.summary.c_str());
}

const CodeSlot::Code* ProgramCode::find_known_code(std::size_t index, CodeKind kind, const std::byte* block,
                                                   std::uint64_t items, device::Arena& arena) {
    KnownCodes::Version* version = known_[index].version_for(kind, block);
    if (!version) return nullptr;
    if (const CodeSlot::Code* made = version->slot.made()) return made;
    // A version belongs to one plan, so the plan is settled first. A pausing trial may take long, so versions do not
    // wait for it.
    if (trials_[index].is_under_way() && !trials_[index].is_pausing()) return nullptr;
    // Less than the time to compile a version, since most versions are much faster than the usual code.
    constexpr float hot_ns = 20'000'000;
    if (version->heat.has_become_hot(kernel(index)->expected_ns(items), hot_ns)) {
        constexpr float code_ns = 50'000'000;
        const auto make = [index, version](ProgramCode& program) { program.make_known(index, *version); };
        if (!do_sometime(arena, code_ns, make)) version->heat.put_off();
    }
    return nullptr;
}

// Stores the best plan in the cache. A failure is ignored: the next process then tries the plans again.
void ProgramCode::settle(std::size_t index, unsigned code) noexcept {
    try {
        const CompiledKernel& best = *kernel_for(index, kind_of_code(code));
        log_line("Kernel '%s' keeps its fastest plan, '%s': %.0f %% of the first plan's time.", best.info.name.c_str(),
                 best.code.summary.c_str(), 100 * trials_[index].ratio());
        toolchain_.settle(ir_digest_, best.info.name, objects_of(index), best.code);
    } catch (...) {
    }
}

std::string ProgramCode::summaries() {
    std::string text;
    for (std::size_t i = 0; i < image_.kernels.size(); ++i) {
        CodeSlot& slot = slots(CodeKind::usual)[i];
        const bool begun = begun_[i].load(std::memory_order_relaxed);
        try {
            if (begun) kernel(i);
        } catch (const Error&) {  // the settled slot keeps the reason
        }
        if (!slot.is_settled()) continue;
        const std::string& line = slot.code() ? slot.code()->code.summary : slot.failure();
        if (line.empty() || (slot.code() && !begun)) continue;
        text += line;
        if (text.back() != '\n') text += '\n';
    }
    return text;
}

/// Compiles the kernels of a program, one kernel per unit.
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
                const auto& kernel = program_.kernel_for(i, CodeKind::usual);
                if (kernel->code.whole_lanes > 1) program_.kernel_for(i, CodeKind::partial_chunks);
            } catch (const Error& error) {  // for other errors the slot keeps the reason
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
    // Not under the lock: the calling thread may run any task of the arena meanwhile.
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
    // Code for narrow work-groups is included if it has been made.
    for (const CodeKind kind :
         {CodeKind::usual, CodeKind::partial_chunks, CodeKind::along_0, CodeKind::along_1, CodeKind::along_2,
          CodeKind::along_linear_id, CodeKind::eight_lanes, CodeKind::one_lane})
        for (const CodeSlot& slot : slots(kind)) {
            if (!slot.is_settled() || !slot.code()) continue;
            image.codes.emplace(std::pair(slot.code()->info.name, kind), slot.code()->code);
        }
    for (std::size_t i = 0; i < image_.kernels.size(); ++i) {
        // The plan on which launches have settled replaces the usual one.
        const unsigned code = trials_[i].settled();
        if (code == PlanTrial::usual) continue;
        KernelCode best = kernel_for(i, kind_of_code(code))->code;
        best.other_plans = 0;
        image.codes.insert_or_assign({image_.kernels[i].name, CodeKind::usual}, std::move(best));
    }
    return toolchain_.to_binary(image);
}

}  // namespace lanewise::runtime
