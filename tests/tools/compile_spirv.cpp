// Builds SPIR-V modules and compiles their kernels. Prints which modules are refused, the reasons, and the times.
//
//   compile_spirv [--kernels=false] [--quiet] [--every=n] [--options=OPTIONS] FILE|FOLDER...
//
// Prints a line for each refused module, each kernel that does not compile, and each module that takes more than a
// second. Then prints each reason with the number of its reports, and the CPU times of the reader, of whole builds and
// of code generation. The tool fails if a log contains an internal compiler error. `--quiet` omits the lines of single
// modules, `--every=n` uses only each n-th module, and `--options` gives build options.
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "spirv/reader.h"

namespace {

using namespace lanewise;

llvm::cl::list<std::string> paths(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::desc("files and folders"));
llvm::cl::opt<bool> with_kernels("kernels", llvm::cl::init(true), llvm::cl::desc("compile the kernels, too"));
llvm::cl::opt<bool> quiet("quiet", llvm::cl::desc("no line for each module"));
llvm::cl::opt<std::size_t> every("every", llvm::cl::init(1), llvm::cl::desc("take each n-th module"));
llvm::cl::opt<std::string> build_options("options", llvm::cl::desc("build options"));

double cpu_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <class Work>
double time_of(Work&& work) {
    const double start = cpu_milliseconds();
    work();
    return cpu_milliseconds() - start;
}

// The CPU times of one stage: one time for each module.
class Times {
public:
    void add(double milliseconds) { all_.push_back(milliseconds); }

    void print(const char* name) {
        if (all_.empty()) return;
        std::ranges::sort(all_);
        double sum = 0;
        for (const double time : all_) sum += time;
        const auto count = all_.size();
        llvm::outs() << llvm::format("%-12s median %8.3f ms, mean %8.3f, 95 %% %8.3f, most %9.3f, sum %9.1f s\n", name,
                                     all_[count / 2], sum / double(count), all_[count * 95 / 100], all_.back(),
                                     sum / 1e3);
    }

private:
    std::vector<double> all_;
};

std::string first_line(const std::string& log) { return log.substr(0, log.find('\n')); }

// Returns the reason in the first line of a log, without the numbers and names that differ between modules.
std::string reason_of(const std::string& log) {
    static const std::regex places(" at word [0-9]+(, result %[0-9]+)?( \"[^\"]*\")?|%[0-9]+");
    std::string line = first_line(log);
    // If functions are undefined, the second line contains the first function's name.
    if (line.find("does not define") != line.npos)
        line += log.substr(line.size(), log.find('\n', line.size() + 1) - line.size());
    line = std::regex_replace(line, places, "");
    std::ranges::replace(line, '\n', ' ');
    return line;
}

class Population {
public:
    void add(const std::filesystem::path& file) {
        std::ifstream input(file, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(input), {}};
        const auto words = std::as_bytes(std::span(bytes));
        ++modules_;
        bytes_ += bytes.size();
        read_.add(time_of([&] {
            try {
                static_cast<void>(spirv::read_module(words));
            } catch (const spirv::InvalidModule&) {
                // The following build of the module reports the same error.
            }
        }));
        compiler::ProgramResult program;
        const auto& compiler = compiler::compiler_instance();
        const double built =
            time_of([&] { program = compiler.build(compiler::SpirvProgram{words, {}}, build_options); });
        built_.add(built);
        if (program.status != compiler::Status::success) return refuse(file, "refused", program.log);
        double compiled = 0;
        for (const KernelInfo& kernel : program.kernels)
            if (with_kernels) compiled += compile(file, program.ir, kernel);
        if (with_kernels) compiled_.add(compiled);
        constexpr double slow = 1000;
        if (!quiet && built + compiled > slow)
            llvm::outs() << file.filename().string()
                         << llvm::format(": slow: %zu bytes, %zu kernels, build %.1f ms, machine code %.1f ms\n",
                                         bytes.size(), program.kernels.size(), built, compiled);
    }

    int print() {
        std::vector<std::pair<std::size_t, std::string>> reasons;
        for (const auto& [reason, count] : reasons_) reasons.emplace_back(count, reason);
        std::ranges::sort(reasons, std::greater());
        for (const auto& [count, reason] : reasons) llvm::outs() << llvm::format("%7zu  ", count) << reason << '\n';
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        llvm::outs() << llvm::format("%zu modules, %.1f MB, %zu kernels; %zu reports, %zu internal errors; %ld MB\n",
                                     modules_, double(bytes_) / 1e6, kernels_, reports_, faults_,
                                     usage.ru_maxrss >> 10);
        read_.print("reading");
        built_.print("build");
        compiled_.print("machine code");
        return faults_ == 0 ? 0 : 1;
    }

private:
    double compile(const std::filesystem::path& file, const compiler::Ir& ir, const KernelInfo& kernel) {
        ++kernels_;
        compiler::KernelResult result;
        const compiler::CodeOptions options{
            .target = device::host_target(), .chunks = compiler::Chunks::full, .effort = compiler::Effort::first};
        const double time =
            time_of([&] { result = compiler::compiler_instance().compile_kernel(ir, kernel.name, options); });
        if (result.status != compiler::Status::success) refuse(file, "kernel " + std::string(kernel.name), result.log);
        return time;
    }

    void refuse(const std::filesystem::path& file, const std::string& what, const std::string& log) {
        ++reports_;
        if (log.find("internal compiler error") != log.npos) ++faults_;
        ++reasons_[reason_of(log)];
        if (!quiet) llvm::outs() << file.filename().string() << ": " << what << ": " << first_line(log) << '\n';
    }

    std::size_t modules_ = 0, bytes_ = 0, kernels_ = 0, reports_ = 0, faults_ = 0;
    std::map<std::string, std::size_t> reasons_;
    Times read_, built_, compiled_;
};

std::vector<std::filesystem::path> files() {
    std::vector<std::filesystem::path> found;
    for (const std::string& path : paths) {
        if (!std::filesystem::is_directory(path)) {
            found.emplace_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(path))
            if (entry.path().extension() == ".spv") found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

int main(int argc, char** argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv, "compiles SPIR-V modules\n");
    static_cast<void>(compiler::compiler_instance().prepare(nullptr));
    Population population;
    const auto all = files();
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(every, 1)) population.add(all[i]);
    return population.print();
}
