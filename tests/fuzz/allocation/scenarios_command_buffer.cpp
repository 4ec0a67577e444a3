// A scenario that records, runs and updates a command buffer. A call that fails for lack of memory must not change the
// command buffer.
#include <array>

#include "../../api/command_buffers/command_buffer_names.h"
#include "scenarios.h"

namespace lanewise::fail_allocations {

namespace {

using test::CommandBufferFunctions;

constexpr std::size_t commands = 70;
constexpr cl_uint words = 256;

CommandBufferFunctions functions() {
    CommandBufferFunctions loaded{};
    loaded.load_by([](const char* name) { return cl.clGetExtensionFunctionAddress(name); });
    return loaded;
}

/// Records fills of the whole buffer, and fills of single words. Each fill of the whole buffer waits for the previous
/// fill of the whole buffer. The fills of words may run in any order.
void record(Caller& caller, const CommandBufferFunctions& cb, cl_command_buffer_khr buffer, cl_mem memory) {
    cl_sync_point_khr last = 0;
    for (cl_uint i = 0; i < commands; ++i) {
        caller.make("clCommandFillBufferKHR", [&] {
            return cb.fill(buffer, nullptr, nullptr, memory, &i, 4, 0, 4 * words, last ? 1 : 0, last ? &last : nullptr,
                           &last, nullptr);
        });
    }
    caller.make("clCommandBarrierWithWaitListKHR",
                [&] { return cb.barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr); });
    for (cl_uint i = 0; i < commands; ++i) {
        const cl_uint value = 1000 + i;
        caller.make("clCommandFillBufferKHR", [&] {
            return cb.fill(buffer, nullptr, nullptr, memory, &value, 4, 4 * i, 4, 0, nullptr, nullptr, nullptr);
        });
    }
}

}  // namespace

void command_buffers(Caller& caller) {
    const CommandBufferFunctions cb = functions();
    const Basics basics(caller, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const auto memory = caller.create<cl_mem>(
        "clCreateBuffer", [&](cl_int* code) { return cl.clCreateBuffer(basics.context, 0, 4 * words, nullptr, code); });
    caller.at_end("clReleaseMemObject", [memory] { return cl.clReleaseMemObject(memory); });
    const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    const auto buffer = caller.create<cl_command_buffer_khr>(
        "clCreateCommandBufferKHR", [&](cl_int* code) { return cb.create(1, &basics.queue, properties, code); });
    caller.at_end("clReleaseCommandBufferKHR", [cb, buffer] { return cb.release(buffer); });
    record(caller, cb, buffer, memory);
    caller.make("clFinalizeCommandBufferKHR", [&] { return cb.finalize(buffer); });
    for (int runs = 0; runs < 3; ++runs) {
        caller.run("clEnqueueCommandBufferKHR",
                   [&](cl_event* event) { return cb.enqueue(0, nullptr, buffer, 0, nullptr, event); });
        std::array<cl_uint, words> got{};
        caller.run("clEnqueueReadBuffer", [&](cl_event* event) {
            return cl.clEnqueueReadBuffer(basics.queue, memory, CL_FALSE, 0, sizeof got, got.data(), 0, nullptr, event);
        });
        for (cl_uint i = 0; i < words; ++i)
            caller.expect(got[i] == (i < commands ? 1000 + i : commands - 1),
                          "a command buffer computes something else");
    }
    caller.end();
}

}  // namespace lanewise::fail_allocations
