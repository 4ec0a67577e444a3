// Builds damaged and extreme SPIR-V modules, and compiles kernels of the modules that can be built. Each module must
// either build, or be refused with a reason. No module may crash or hang the compiler, or make it use much memory or
// time.
//
//     fuzz_spirv damaged [first] [count] [folder]    damaged modules: own ones, and those of a folder (*.spv)
//     fuzz_spirv show SEED FILE [folder]             writes the damaged module of a seed
//     fuzz_spirv extremes [NAME]                     modules of extreme size
//     fuzz_spirv write FOLDER                        writes the undamaged own modules and the extreme ones
//
// Each seed determines one module. Child processes build the modules, many in each process.
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <new>
#include <string_view>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "extreme_modules.h"
#include "own_modules.h"
#include "watch_child.h"

namespace lanewise::fuzz_spirv {
namespace {

/// Progress in shared memory. The child process that builds modules writes the progress, and the parent process reads
/// it.
struct Progress {
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> built = 0;
    std::atomic<std::uint64_t> kernels = 0;
    std::atomic<std::uint64_t> deep = 0;    // stack overflows that the compiler's guard caught
    std::atomic<std::uint64_t> faults = 0;  // internal errors, lack of memory, and builds that took too long
};

Progress* progress = nullptr;
bool tells_reasons = false;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void report(const std::string& what) {
    ++progress->faults;
    std::fprintf(stderr, "fuzz_spirv: module %u: %s\n", progress->seed.load(), what.c_str());
}

void note_log(const std::string& log, const char* what) {
    if (tells_reasons) std::printf("%s ", log.substr(0, log.find('\n')).c_str());
    if (log.find("nested too deeply for the compiler's stack") != log.npos) ++progress->deep;
    for (const char* fault : {"internal compiler error", "ran out of memory"})
        if (const auto at = log.find(fault); at != log.npos)
            return report(what + (": " + log.substr(0, log.find('\n'))));
    if (log.find_first_not_of(" \n") == log.npos) report(std::string(what) + " fails without a log");
}

// Builds a module and compiles some of its kernels.
void build(std::span<const std::byte> module) {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const double start = cpu_seconds();
    const compiler::ProgramResult program = compiler.build(compiler::SpirvProgram{module, {}}, "");
    const double built = cpu_seconds() - start;
    // The build of a small module takes a fraction of a millisecond. For larger modules, the time may grow only in
    // proportion to the size.
    if (built > 0.5 + static_cast<double>(module.size()) * 4e-6)
        report("its build takes " + std::to_string(built) + " s");
    if (program.status != compiler::Status::success) return note_log(program.log, "build");
    ++progress->built;
    constexpr std::size_t most = 2;
    for (std::size_t i = 0; i < std::min(most, program.kernels.size()); ++i) {
        const compiler::CodeOptions options{
            .target = device::host_target(), .chunks = compiler::Chunks::full, .effort = compiler::Effort::first};
        const double before = cpu_seconds();
        const auto result = compiler.compile_kernel(program.ir, program.kernels[i].name, options);
        const double compiled = cpu_seconds() - before;
        if (compiled > 20 + static_cast<double>(module.size()) * 1e-4)
            report("a kernel takes " + std::to_string(compiled) + " s");
        ++progress->kernels;
        if (result.status != compiler::Status::success) note_log(result.log, "kernel");
    }
}

void check_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr long most_kilobytes = 1 << 20;
    if (usage.ru_maxrss <= most_kilobytes) return;
    report("the process takes " + std::to_string(usage.ru_maxrss >> 10) + " MB");
    std::abort();
}

using MakeModule = std::function<Bytes(std::uint32_t)>;

[[noreturn]] void run_batch(const MakeModule& make, std::uint32_t first, std::uint32_t end) {
    // Limits the memory of the process, since a faulty compiler might use all memory for some module.
    constexpr rlim_t most_addresses = rlim_t{8} << 30;
    const rlimit limit{most_addresses, most_addresses};
    setrlimit(RLIMIT_AS, &limit);
    static_cast<void>(compiler::compiler_instance().prepare(nullptr));
    for (std::uint32_t seed = first; seed < end; ++seed) {
        progress->seed = seed;
        build(make(seed));
        check_memory();
        ++progress->done;
    }
    std::exit(0);
}

/// Builds the modules of `count` seeds, in child processes that build `batch` modules each. Returns false if a module
/// showed a fault.
bool run_all(const MakeModule& make, std::uint32_t first, std::uint32_t count, std::uint32_t batch) {
    const std::uint32_t end = first + count;
    unsigned wrong = 0;
    for (std::uint32_t at = first; at < end; at = progress->seed + 1) {
        progress->seed = at;
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) run_batch(make, at, std::min(at + batch, end));
        const auto done = [] { return static_cast<std::uint64_t>(progress->done); };
        const fuzz::Ending ending = fuzz::watch_child(child, done, std::chrono::seconds(60));
        if (ending.is_good()) continue;
        std::fprintf(stderr, "fuzz_spirv: the process %s at module %u\n", ending.hung ? "hung" : "ended",
                     progress->seed.load());
        ++wrong;
    }
    std::printf("%llu modules, %llu built, %llu kernels, %llu nested too deeply; %llu faults, %u processes ended\n",
                static_cast<unsigned long long>(progress->done), static_cast<unsigned long long>(progress->built),
                static_cast<unsigned long long>(progress->kernels), static_cast<unsigned long long>(progress->deep),
                static_cast<unsigned long long>(progress->faults), wrong);
    return wrong == 0 && progress->faults == 0;
}

std::vector<Bytes> corpus_with(const char* folder) {
    std::vector<Bytes> corpus = own_modules();
    if (folder)
        for (Bytes& module : modules_in(folder)) corpus.push_back(std::move(module));
    return corpus;
}

Bytes damaged_module(const std::vector<Bytes>& corpus, std::uint32_t seed) {
    Dice dice(seed);
    const std::size_t first = dice.below(corpus.size());
    return damage(dice, corpus[first], corpus[dice.below(corpus.size())]);
}

bool run_extremes(const char* only) {
    const auto& all = extreme_modules();
    bool is_good = true;
    tells_reasons = true;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (only && std::string_view(only) != all[i].name) continue;
        std::printf("%u %s: ", i, all[i].name);
        progress->done = progress->built = progress->kernels = progress->deep = progress->faults = 0;
        is_good &= run_all([&](std::uint32_t number) { return all[number].make(); }, i, 1, 1);
    }
    return is_good;
}

void write(const std::string& file, const Bytes& bytes) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_all(const std::string& folder) {
    std::size_t number = 0;
    for (const Bytes& module : own_modules()) write(folder + "/own" + std::to_string(number++) + ".spv", module);
    number = 0;
    for (const auto& extreme : extreme_modules())
        write(folder + "/extreme" + std::to_string(number++) + ".spv", extreme.make());
}

}  // namespace
}  // namespace lanewise::fuzz_spirv

int main(int argc, char** argv) {
    using namespace lanewise::fuzz_spirv;
    const std::string_view what = argc > 1 ? argv[1] : "damaged";
    const auto text = [&](int index) -> const char* { return argc > index ? argv[index] : nullptr; };
    const auto number = [&](int index, unsigned otherwise) {
        return text(index) ? static_cast<std::uint32_t>(std::strtoul(text(index), nullptr, 10)) : otherwise;
    };
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    progress = new (memory) Progress;
    if (what == "extremes") return run_extremes(text(2)) ? 0 : 1;
    if (what == "write" && text(2)) return write_all(text(2)), 0;
    const std::vector<Bytes> corpus = corpus_with(text(4));
    if (what == "show" && text(3)) return write(text(3), damaged_module(corpus, number(2, 0))), 0;
    const auto make = [&](std::uint32_t seed) { return damaged_module(corpus, seed); };
    constexpr std::uint32_t batch = 500;
    return run_all(make, number(2, 0), number(3, 100), batch) ? 0 : 1;
}
