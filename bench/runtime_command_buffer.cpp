// Measures command buffers: runs of many recorded kernels, compared with the same kernels enqueued one by one, and
// updates of recorded kernels.
#define CL_ENABLE_BETA_EXTENSIONS
#include <CL/cl_ext.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../tests/api/command_buffers/command_buffer_names.h"
#include "samples.h"
#include "session.h"

namespace {

using bench::check;
using bench::Samples;
using bench::session;
using lanewise::test::CommandBufferFunctions;
using lanewise::test::DispatchConfig;

constexpr int kernels = 1000;

/// Returns the driver's functions for command buffers; `create` is null if the driver lacks the extensions.
const CommandBufferFunctions& functions() {
    static const CommandBufferFunctions found = [] {
        cl_platform_id platform = nullptr;
        clGetDeviceInfo(session().device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
        CommandBufferFunctions loaded{};
        if (loaded.load(platform)) loaded = {};
        return loaded;
    }();
    return found;
}

struct Case {
    bench::Program program = session().build("kernel void add(global int* p, int n) { p[get_global_id(0)] += n; }");
    bench::Kernel kernel = session().kernel(program, "add");
    bench::Buffer memory = session().new_buffer(1 << 20);

    explicit Case(std::size_t global) : global(global) {
        cl_mem handle = memory;
        const cl_int one = 1;
        check(clSetKernelArg(kernel, 0, sizeof handle, &handle), "clSetKernelArg");
        check(clSetKernelArg(kernel, 1, sizeof one, &one), "clSetKernelArg");
    }
    std::size_t global;
};

/// A command buffer with `count` equal kernels; the destructor releases the command buffer.
class Recorded {
public:
    Recorded(const Case& made, cl_command_queue queue, int count, cl_properties flags) {
        const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
        cl_int code = CL_SUCCESS;
        buffer_ = functions().create(1, &queue, properties, &code);
        check(code, "clCreateCommandBufferKHR");
        for (int i = 0; i < count; ++i)
            check(functions().kernel(buffer_, nullptr, nullptr, made.kernel, 1, nullptr, &made.global, nullptr, 0,
                                     nullptr, nullptr, &command_),
                  "clCommandNDRangeKernelKHR");
        check(functions().finalize(buffer_), "clFinalizeCommandBufferKHR");
    }
    ~Recorded() { functions().release(buffer_); }
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;

    void run() const {
        check(functions().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    }
    void update(cl_int value) const {
        const cl_mutable_dispatch_arg_khr arg{1, sizeof value, &value};
        DispatchConfig config;
        config.command = command_;
        config.num_args = 1;
        config.arg_list = &arg;
        const cl_uint type = lanewise::test::dispatch_config_type;
        const void* pointer = &config;
        check(functions().update(buffer_, 1, &type, &pointer), "clUpdateMutableCommandsKHR");
    }

private:
    cl_command_buffer_khr buffer_ = nullptr;
    cl_mutable_command_khr command_ = nullptr;  // the last kernel
};

constexpr cl_properties all_flags = CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;

void run_recorded(benchmark::State& state, cl_command_queue_properties properties, std::size_t global) {
    if (!functions().create) return state.SkipWithError("the driver lacks these versions of command buffers");
    const Case made(global);
    const auto queue = session().new_queue(properties);
    const Recorded recorded(made, queue, kernels, all_flags);
    for (int i = 0; i < 70; ++i) recorded.run();
    clFinish(queue);
    Samples samples;
    samples.take(state, [&] {
        recorded.run();
        clFinish(queue);
    });
    samples.report_us(state, kernels);
}

void enqueue_one_by_one(benchmark::State& state, cl_command_queue_properties properties, std::size_t global) {
    const Case made(global);
    const auto queue = session().new_queue(properties);
    Samples samples;
    samples.take(state, [&] {
        for (int i = 0; i < kernels; ++i)
            check(clEnqueueNDRangeKernel(queue, made.kernel, 1, nullptr, &made.global, nullptr, 0, nullptr, nullptr),
                  "clEnqueueNDRangeKernel");
        clFinish(queue);
    });
    samples.report_us(state, kernels);
}

/// Measures the run of a command buffer with one kernel, from the enqueue to the end of the run.
void run_one(benchmark::State& state) {
    if (!functions().create) return state.SkipWithError("the driver lacks these versions of command buffers");
    const Case made(1);
    const Recorded recorded(made, session().queue(), 1, 0);
    Samples samples;
    samples.take(state, [&] {
        recorded.run();
        clFinish(session().queue());
    });
    samples.report_us(state);
}
BENCHMARK(run_one)->Name("command_buffer/run_one")->UseManualTime();

/// Measures updates of one argument in a command buffer with `count` kernels. If `is_pending`, an enqueued run of the
/// command buffer waits for an event during the updates.
void update_argument(benchmark::State& state, int count, bool is_pending) {
    if (!functions().create) return state.SkipWithError("the driver lacks these versions of command buffers");
    const Case made(1);
    const auto queue = session().new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const Recorded recorded(made, queue, count, all_flags);
    constexpr int updates = 1000;
    cl_int code = CL_SUCCESS;
    bench::Event gate(clCreateUserEvent(session().context(), &code));
    if (is_pending) {
        check(clEnqueueBarrierWithWaitList(queue, 1, gate.address(), nullptr), "clEnqueueBarrierWithWaitList");
        recorded.run();
    }
    Samples samples;
    samples.take(state, [&] {
        for (int i = 0; i < updates; ++i) recorded.update(i);
    });
    samples.report_us(state, updates);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(queue);
}
BENCHMARK_CAPTURE(update_argument, one_kernel, 1, false)->Name("command_buffer/update/1")->UseManualTime();
BENCHMARK_CAPTURE(update_argument, many, kernels, false)->Name("command_buffer/update/1000")->UseManualTime();
BENCHMARK_CAPTURE(update_argument, pending, kernels, true)->Name("command_buffer/update/1000/pending")->UseManualTime();

[[maybe_unused]] const bool registered = [] {
    for (const bool in_order : {true, false}) {
        const cl_command_queue_properties properties = in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        for (const std::size_t global : {1, 256, 16384}) {
            const std::string name =
                (in_order ? "/in_order/" : "/out_of_order/") + std::to_string(global) + "_work_items";
            benchmark::RegisterBenchmark(("command_buffer/recorded" + name).c_str(), run_recorded, properties, global)
                ->UseManualTime();
            benchmark::RegisterBenchmark(("command_buffer/enqueued" + name).c_str(), enqueue_one_by_one, properties,
                                         global)
                ->UseManualTime();
        }
    }
    return true;
}();

}  // namespace
