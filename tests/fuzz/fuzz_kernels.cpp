// Differential fuzzer: random programs bit for bit against an interpreter, each at two lane counts and levels of
// vector instructions, on three NDRanges each, with inaccessible pages around every buffer.
//
//     fuzz_kernels [first seed] [count]     runs programs
//     fuzz_kernels <seed> 1 print           shows one
//     fuzz_kernels <seed> 1 reduce          shows the least of it that is still wrong
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <span>

#include "../unit/compiler/half_reference.h"
#include "../unit/compiler/run_kernel.h"
#include "compiler/compiler_impl.h"
#include "device/regroup.h"
#include "interpreter.h"
#include "lanewise/kernel_abi.h"
#include "program_generator.h"
#include "program_printer.h"
#include "reducer.h"

namespace lanewise::fuzz {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t max_items = 300;
constexpr unsigned seconds_per_program = 150;

struct Setup {
    std::uint32_t lanes;
    const char* features;
};

/// Room for a buffer between two inaccessible pages.
class GuardedBuffer {
public:
    GuardedBuffer() {
        mprotect(base_, page, PROT_NONE);
        mprotect(base_ + capacity + page, page, PROT_NONE);
    }
    ~GuardedBuffer() { munmap(base_, capacity + 2 * page); }
    GuardedBuffer(const GuardedBuffer&) = delete;
    GuardedBuffer& operator=(const GuardedBuffer&) = delete;

    /// Puts `content` next to the page before or behind it.
    std::byte* place(std::span<const std::byte> content, bool at_end) {
        std::byte* start = base_ + page + (at_end ? capacity - content.size() : 0);
        std::memcpy(start, content.data(), content.size());
        return start;
    }

private:
    static constexpr std::size_t capacity = max_items * 8 * 128 / page * page + page;

    std::byte* base_ = static_cast<std::byte*>(mmap(nullptr, capacity + 2 * page, PROT_READ | PROT_WRITE,
                                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
};

// What is going on, for the signal handler.
std::uint32_t current_seed = 0;
Setup current_setup{};

void report_signal(int signal) {
    char text[160];
    const int length =
        std::snprintf(text, sizeof text, "seed %u: signal %d, %u lanes %s\n", current_seed, signal,
                      current_setup.lanes, current_setup.features ? current_setup.features : "compiling");
    if (write(STDOUT_FILENO, text, static_cast<std::size_t>(length)) < 0) _exit(3);
    _exit(2);
}

NDRange make_range(bool one_dimensional, std::uint32_t lanes, std::mt19937& random) {
    const auto below = [&](std::uint32_t bound) { return static_cast<std::uint64_t>(random() % bound); };
    NDRange range;
    const std::uint64_t sizes[] = {1, lanes - 1, lanes, lanes + 1, 2 * lanes, 5, 37, 64};
    range.local_size[0] = std::max<std::uint64_t>(sizes[below(8)], 1);
    range.global_size[0] = range.local_size[0] * (1 + below(3));
    if (below(3) == 0) range.global_size[0] += below(static_cast<std::uint32_t>(range.local_size[0]));
    if (one_dimensional) return range;
    range.work_dim = 1 + static_cast<std::uint32_t>(below(3));
    const std::uint64_t small[] = {1, 2, 3, 5, 7, 8};
    for (unsigned d = 0; d < range.work_dim; ++d) {
        range.local_size[d] = range.work_dim == 1 ? range.local_size[d] : small[below(d == 2 ? 3 : 6)];
        range.global_size[d] = range.local_size[d] * (1 + below(2)) + (below(3) == 0 ? below(2) : 0);
        range.global_offset[d] = below(2) * below(100);
    }
    // A row longer than a chunk, and others behind it.
    if (range.work_dim == 2 && below(3) == 0) range.global_size[0] = range.local_size[0] = lanes + below(3);
    return range;
}

void fill(std::vector<std::byte>& bytes, Type type, std::mt19937& random) {
    const unsigned size = bytes_of(type.scalar);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        std::uint64_t bits = (static_cast<std::uint64_t>(random()) << 32 | random()) >> random() % 64;
        const double number = (static_cast<double>(random() % 4096) - 1024) / (random() % 8 ? 8 : 7e-9);
        if (type.scalar == Scalar::f16) bits = test::half_of(number);
        if (type.scalar == Scalar::f32) bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
        if (type.scalar == Scalar::f64) bits = std::bit_cast<std::uint64_t>(number);
        std::memcpy(&bytes[at], &bits, size);
    }
}

/// One NDRange of a program: what goes in and what has to come out.
struct Case {
    NDRange range;
    Memory before, after;
};

bool make_case(const Program& program, std::uint32_t lanes, std::mt19937& random, Case& one) {
    std::uint64_t items = 0;
    do {
        one.range = make_range(program.one_dimensional, lanes, random);
        items = one.range.global_size[0] * one.range.global_size[1] * one.range.global_size[2];
    } while (items > max_items || one.range.items_per_group() > max_group_items);
    one.before.n = random() % 64;
    one.before.total = static_cast<std::uint32_t>(items);
    for (unsigned set = 0; set < global_counter_sets; ++set)
        for (unsigned i = 0; i < group_counters; ++i) one.before.counts.push_back(i < 4 ? 0 : ~0u);
    for (const Buffer& buffer : program.buffers) {
        auto& bytes = one.before.buffers.emplace_back(elements_of(buffer, items) * buffer.element.bytes());
        fill(bytes, buffer.element, random);
    }
    one.after = one.before;
    return interpret(program, one.range, one.after);
}

class Fuzzer {
public:
    /// Runs the program of `seed`; tells what is wrong, if anything.
    bool run(std::uint32_t seed) { return run(*ProgramGenerator(seed).make(), seed); }
    bool run(const Program& program, std::uint32_t seed);

    unsigned kernels() const { return kernels_; }
    unsigned vectorized() const { return vectorized_; }
    unsigned skipped() const { return skipped_; }

private:
    std::string difference(const Program& program, const test::CompiledKernel& kernel, const Case& one, bool at_end);

    GuardedBuffer buffers_[8];
    unsigned kernels_ = 0, vectorized_ = 0, skipped_ = 0;
};

std::string to_text(Type type, const std::byte* memory) {
    std::string text;
    for (unsigned lane = 0; lane < type.width; ++lane) {
        char number[24];
        const std::uint64_t bits = load_value(type, memory).lanes[lane];
        std::snprintf(number, sizeof number, " %llx", static_cast<unsigned long long>(bits));
        text += number;
    }
    return text;
}

std::string Fuzzer::difference(const Program& program, const test::CompiledKernel& kernel, const Case& one,
                               bool at_end) {
    test::ArgumentBlock arguments;
    std::vector<std::byte*> places;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        places.push_back(buffers_[i].place(one.before.buffers[i], at_end));
        arguments.add(places.back());
    }
    std::byte* counts = buffers_[7].place(std::as_bytes(std::span(one.before.counts)), at_end);
    arguments.add(counts).add(one.before.n).add(one.before.total);
    std::uint64_t local_bytes = 0;
    if (program.shared_is_argument) {
        const std::uint64_t align = program.shared.bytes();
        const std::uint64_t offset = (kernel.facts().local_bytes + align - 1) / align * align;
        local_bytes = offset - kernel.facts().local_bytes + align * max_group_items;
        arguments.add(offset);
    }
    constexpr unsigned threads = 2;
    const std::uint32_t flags = at_end ? 0 : abi::streaming_stores;
    kernel.run(device::regroup(one.range, kernel.facts(), threads), arguments, local_bytes, flags);
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        const std::span<const std::byte> got(places[i], one.after.buffers[i].size());
        const auto [a, b] = std::ranges::mismatch(got, one.after.buffers[i]);
        if (a == got.end()) continue;
        const Type type = program.buffers[i].element;
        const auto element = static_cast<std::size_t>(a - got.begin()) / type.bytes();
        return program.buffers[i].name + "[" + std::to_string(element) + "] is" +
               to_text(type, &got[element * type.bytes()]) + ", not" +
               to_text(type, &one.after.buffers[i][element * type.bytes()]);
    }
    return std::memcmp(counts, one.after.counts.data(), one.after.counts.size() * 4) ? "counts" : "";
}

bool Fuzzer::run(const Program& program, std::uint32_t seed) {
    current_seed = seed;
    current_setup = {};
    alarm(seconds_per_program);
    const compiler::ProgramResult built =
        compiler::compiler_instance().build(print_program(program), "-cl-std=CL3.0");
    if (built.status != compiler::Status::success) {
        std::printf("seed %u: %s\n", seed, built.log.c_str());
        return false;
    }
    constexpr const char* levels[] = {"avx512", "avx2", "sse2"};
    std::mt19937 random(seed);
    Case one;
    // 0: as the planner likes it.
    constexpr std::uint32_t pairs[][2] = {{8, 0}, {1, 32}, {16, 8}, {0, 16}, {32, 0}, {8, 16}, {0, 32}};
    for (const std::uint32_t lanes : pairs[seed % 7]) {
        const Setup setup{lanes, levels[(seed + lanes / 8) % 3]};
        current_setup = setup;
        const auto jam = (seed / 7) % 2 ? compiler::Jam::where_possible : compiler::Jam::where_it_pays;
        const test::CompiledKernel kernel(built.ir, "k", lanes, setup.features, jam);
        if (!kernel) {
            std::printf("seed %u: %u lanes %s: %s\n", seed, lanes, setup.features, kernel.log().c_str());
            return false;
        }
        ++kernels_;
        vectorized_ += kernel.facts().lanes > 1;
        for (unsigned repeat = 0; repeat < 3; ++repeat) {
            one = {};
            if (!make_case(program, std::max(lanes, kernel.facts().lanes), random, one)) {
                ++skipped_;
                continue;
            }
            const std::string where = difference(program, kernel, one, repeat != 1);
            if (where.empty()) continue;
            const auto& g = one.range.global_size;
            const auto& l = one.range.local_size;
            std::printf("seed %u: %u lanes %s, global %llux%llux%llu, local %llux%llux%llu: %s\n", seed, lanes,
                        setup.features, static_cast<unsigned long long>(g[0]), static_cast<unsigned long long>(g[1]),
                        static_cast<unsigned long long>(g[2]), static_cast<unsigned long long>(l[0]),
                        static_cast<unsigned long long>(l[1]), static_cast<unsigned long long>(l[2]), where.c_str());
            return false;
        }
    }
    return true;
}

// In a process of its own, because what is wrong may be a crash.
bool is_wrong(const Program& program, std::uint32_t seed) {
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stdout)) _exit(0);
        // A program that no longer compiles is no reduction.
        if (compiler::compiler_instance().build(print_program(program), "-cl-std=CL3.0").status !=
            compiler::Status::success)
            _exit(0);
        _exit(!Fuzzer().run(program, seed));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int argc, char** argv) {
    using namespace lanewise::fuzz;
    const auto first = static_cast<std::uint32_t>(argc > 1 ? std::atol(argv[1]) : 0);
    const auto count = static_cast<std::uint32_t>(argc > 2 ? std::atol(argv[2]) : 100);
    const auto program = argc > 3 ? ProgramGenerator(first).make() : nullptr;
    if (program && std::strcmp(argv[3], "reduce") != 0) {
        std::fputs(print_program(*program).c_str(), stdout);
        return 0;
    }
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, report_signal);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    Fuzzer fuzzer;
    if (program) {
        reduce(*program, [&] { return is_wrong(*program, first); });
        std::fputs(print_program(*program).c_str(), stdout);
        return !fuzzer.run(*program, first);
    }
    unsigned wrong = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) wrong += !fuzzer.run(seed);
    std::printf("%u programs, %u wrong; compiled %u times, %u with lanes; %u runs left out\n", count, wrong,
                fuzzer.kernels(), fuzzer.vectorized(), fuzzer.skipped());
    return wrong != 0;
}
