// Tests observers of a compilation: the order of passes, whether a pass changed the IR, times, and the files of a dump.
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "compiler/compiler_impl.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/pass_printer.h"
#include "compiler/pipeline/pass_timer.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/target_machine.h"
#include "device/machine/cpu/cpu_features.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* source =
    "kernel void k(global float* p) { if (p[get_global_id(0)] > 1) p[get_global_id(0)] = sin(p[0]); }";

compiler::Ir program() { return compiler::compiler_instance().build(source, "").ir; }

KernelCode compile(const compiler::Ir& ir, compiler::PassObserver* observer) {
    llvm::LLVMContext context;
    std::string log;
    const compiler::CodeOptions options{.target = device::host_target()};
    llvm::TargetMachine& machine = compiler::target_machine(options.target);
    const auto module = compiler::extract_kernel(compiler::read_bitcode_lazily(ir, context, log), "k",
                                                 machine.createDataLayout(), machine.getTargetTriple(), log);
    KernelCode code;
    EXPECT_TRUE(module && compiler::compile_module(*module, machine, options, code, log, observer)) << log;
    return code;
}

std::string printed(const std::string& selected) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    compiler::PassPrinter printer(stream, selected);
    compile(program(), &printer);
    return text;
}

TEST(PassPrinter, ShowsWhatAPassMade) {
    EXPECT_EQ(printed("none"), "");
    const std::string widened = printed("widen");
    EXPECT_TRUE(widened.starts_with("; after widen\n")) << widened.substr(0, 100);
    EXPECT_NE(widened.find("@k.full("), widened.npos);
    EXPECT_TRUE(printed("outline_parted").starts_with("; after lower/outline_parted: unchanged\n"));
    const std::string bounded = printed("bound_ids");
    EXPECT_TRUE(bounded.starts_with("; after prepare/bound_ids of k\n"));
    EXPECT_NE(bounded.find("range(i64 0, 2147483648)"), bounded.npos) << bounded;
}

TEST(PassPrinter, TellsPassesInTheTablesOrder) {
    const std::string all = printed("all");
    std::size_t at = 0;
    for (const char* pass :
         {"prepare/safe_division", "prepare/inline_all", "prepare/canonicalize", "meetings/settle_meetings",
          "linearize/linearize", "builtins/inline_builtins", "group/split_barriers", "lower/kernel_entry",
          "cleanup/cleanup", "machine/split_long_blocks"}) {
        const std::size_t found = all.find("; after " + std::string(pass), at);
        ASSERT_NE(found, all.npos) << pass;
        at = found;
    }
}

TEST(PassObserver, ChangesNothing) {
    const compiler::Ir ir = program();
    compiler::PassTimer timer;
    const KernelCode watched = compile(ir, &timer);
    EXPECT_EQ(watched.image, compile(ir, nullptr).image);
    std::string text;
    llvm::raw_string_ostream stream(text);
    timer.print_passes(stream);
    for (const char* name : {" emit\n", " widen\n", " canonicalize\n", " 100.0 %"})
        EXPECT_EQ(text.find(name) != text.npos, std::string(name) != " 100.0 %") << name << text;
    text.clear();
    timer.print_stages(stream);
    for (const char* name : {" emit\n", " prepare\n"}) EXPECT_NE(text.find(name), text.npos) << name << text;
    EXPECT_EQ(text.find(" canonicalize\n"), text.npos) << text;
}

TEST(KernelDump, WritesEachStageAndTheAssembly) {
    const fs::path folder = fs::temp_directory_path() / ("lanewise-dump-" + std::to_string(::getpid()));
    const compiler::Ir ir = program();
    compiler::CodeOptions options{.target = device::host_target()};
    const auto plain = compiler::compiler_instance().compile_kernel(ir, "k", options);
    options.dump_folder = folder;
    const auto dumped = compiler::compiler_instance().compile_kernel(ir, "k", options);
    EXPECT_EQ(dumped.code.image, plain.code.image);
    for (const char* file : {"k/01-link_early.ll", "k/02-prepare.ll", "k/k.s"})
        EXPECT_TRUE(fs::exists(folder / file)) << file;
    std::ifstream input(folder / "k/k.s");
    const std::string assembly{std::istreambuf_iterator<char>(input), {}};
    EXPECT_NE(assembly.find("k.entry"), assembly.npos);
    fs::remove_all(folder);
}

TEST(KernelDump, AFolderThatCannotBeMadeIsNone) {
    compiler::CodeOptions options{.target = device::host_target(), .dump_folder = "/proc/nowhere"};
    EXPECT_EQ(compiler::compiler_instance().compile_kernel(program(), "k", options).status, compiler::Status::success);
}

}  // namespace
}  // namespace lanewise::test
