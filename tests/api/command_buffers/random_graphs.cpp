// Records random graphs of commands. The results must equal the results of the same commands in an in-order queue.
// Between runs, recorded kernels are updated, also while earlier runs are pending.
#include <algorithm>
#include <memory>
#include <random>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source =
    "kernel void k(global uint* to, global const uint* from, uint n, uint steps) {"
    "    size_t i = get_global_id(0); uint x = to[i] + from[i] * 3 + n;"
    "    for (uint s = 0; s < steps; ++s) x = x * 1664525u + 1013904223u; to[i] = x; }";

constexpr std::size_t cells = 24;     // number of buffers; each command writes one buffer
constexpr std::size_t items = 20000;  // number of uints in a buffer

/// A command, and the buffers (cells) that it reads and writes.
struct Step {
    enum class Kind { kernel, copy, fill, barrier } kind = Kind::kernel;
    std::size_t to = 0, from = 0;
    std::size_t begin = 0, count = 0;  // range of uints that the command writes; kernels write from 0 on
    cl_uint value = 0, steps = 0;
    cl_mutable_command_khr handle = nullptr;
};

class RandomGraphs : public CommandBufferTest {
protected:
    void SetUp() override {
        CommandBufferTest::SetUp();
        kernel_ = kernel(source);
        for (std::size_t i = 0; i < cells; ++i) {
            recorded_.push_back(ints(items));
            enqueued_.push_back(ints(items));
        }
    }

    std::size_t below(std::size_t bound) { return random_() % bound; }

    Step random_step() {
        Step step;
        const std::size_t kind = below(10);
        step.kind = kind < 6   ? Step::Kind::kernel
                    : kind < 8 ? Step::Kind::copy
                    : kind < 9 ? Step::Kind::fill
                               : Step::Kind::barrier;
        step.to = below(cells);
        do step.from = below(cells);
        while (step.from == step.to);
        const bool is_large = below(12) == 0;
        step.count = is_large ? items : 1 + below(200);
        step.begin = step.kind == Step::Kind::kernel ? 0 : below(items - step.count + 1);
        step.value = static_cast<cl_uint>(random_());
        step.steps = is_large ? 50 : static_cast<cl_uint>(below(4));
        return step;
    }

    void set_kernel(const Step& step, const std::vector<cl_mem>& memory) {
        set_arg(kernel_, 0, memory[step.to]);
        set_arg(kernel_, 1, memory[step.from]);
        set_arg(kernel_, 2, step.value);
        set_arg(kernel_, 3, step.steps);
    }

    /// Records a step. The step waits for all earlier steps that write a buffer of this step, or that read the buffer
    /// that this step writes.
    void record_step(cl_command_buffer_khr buffer, Step& step) {
        Points waits;
        const auto wait_for = [&](const Points& points) { waits.insert(waits.end(), points.begin(), points.end()); };
        wait_for(writers_[step.to]);
        wait_for(readers_[step.to]);
        wait_for(writers_[step.from]);
        if (below(4) == 0 && last_ != 0) waits.push_back(last_);
        const auto count = static_cast<cl_uint>(waits.size());
        cl_sync_point_khr point = 0;
        cl_int code = 1;
        switch (step.kind) {
            case Step::Kind::kernel:
                set_kernel(step, recorded_);
                point = record(buffer, kernel_, step.count, waits, &step.handle);
                code = CL_SUCCESS;
                break;
            case Step::Kind::copy:
                code = cb.copy(buffer, nullptr, nullptr, recorded_[step.from], recorded_[step.to], 4 * step.begin,
                               4 * step.begin, 4 * step.count, count, data(waits), &point, nullptr);
                break;
            case Step::Kind::fill:
                code = cb.fill(buffer, nullptr, nullptr, recorded_[step.to], &step.value, 4, 4 * step.begin,
                               4 * step.count, count, data(waits), &point, nullptr);
                break;
            case Step::Kind::barrier: {
                const bool has_list = below(2) == 0 && last_ != 0;
                code = cb.barrier(buffer, nullptr, nullptr, has_list, has_list ? &last_ : nullptr, &point, nullptr);
                break;
            }
        }
        EXPECT_EQ(code, CL_SUCCESS);
        last_ = point;
        if (step.kind == Step::Kind::barrier) return;
        writers_[step.to] = {point};
        readers_[step.to].clear();
        readers_[step.from].push_back(point);
    }

    void enqueue_step(const Step& step) {
        switch (step.kind) {
            case Step::Kind::kernel: set_kernel(step, enqueued_); return launch(queue, kernel_, step.count);
            case Step::Kind::copy:
                EXPECT_EQ(clEnqueueCopyBuffer(queue, enqueued_[step.from], enqueued_[step.to], 4 * step.begin,
                                              4 * step.begin, 4 * step.count, 0, nullptr, nullptr),
                          CL_SUCCESS);
                return;
            case Step::Kind::fill:
                EXPECT_EQ(clEnqueueFillBuffer(queue, enqueued_[step.to], &step.value, 4, 4 * step.begin, 4 * step.count,
                                              0, nullptr, nullptr),
                          CL_SUCCESS);
                return;
            case Step::Kind::barrier: return;
        }
    }

    /// Updates the argument `value` and the number of work-items of some kernels.
    void update_some(cl_command_buffer_khr buffer, std::vector<Step>& steps) {
        std::vector<std::unique_ptr<cl_mutable_dispatch_arg_khr>> args;
        std::vector<DispatchConfig> configs;
        for (Step& step : steps) {
            if (!step.handle || below(4) != 0) continue;
            step.value = static_cast<cl_uint>(random_());
            step.count = std::max<std::size_t>(1, step.count - below(step.count));
            args.push_back(std::make_unique<cl_mutable_dispatch_arg_khr>());
            *args.back() = {2, sizeof step.value, &step.value};
            DispatchConfig config;
            config.command = step.handle;
            config.num_args = 1;
            config.arg_list = args.back().get();
            config.global_work_size = &step.count;
            configs.push_back(config);
        }
        std::vector<const void*> pointers;
        for (const DispatchConfig& config : configs) pointers.push_back(&config);
        const std::vector<cl_uint> types(configs.size(), dispatch_config_type);
        if (configs.empty()) return;
        EXPECT_EQ(cb.update(buffer, static_cast<cl_uint>(configs.size()), types.data(), pointers.data()), CL_SUCCESS);
    }

    void compare() {
        for (std::size_t i = 0; i < cells; ++i)
            ASSERT_EQ(read(recorded_[i], items), read(enqueued_[i], items)) << "cell " << i;
    }

    void run_graph(cl_command_queue recorded_on, cl_command_queue run_on, std::size_t size) {
        for (std::size_t i = 0; i < cells; ++i) writers_[i] = readers_[i] = {};
        last_ = 0;
        cl_command_buffer_khr buffer = mutable_buffer(recorded_on, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
        std::vector<Step> steps(size);
        for (Step& step : steps) {
            step = random_step();
            record_step(buffer, step);
        }
        finalize(buffer);
        cl_event before = nullptr;
        for (std::size_t runs = 1 + below(4); runs != 0; --runs) {
            cl_event event = nullptr;
            ASSERT_EQ(cb.enqueue(1, &run_on, buffer, before ? 1 : 0, before ? &before : nullptr, &event), CL_SUCCESS);
            if (before) clReleaseEvent(before);
            before = event;
            for (const Step& step : steps) enqueue_step(step);
            update_some(buffer, steps);
        }
        EXPECT_EQ(clFlush(run_on), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &before), CL_SUCCESS);
        clReleaseEvent(before);
        compare();
    }

    std::mt19937 random_{1};
    cl_kernel kernel_ = nullptr;
    std::vector<cl_mem> recorded_, enqueued_;
    std::array<Points, cells> writers_, readers_;
    cl_sync_point_khr last_ = 0;
};

TEST_F(RandomGraphs, OutOfOrder) {
    for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(run_graph(unordered, unordered, 1 + below(150))) << i;
}

TEST_F(RandomGraphs, InOrder) {
    for (int i = 0; i < 20; ++i) ASSERT_NO_FATAL_FAILURE(run_graph(queue, queue, 1 + below(150))) << i;
}

TEST_F(RandomGraphs, OnOtherQueues) {
    for (int i = 0; i < 10; ++i) {
        ASSERT_NO_FATAL_FAILURE(run_graph(queue, unordered, 1 + below(80))) << i;
        ASSERT_NO_FATAL_FAILURE(run_graph(unordered, queue, 1 + below(80))) << i;
    }
}

TEST_F(RandomGraphs, ManyCommands) { run_graph(unordered, unordered, 5000); }

}  // namespace
}  // namespace lanewise::test
