#include "fuzzer.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "compiler/compiler_impl.h"
#include "device/kernel/regroup.h"
#include "lanewise/kernel_abi.h"
#include "program_printer.h"
#include "word_pipe.h"

namespace lanewise::fuzz {
namespace {

constexpr std::size_t page = 4096;

/// Makes the system end this process after `seconds` of CPU time, or after ten times as many seconds of wall time. The
/// limit of wall time is longer, because processes wait on a busy machine. 0 means no limit.
void limit_time(unsigned seconds) {
    const itimerval computed = {.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &computed, nullptr);
    alarm(10 * seconds);
}

/// Memory for one buffer between two inaccessible pages.
class GuardedBuffer {
public:
    GuardedBuffer() {
        mprotect(base_, page, PROT_NONE);
        mprotect(base_ + capacity + page, page, PROT_NONE);
    }
    ~GuardedBuffer() { munmap(base_, capacity + 2 * page); }
    GuardedBuffer(const GuardedBuffer&) = delete;
    GuardedBuffer& operator=(const GuardedBuffer&) = delete;

    /// Copies `content` into the memory and returns its address. If `at_end` is true, the copy ends at the second
    /// inaccessible page; otherwise it begins after the first inaccessible page.
    std::byte* place(std::span<const std::byte> content, bool at_end) {
        std::byte* start = base_ + page + (at_end ? capacity - content.size() : 0);
        std::memcpy(start, content.data(), content.size());
        return start;
    }

private:
    static constexpr std::size_t capacity = max_items * 8 * 128 / page * page + page;

    std::byte* base_ = static_cast<std::byte*>(
        mmap(nullptr, capacity + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
};

std::string value_text(Type type, const std::byte* memory) {
    std::string text;
    for (unsigned lane = 0; lane < type.width; ++lane) {
        char number[24];
        const std::uint64_t bits = load_value(type, memory).lanes[lane];
        std::snprintf(number, sizeof number, " %llx", static_cast<unsigned long long>(bits));
        text += number;
    }
    return text;
}

constexpr std::string_view not_translated = "not translated";

// Returns the SPIR-V that a command makes from a source. Returns nothing if the command fails.
std::vector<std::byte> translated(const std::string& command, const std::string& source, std::uint32_t seed) {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string name =
        (folder / ("fuzz_kernels." + std::to_string(getpid()) + "." + std::to_string(seed))).string();
    const std::string input = name + ".cl", output = name + ".spv";
    std::ofstream(input) << source;
    const bool is_made = std::system((command + " " + input + " " + output).c_str()) == 0;
    std::ifstream file(output, std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    std::filesystem::remove(input);
    std::filesystem::remove(output);
    return is_made ? std::vector(bytes.begin(), bytes.end()) : std::vector<std::byte>{};
}

}  // namespace

std::string to_text(const Setup& setup) {
    constexpr const char* along[] = {"", " along 0", " along 1", " along 2", " along the linear id"};
    return std::to_string(setup.lanes) + " lanes " + setup.features +
           (setup.together == compiler::Together::where_possible ? " together" : "") +
           (setup.optimize ? "" : " unoptimized") + along[static_cast<unsigned>(setup.along)] +
           (setup.kept_calls == compiler::KeptCalls::where_possible ? " with calls" : "");
}

constexpr const char* levels[] = {"avx512", "avx2", "sse2"};
constexpr compiler::Together pairings[] = {compiler::Together::where_it_pays, compiler::Together::where_possible};

std::vector<Setup> all_setups() {
    std::vector<Setup> setups{{1, "avx512", compiler::Together::where_it_pays, false}};
    for (const std::uint32_t lanes : {8u, 1u, 16u, 0u, 32u})
        for (const auto together : pairings)
            for (const char* level : levels) setups.push_back({lanes, level, together, true});
    using enum compiler::Along;
    for (const auto along : {dimension_1, linear_id, dimension_2})
        for (const std::uint32_t lanes : {0u, 8u, 16u, 1u})
            for (const auto together : pairings)
                setups.push_back({lanes, lanes == 8 ? "avx2" : "avx512", together, true, along});
    for (const Setup& setup : calls_of()) setups.push_back(setup);
    return setups;
}

std::vector<Setup> setups_of(std::uint32_t seed) {
    static const std::vector<Setup> all = all_setups();
    const std::size_t count = all.size();
    std::vector<Setup> some{all[1 + seed % (count - 1)], all[1 + (seed * 7 + seed / 30 + 11) % (count - 1)]};
    if (seed % 4 == 0) some.push_back(all[0]);
    return some;
}

std::vector<Setup> plans_of(std::uint32_t seed) {
    std::vector<Setup> plans;
    const char* level = levels[seed % std::size(levels)];
    using enum compiler::Along;
    for (const auto along : {where_it_pays, linear_id, dimension_1, dimension_2})
        for (const std::uint32_t lanes : {0u, 1u, 8u, 16u, 32u, 64u})
            for (const auto together : pairings)
                if (along == where_it_pays || (lanes > 0 && lanes <= 16))  // 0 lanes: the planner chooses
                    plans.push_back({lanes, level, together, true, along});
    return plans;
}

std::vector<Setup> calls_of() {
    std::vector<Setup> setups;
    for (const char* level : levels)
        setups.push_back({.lanes = 1, .features = level, .kept_calls = compiler::KeptCalls::where_possible});
    setups.push_back({.lanes = 1, .optimize = false, .kept_calls = compiler::KeptCalls::where_possible});
    return setups;
}

struct Fuzzer::Buffers {
    GuardedBuffer of[8];
};

Fuzzer::Fuzzer(Progress& progress) : progress_(progress), buffers_(std::make_unique<Buffers>()) {}
Fuzzer::~Fuzzer() = default;

std::string Fuzzer::difference(const Program& program, const test::CompiledKernel& kernel, Children& children,
                               const LaunchCase& one, bool at_end) {
    test::ArgumentBlock arguments;
    std::vector<std::byte*> places;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        places.push_back(buffers_->of[i].place(one.before.buffers[i], at_end));
        arguments.add(places.back());
    }
    std::byte* counts = buffers_->of[7].place(std::as_bytes(std::span(one.before.counts)), at_end);
    arguments.add(counts).add(one.before.n).add(one.before.total);
    // The program must fill the pipe that it writes, and must empty the pipe that it reads.
    WordPipe packets(one.after.packets.size()), numbers(one.after.taken);
    numbers.fill(one.after.taken, pipe_number);
    if (program.has_pipes) arguments.add(packets.memory()).add(numbers.memory());
    std::uint64_t local_bytes = 0;
    if (program.shared_is_argument) {
        const std::uint64_t align = program.shared.bytes();
        const std::uint64_t offset = (kernel.facts().local_bytes + align - 1) / align * align;
        local_bytes = offset - kernel.facts().local_bytes + align * max_group_items;
        arguments.add(offset);
    }
    constexpr unsigned threads = 2;
    const std::uint32_t flags = at_end ? 0 : abi::streaming_stores;
    progress_.is_running = true;
    limit_time(seconds_to_run);
    const unsigned lane_dimension = kernel.facts().lane_dimension;
    const NDRange range = device::regroup(one.range.exchanged(lane_dimension), kernel.facts(), threads);
    kernel.run(range.exchanged(lane_dimension), arguments, local_bytes, flags, children.callbacks());
    limit_time(seconds_to_compile);
    const std::string wrong_child = children.run();
    limit_time(0);
    progress_.is_running = false;
    ++progress_.launches;
    if (!wrong_child.empty()) return wrong_child;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        const std::span<const std::byte> got(places[i], one.after.buffers[i].size());
        const auto [a, b] = std::ranges::mismatch(got, one.after.buffers[i]);
        if (a == got.end()) continue;
        const Type type = program.buffers[i].element;
        const auto element = static_cast<std::size_t>(a - got.begin()) / type.bytes();
        return program.buffers[i].name + "[" + std::to_string(element) + "] is" +
               value_text(type, &got[element * type.bytes()]) + ", not" +
               value_text(type, &one.after.buffers[i][element * type.bytes()]);
    }
    if (!packets.is_settled() || !numbers.is_settled()) return "a reservation";
    if (!numbers.content().empty()) return "packets that are left";
    std::vector<std::uint32_t> expected = one.after.packets;
    std::ranges::sort(expected);
    if (packets.content() != expected) return "packets";
    return std::memcmp(counts, one.after.counts.data(), one.after.counts.size() * 4) ? "counts" : "";
}

compiler::ProgramResult Fuzzer::build(const std::string& source, std::uint32_t seed, bool optimize) const {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const std::string options = optimize ? "-cl-std=CL3.0" : "-cl-std=CL3.0 -cl-opt-disable";
    if (translator.empty()) return compiler.build(source, options);
    const std::vector<std::byte> module = translated(translator, source, seed);
    compiler::ProgramResult failure;
    failure.log = not_translated;
    return module.empty() ? failure : compiler.build(compiler::SpirvProgram{module, {}}, options);
}

Outcome Fuzzer::run(const Program& program, std::uint32_t seed, const std::vector<Setup>& setups) {
    progress_.seed = seed;
    const std::string source = print_program(program);
    compiler::ProgramResult built[2];
    for (const Setup& setup : setups) {
        progress_.setup = setup;
        limit_time(seconds_to_compile);
        compiler::ProgramResult& one = built[setup.optimize];
        if (one.ir.empty()) {
            one = build(source, seed, setup.optimize);
            if (one.log == not_translated) return Outcome::not_translated;
        }
        if (one.status != compiler::Status::success) {
            std::printf("seed %u: %s\n", seed, one.log.c_str());
            return Outcome::refused;
        }
        if (const Outcome outcome = run(program, one, seed, setup); outcome != Outcome::right) return outcome;
    }
    limit_time(0);
    return Outcome::right;
}

Outcome Fuzzer::run(const Program& program, const compiler::ProgramResult& built, std::uint32_t seed,
                    const Setup& setup) {
    const auto make = [&](const std::string& name) {
        return test::CompiledKernel(built.ir, name, setup.lanes, setup.features, setup.together, compiler::Chunks::full,
                                    setup.along, {}, false, setup.kept_calls);
    };
    const test::CompiledKernel kernel = make("k");
    std::vector<std::string> blocks;
    for (const KernelInfo& info : built.kernels)
        if (info.is_block) blocks.push_back(info.name);
    Children children(std::move(blocks), make);
    limit_time(0);
    if (!kernel) {
        std::printf("seed %u: %s: %s\n", seed, to_text(setup).c_str(), kernel.log().c_str());
        return Outcome::no_code;
    }
    ++progress_.kernels;
    progress_.vectorized += kernel.facts().lanes > 1;
    std::mt19937 random(seed);
    for (unsigned repeat = 0; repeat < 3; ++repeat) {
        LaunchCase one;
        const Verdict verdict = make_case(program, std::max(setup.lanes, kernel.facts().lanes), random, one);
        ++progress_.verdicts[static_cast<unsigned>(verdict)];
        if (verdict != Verdict::defined) continue;
        const std::string where = difference(program, kernel, children, one, repeat != 1);
        if (where.empty()) continue;
        const auto size = [](const Dim3& sizes) {
            return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" + std::to_string(sizes[2]);
        };
        std::printf("seed %u: %s, global %s, local %s: %s\n", seed, to_text(setup).c_str(),
                    size(one.range.global_size).c_str(), size(one.range.local_size).c_str(), where.c_str());
        return Outcome::wrong_result;
    }
    return Outcome::right;
}

}  // namespace lanewise::fuzz
