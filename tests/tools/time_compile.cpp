// time_compile: measures the CPU time of compiling OpenCL C files (front end and kernels), and prints the best of
// several runs.
//
//   time_compile [--runs=n] [--each] [--chunks=all|partial] [--along=0|1|2|linear]
//                [--effort=full] [--features=limit] [--stages] [--passes] file.cl...
//
// Prints one line for each file (with `--each` one for each kernel, with a digest of its code). Then prints the sum and
// the median of the times of all kernels. The time of a kernel includes an equal share of its file's time in the front
// end.
//
// Kernels are compiled as in clCreateKernel, without the code that only partial chunks need; `--chunks` adds this code
// or compiles it alone. Kernels are compiled for first launches, or with `--effort=full` for later launches.
// `--features` limits the CPU features as the variable LANEWISE_CPU_FEATURES does.
// `--stages` compiles each kernel once more and prints the time of each stage of the compiler. `--passes` prints the
// time of each pass; the passes of code generation ("emit") are listed separately.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassTimingInfo.h>
#include <llvm/Pass.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/Timer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

#include "compiler/compiler_impl.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/pass_timer.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/target_machine.h"
#include "device/machine/cpu/cpu_features.h"

namespace {

using namespace lanewise;

llvm::cl::list<std::string> files(llvm::cl::Positional, llvm::cl::OneOrMore);
llvm::cl::opt<unsigned> runs("runs", llvm::cl::init(3), llvm::cl::desc("runs of which the best counts"));
llvm::cl::opt<bool> passes("passes", llvm::cl::desc("where the time goes, by pass"));
llvm::cl::opt<bool> stages("stages", llvm::cl::desc("where the time goes, by stage"));
llvm::cl::opt<bool> each("each", llvm::cl::desc("a line for each kernel"));
using compiler::Chunks;
llvm::cl::opt<Chunks> chunks("chunks", llvm::cl::init(Chunks::full), llvm::cl::desc("chunks to run"),
                             llvm::cl::values(clEnumValN(Chunks::all, "all", "all"),
                                              clEnumValN(Chunks::full, "full", "full ones"),
                                              clEnumValN(Chunks::partial, "partial", "others")));
using compiler::Along;
llvm::cl::opt<Along> along("along", llvm::cl::desc("where lanes lie"),
                           llvm::cl::values(clEnumValN(Along::dimension_0, "0", "along dimension 0"),
                                            clEnumValN(Along::dimension_1, "1", "along dimension 1"),
                                            clEnumValN(Along::dimension_2, "2", "along dimension 2"),
                                            clEnumValN(Along::linear_id, "linear", "along the linear id")));
using compiler::Effort;
llvm::cl::opt<Effort> effort("effort", llvm::cl::init(Effort::first), llvm::cl::desc("launches to serve"),
                             llvm::cl::values(clEnumValN(Effort::full, "full", "many"),
                                              clEnumValN(Effort::first, "first", "the first ones")));
llvm::cl::opt<std::string> features("features", llvm::cl::desc("limit of the CPU's features"));
llvm::cl::opt<std::string> build_options("options", llvm::cl::desc("build options"));

compiler::PassTimer timer;

template <typename Work>
double best_time(Work work) {
    double best = 1e30;
    for (unsigned run = 0; run < runs; ++run) {
        timespec start, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
        work();
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        best = std::min(best, double(end.tv_sec - start.tv_sec) * 1e3 + double(end.tv_nsec - start.tv_nsec) / 1e6);
    }
    return best;
}

// Compiles the kernel once more, and measures the time of each stage or pass.
void time_parts(const compiler::Ir& ir, const std::string& kernel, const compiler::CodeOptions& options) {
    llvm::LLVMContext context;
    std::string log;
    llvm::TargetMachine& machine = compiler::target_machine(options.target);
    const auto module = compiler::extract_kernel(compiler::read_bitcode_lazily(ir, context, log), kernel,
                                                 machine.createDataLayout(), machine.getTargetTriple(), log);
    KernelCode code;
    if (!module || !compiler::compile_module(*module, machine, options, code, log, &timer)) llvm::errs() << log;
}

Target target() {
    return features.empty() ? device::host_target() : device::lower_target(device::host_target(), features).value();
}

// Measures the front end and the kernels of a file, and prints the times. Returns the time of each kernel, with its
// share of the front end.
std::vector<double> measure(const std::string& file) {
    std::ifstream input(file);
    if (!input) {
        llvm::errs() << "The file '" << file << "' cannot be read and is left out.\n";
        return {};
    }
    const std::string source{std::istreambuf_iterator<char>(input), {}};
    const compiler::Compiler& compiler = compiler::compiler_instance();
    compiler::ProgramResult program;
    if (runs == 0) program = compiler.build(source, build_options);
    const double front_end = best_time([&] { program = compiler.build(source, build_options); });
    if (program.status != compiler::Status::success) {
        llvm::errs() << file << ": " << program.log;
        return {};
    }
    std::vector<double> times;
    double sum = 0;
    std::size_t bytes = 0;
    const double share = front_end / static_cast<double>(std::max<std::size_t>(program.kernels.size(), 1));
    for (const KernelInfo& kernel : program.kernels) {
        compiler::KernelResult result;
        const compiler::CodeOptions options{.target = target(), .chunks = chunks, .along = along, .effort = effort};
        const double time = best_time([&] { result = compiler.compile_kernel(program.ir, kernel.name, options); });
        if (passes || stages) time_parts(program.ir, kernel.name, options);
        if (runs == 0) continue;
        if (result.status != compiler::Status::success) llvm::errs() << file << ": " << result.log;
        sum += time;
        bytes += result.code.text_bytes;
        times.push_back(share + time);
        if (each)
            llvm::outs() << llvm::format("%8.2f ms %8zu bytes %016llx  ", time, std::size_t(result.code.text_bytes),
                                         static_cast<unsigned long long>(llvm::xxh3_64bits(result.code.image)))
                         << result.code.summary << '\n';
    }
    if (runs == 0) return times;
    llvm::outs() << llvm::format("%8.2f ms front end %8.2f ms kernels %8zu bytes  ", front_end, sum, bytes) << file
                 << '\n';
    return times;
}

// Prints the times that LLVM's timers have measured.
void print_code_generation(llvm::raw_ostream& out) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::reportAndResetTimings(&stream);
    llvm::TimerGroup::printAll(stream);  // times of the steps of instruction selection
    out << stream.str();
}

void print_parts(llvm::raw_ostream& out) {
    if (stages) timer.print_stages(out);
    if (!passes) return;
    timer.print_passes(out);
    print_code_generation(out);
}

}  // namespace

int main(int argc, char** argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv, "times the compiler\n");
    llvm::TimePassesIsEnabled = passes;
    std::vector<double> times;
    double sum = 0;
    for (const std::string& file : files)
        for (const double time : measure(file)) {
            times.push_back(time);
            sum += time;
        }
    if (runs == 0) print_parts(llvm::outs());
    if (times.empty()) return runs != 0;
    std::ranges::sort(times);
    llvm::outs() << llvm::format("%zu kernels: sum %.1f ms, median %.2f ms, longest %.1f ms\n", times.size(), sum,
                                 times[times.size() / 2], times.back());
    print_parts(llvm::outs());
    return 0;
}
