// Tests the code variants of a program's kernels. Each variant is made once and shared, failures are remembered, and
// the log and the program's binary describe the variants. The tests need no compiler: their programs already have
// machine code, or must fail without a compiler.
#include "runtime/code/program_code.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <new>
#include <set>
#include <thread>

#include "runtime/core/device.h"
#include "runtime/object/error.h"

namespace {

thread_local bool has_memory = true;

}  // namespace

void* operator new(std::size_t bytes) {
    void* const block = has_memory ? std::malloc(bytes) : nullptr;
    return block ? block : throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace lanewise::runtime::test {
namespace {

// Names a compiler library that does not exist. This must happen before the runtime looks for the compiler library.
const bool no_compiler = [] {
    ::setenv("LANEWISE_COMPILER", "/nonexistent/compiler.so", 1);
    return ::setenv("LANEWISE_CACHE", "0", 1) == 0;
}();

/// Makes allocations of this thread throw while an object of this class exists.
class WithoutMemory {
public:
    WithoutMemory() noexcept { has_memory = false; }
    ~WithoutMemory() { has_memory = true; }
    WithoutMemory(const WithoutMemory&) = delete;
    WithoutMemory& operator=(const WithoutMemory&) = delete;
};

constexpr std::uint64_t page = 4096;

/// Returns machine code that consists of a return instruction.
KernelCode returns_at_once(const std::string& summary) {
    KernelCode code;
    code.image.resize(page);
    code.image[0] = 0xc3;
    code.text_bytes = page;
    code.summary = summary;
    return code;
}

/// Returns code that cannot be loaded, because it imports a function that does not exist.
KernelCode broken() {
    KernelCode code = returns_at_once("never told");
    code.imports.push_back({8, 0, "no_such_function"});
    return code;
}

ProgramImage image_of(std::vector<std::string> kernels) {
    ProgramImage image;
    image.ir = {1, 2, 3};
    image.options = "-DX";
    image.origin = Toolchain::instance().origin();
    for (std::string& name : kernels) {
        KernelInfo info;
        info.name = std::move(name);
        image.kernels.push_back(info);
    }
    return image;
}

void put(ProgramImage& image, const std::string& kernel, KernelCode code, CodeVariant kind = CodeVariant::usual) {
    image.codes.emplace(std::pair(kernel, kind), std::move(code));
}

/// Returns the code and the text of the Error that `action` throws, or CL_SUCCESS and no text if it throws nothing.
std::pair<cl_int, std::string> error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return {error.code(), error.message()};
    }
    return {CL_SUCCESS, ""};
}

// Code for partial chunks must have as many lanes as the usual code. Otherwise, some work-items would run twice, and
// others never.
TEST(ProgramCodes, LeaveCodeForPartialChunksWithOtherLanes) {
    for (const bool is_usual_small : {false, true}) {
        ProgramImage image = image_of({"a"});
        KernelCode usual = returns_at_once("usual"), partial = returns_at_once("partial");
        usual.for_small_launches = is_usual_small;
        partial.for_small_launches = !is_usual_small;
        put(image, "a", usual);
        put(image, "a", partial, CodeVariant::partial_chunks);
        const auto program = std::make_shared<ProgramCode>(Toolchain::instance(), std::move(image));
        EXPECT_EQ(program->kernel(0)->code.summary, "usual");
        EXPECT_EQ(error_of([&] { program->kernel_for(0, CodeVariant::partial_chunks); }).first,
                  CL_COMPILER_NOT_AVAILABLE);
    }
}

TEST(ProgramCodes, KnowTheirKernels) {
    ProgramImage image = image_of({"a", "b"});
    put(image, "a", returns_at_once(""));
    ProgramCode program(Toolchain::instance(), std::move(image));
    EXPECT_EQ(program.find_kernel("a"), 0u);
    EXPECT_EQ(program.find_kernel("b"), 1u);
    EXPECT_EQ(program.find_kernel("A"), std::nullopt);
    EXPECT_EQ(program.find_kernel(""), std::nullopt);
    EXPECT_EQ(program.options(), "-DX");
}

TEST(ProgramCodes, MakeAKernelOnceForAllWhoAsk) {
    ProgramImage image = image_of({"a"});
    put(image, "a", returns_at_once(""));
    ProgramCode program(Toolchain::instance(), std::move(image));
    std::array<std::shared_ptr<const CompiledKernel>, 8> found;
    std::vector<std::thread> threads;
    for (auto& mine : found) threads.emplace_back([&] { mine = program.kernel(0); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::set(found.begin(), found.end()).size(), 1u);
    ASSERT_NE(found[0], nullptr);
    EXPECT_EQ(found[0]->info.name, "a");
    found[0]->entry()(nullptr, nullptr, nullptr, 0);
}

TEST(ProgramCodes, TellKindsApart) {
    ProgramImage image = image_of({"a"});
    put(image, "a", returns_at_once("usual"));
    put(image, "a", returns_at_once("partial"), CodeVariant::partial_chunks);
    put(image, "a", returns_at_once("large"), CodeVariant::large_launch);
    ProgramCode program(Toolchain::instance(), std::move(image));
    EXPECT_EQ(program.kernel_for(0, CodeVariant::partial_chunks)->code.summary, "partial");
    EXPECT_EQ(program.kernel_for(0, CodeVariant::large_launch)->code.summary, "large");
    EXPECT_EQ(program.kernel_for(0, CodeVariant::usual)->code.summary, "usual");
    EXPECT_EQ(program.kernel(0), program.kernel_for(0, CodeVariant::usual));
}

// The code variants of all kernels share the program's variables.
TEST(ProgramCodes, KernelsShareTheVariables) {
    ProgramImage image = image_of({"a", "b"});
    put(image, "a", returns_at_once(""));
    put(image, "b", returns_at_once(""));
    put(image, "b", returns_at_once(""), CodeVariant::large_launch);
    auto program = std::make_unique<ProgramCode>(Toolchain::instance(), std::move(image));
    const auto a = program->kernel(0), b = program->kernel(1);
    EXPECT_EQ(a->variables, b->variables);
    EXPECT_EQ(a->variables, program->kernel_for(1, CodeVariant::large_launch)->variables);
    // The variables and the code must outlive the program, because enqueued commands may still run the code.
    program.reset();
    EXPECT_NE(a->variables, nullptr);
    a->entry()(nullptr, nullptr, nullptr, 0);
}

TEST(ProgramCodes, KeepTheReasonOfAFailure) {
    ProgramImage image = image_of({"bad", "good"});
    put(image, "bad", broken());
    put(image, "good", returns_at_once(""));
    ProgramCode program(Toolchain::instance(), std::move(image));
    const auto first = error_of([&] { program.kernel(0); });
    EXPECT_EQ(first.first, CL_OUT_OF_RESOURCES);
    EXPECT_NE(first.second.find("kernel 'bad'"), std::string::npos) << first.second;
    EXPECT_NE(first.second.find("no_such_function"), std::string::npos) << first.second;
    EXPECT_EQ(error_of([&] { program.kernel(0); }), first);
    EXPECT_NE(program.kernel(1), nullptr);
    EXPECT_EQ(program.summaries(), first.second + "\n");
}

// The runtime does not remember a missing compiler as a failure of the kernel, because a later call may find the
// compiler.
TEST(ProgramCodes, AMissingCompilerIsNoFailureOfTheKernel) {
    ASSERT_TRUE(no_compiler);
    ProgramCode program(Toolchain::instance(), image_of({"a"}));
    EXPECT_EQ(error_of([&] { program.kernel(0); }).first, CL_COMPILER_NOT_AVAILABLE);
    EXPECT_EQ(program.summaries(), "");
}

// Applications treat any text in the log of a successful build as a warning. The log therefore describes only kernels
// that were created.
TEST(ProgramCodes, SummariesTellOfKernelsThatWereCreated) {
    ProgramImage image = image_of({"a", "b", "c"});
    put(image, "a", returns_at_once("kernel 'a': 16 lanes"));
    put(image, "b", returns_at_once("kernel 'b': scalar\n"));
    put(image, "c", returns_at_once("kernel 'c': 8 lanes"));
    const auto program = std::make_shared<ProgramCode>(Toolchain::instance(), std::move(image));
    const auto device = make<Device>();
    EXPECT_EQ(program->summaries(), "");
    program->kernel_for(2, CodeVariant::usual);
    EXPECT_EQ(program->summaries(), "");
    program->begin_kernel(1, device->arena());
    program->begin_kernel(0, device->arena());
    EXPECT_EQ(program->summaries(), "kernel 'a': 16 lanes\nkernel 'b': scalar\n");
}

TEST(ProgramCodes, BinariesHoldWhatCouldBeMade) {
    ProgramImage image = image_of({"a", "bad", "parted", "unmade"});
    KernelCode whole = returns_at_once("whole");
    whole.whole_lanes = 16;
    put(image, "a", returns_at_once("a"));
    put(image, "bad", broken());
    put(image, "parted", whole);
    put(image, "parted", returns_at_once("parts"), CodeVariant::partial_chunks);
    put(image, "a", returns_at_once("narrow"), CodeVariant::along_1);
    put(image, "parted", returns_at_once("narrow"), CodeVariant::one_lane);
    ProgramCode program(Toolchain::instance(), std::move(image));
    program.kernel_for(0, CodeVariant::along_1);  // simulates a launch that needed this code
    const auto device = make<Device>();
    const Bytes bytes = *program.binary(device->arena());
    EXPECT_EQ(program.summaries().find("whole"), std::string::npos);

    const auto read = Toolchain::instance().from_binary(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->ir, (Bytes{1, 2, 3}));
    EXPECT_EQ(read->kernels.size(), 4u);
    EXPECT_EQ(read->origin, Toolchain::instance().origin());
    std::set<std::pair<std::string, CodeVariant>> held;
    for (const auto& [key, code] : read->codes) held.insert(key);
    EXPECT_EQ(held, (std::set<std::pair<std::string, CodeVariant>>{{"a", CodeVariant::usual},
                                                                   {"a", CodeVariant::along_1},
                                                                   {"parted", CodeVariant::usual},
                                                                   {"parted", CodeVariant::partial_chunks}}));
}

// Makes a program that consists of a kernel and a block that this kernel enqueues. The image also contains code of the
// block for one plan other than the planner's choice.
ProgramImage image_with_block() {
    ProgramImage image = image_of({"parent", "child"});
    image.kernels[0].enqueues = {0};
    image.kernels[1].is_block = true;
    put(image, "parent", returns_at_once("parent"));
    KernelCode usual = returns_at_once("usual");
    usual.other_plans = bit_of(CodeVariant::lanes_8);
    usual.any_grouping = true;
    KernelCode other = usual;
    other.image[1] = 0x90;
    other.summary = "other";
    put(image, "child", usual);
    put(image, "child", other, CodeVariant::lanes_8);
    return image;
}

// Launches of the block try both plans until one plan is chosen. In this test, the plan that the planner did not choose
// is faster. Later launches therefore run the code of this plan, and the program's binary contains this code.
TEST(ProgramCodes, ChildrenSettleTheirPlan) {
    const auto program = std::make_shared<ProgramCode>(Toolchain::instance(), image_with_block());
    const auto device = make<Device>();
    program->kernel(0);
    const CompiledKernel* const block = program->block(0);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->index, 1u);
    EXPECT_EQ(block->variant, CodeVariant::usual);
    EXPECT_EQ(program->kernel_for(1, CodeVariant::lanes_8)->variant, CodeVariant::lanes_8);

    constexpr std::uint64_t items = 1 << 20;
    constexpr float usual_ns = 10'000'000;
    block->cost.correct(usual_ns, items);
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = 256;
    std::set<std::string> ran;
    const auto child = [&] {
        auto planned = program->planned_code(block->index, range, 2, device->arena());
        ran.insert(planned.code->code.summary);
        if (planned.turn) planned.turn.report(planned.variant == CodeVariant::usual ? usual_ns : usual_ns / 2);
        return planned.code->code.summary;
    };
    // A thread of the device compiles the code of the other plan, which the planner did not choose. For a launch of no
    // work-items, may_plan() returns whether the trial of plans is over.
    const auto is_settled = [&] { return program->may_plan(block->index, *block, 0); };
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!is_settled() && std::chrono::steady_clock::now() < end) {
        child();
        std::this_thread::yield();
    }
    EXPECT_EQ(ran, (std::set<std::string>{"usual", "other"}));
    EXPECT_EQ(child(), "other");

    const auto read = Toolchain::instance().from_binary(*program->binary(device->arena()));
    ASSERT_TRUE(read);
    const KernelCode& kept = read->codes.at({"child", CodeVariant::usual});
    EXPECT_EQ(kept.summary, "other");
    EXPECT_EQ(kept.other_plans, 0u);
}

// Launches can run without code of other plans. A lack of memory for such code must therefore not make launches fail.
TEST(ProgramCodes, LaunchesNeedNoMemoryForOtherPlans) {
    const auto program = std::make_shared<ProgramCode>(Toolchain::instance(), image_with_block());
    const auto device = make<Device>();
    program->kernel(0);
    constexpr std::uint64_t items = 1 << 20;
    program->block(0)->cost.correct(100'000'000, items);
    NDRange range;
    range.global_size[0] = items;
    range.local_size[0] = 256;
    for (int launch = 0; launch < 10; ++launch) {
        const WithoutMemory meanwhile;
        const auto planned = program->planned_code(program->block(0)->index, range, 2, device->arena());
        EXPECT_EQ(planned.variant, CodeVariant::usual);
        EXPECT_FALSE(planned.turn);
    }
}

// Code that was compiled for another machine must not run. The compiler compiles the kernel again from the IR.
TEST(ProgramCodes, CodeOfAnotherOriginIsLeftOut) {
    ProgramImage image = image_of({"a"});
    put(image, "a", returns_at_once(""));
    image.origin.target.features += ",+another";
    const BuildOutcome adopted = Toolchain::instance().adopt(std::move(image));
    ASSERT_TRUE(adopted.code);
    EXPECT_EQ(error_of([&] { adopted.code->kernel(0); }).first, CL_COMPILER_NOT_AVAILABLE);
}

}  // namespace
}  // namespace lanewise::runtime::test
