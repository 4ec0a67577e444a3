// Calls for command buffers: random commands are recorded, run once or twice, and updated between the runs.
#include <cstring>

#include "../../api/command_buffers/command_buffer_names.h"
#include "calls.h"
#include "sources.h"

namespace lanewise::api_fuzz {

namespace {

using test::CommandBufferFunctions;
using test::DispatchConfig;

const CommandBufferFunctions& functions() {
    static const CommandBufferFunctions found = [] {
        CommandBufferFunctions loaded{};
        if (const char* missing =
                loaded.load_by([](const char* name) { return cl.clGetExtensionFunctionAddress(name); }))
            fail(std::string("no function ") + missing);
        return loaded;
    }();
    return found;
}

/// A recorded command, as the model knows it. A fill writes bytes, and a kernel (`mix`) changes words.
struct Step {
    std::shared_ptr<MemItem> to;
    std::size_t begin = 0, size = 0;
    std::uint32_t value = 0;
    bool is_kernel = false;
    cl_mutable_command_khr handle = nullptr;
};

class Recording {
public:
    Recording(Player& player, std::shared_ptr<QueueItem> queue) : player_(player), queue_(std::move(queue)) {}
    ~Recording() {
        if (!buffer_) return;
        begin_call("clReleaseCommandBufferKHR");
        judge("clReleaseCommandBufferKHR", functions().release(buffer_), {});
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    bool create() {
        const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                            CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
        const cl_command_queue queue = queue_->handle();
        cl_int code = 1;
        begin_call("clCreateCommandBufferKHR");
        buffer_ = functions().create(1, &queue, properties, &code);
        judge("clCreateCommandBufferKHR", code, {});
        return buffer_ != nullptr;
    }

    /// Records a random command. An in-order queue or a sync point makes each command run after the previous command.
    void record_step() {
        Step step;
        step.to = player_.known_buffer(*queue_->context);
        if (!step.to) return;
        step.value = static_cast<std::uint32_t>(player_.dice.next());
        step.is_kernel = player_.dice.percent(60);
        step.size = player_.dice.below(step.to->size + 1);
        if (!step.is_kernel) step.begin = player_.dice.below(step.to->size - step.size + 1);
        cl_int code = CL_OUT_OF_RESOURCES;
        const bool wrong = player_.is_odd();
        const cl_sync_point_khr waits[] = {wrong ? last_ + 1 : last_};
        const cl_uint count = wrong || last_ != 0 ? 1 : 0;
        const cl_sync_point_khr* const list = count != 0 ? waits : nullptr;
        if (step.is_kernel) {
            code = record_kernel(step, count, list);
        } else {
            begin_call("clCommandFillBufferKHR");
            const auto byte = static_cast<cl_uchar>(step.value);
            code = functions().fill(buffer_, nullptr, nullptr, step.to->handle(), &byte, 1, step.begin, step.size,
                                    count, list, &last_, nullptr);
            judge("clCommandFillBufferKHR", code, {CL_INVALID_SYNC_POINT_WAIT_LIST_KHR}, wrong);
        }
        if (code == CL_SUCCESS) steps_.push_back(std::move(step));
    }

    void finalize() {
        begin_call("clFinalizeCommandBufferKHR");
        judge("clFinalizeCommandBufferKHR", functions().finalize(buffer_), {});
    }

    void run(const Choice<QueueItem>& queue) {
        Enqueue how{"clEnqueueCommandBufferKHR", queue};
        for (const Step& step : steps_)
            if (std::ranges::find(how.touches, step.to->memory) == how.touches.end())
                how.touches.push_back(step.to->memory);
        how.effect = [steps = steps_](bool failed) {
            for (const Step& step : steps)
                if (!failed) apply(step);
        };
        player_.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
            return functions().enqueue(0, nullptr, buffer_, count, list, event);
        });
    }

    void update_one() {
        for (Step& step : steps_) {
            if (!step.handle || player_.dice.percent(50)) continue;
            const auto value = static_cast<std::uint32_t>(player_.dice.next());
            const bool wrong = player_.is_odd();
            const cl_mutable_dispatch_arg_khr arg{2, wrong ? 3 : sizeof value, &value};
            DispatchConfig config;
            config.command = step.handle;
            config.num_args = 1;
            config.arg_list = &arg;
            const void* const pointer = &config;
            const cl_uint type = test::dispatch_config_type;
            const void* pointers[] = {pointer};
            begin_call("clUpdateMutableCommandsKHR");
            const cl_int code = functions().update(buffer_, 1, &type, pointers);
            judge("clUpdateMutableCommandsKHR", code, {CL_INVALID_ARG_SIZE}, wrong);
            if (code == CL_SUCCESS) step.value = value;
            return;
        }
    }

private:
    cl_int record_kernel(Step& step, cl_uint count, const cl_sync_point_khr* list) {
        const auto kernel = known_kernel(player_, queue_->context, KnownKernel::mix);
        if (!kernel) return CL_OUT_OF_RESOURCES;
        const cl_mem to = step.to->handle();
        const auto n = static_cast<cl_uint>(step.size / 4);
        begin_call("clSetKernelArg");
        const cl_int set = cl.clSetKernelArg(kernel->handle(), 0, sizeof to, &to) |
                           cl.clSetKernelArg(kernel->handle(), 1, sizeof n, &n) |
                           cl.clSetKernelArg(kernel->handle(), 2, sizeof step.value, &step.value);
        if (set != CL_SUCCESS) return set;
        const std::size_t global = n + player_.dice.below(3);
        begin_call("clCommandNDRangeKernelKHR");
        const cl_int code = functions().kernel(buffer_, nullptr, nullptr, kernel->handle(), 1, nullptr, &global,
                                               nullptr, count, list, &last_, &step.handle);
        judge("clCommandNDRangeKernelKHR", code, {CL_INVALID_SYNC_POINT_WAIT_LIST_KHR}, list && *list > last_);
        return code;
    }

    static void apply(const Step& step) {
        std::byte* const bytes = step.to->place(0).expected();
        if (step.is_kernel)
            mix(reinterpret_cast<std::uint32_t*>(bytes), step.size / 4, step.value);
        else
            std::memset(bytes + step.begin, static_cast<int>(step.value & 0xFF), step.size);
    }

    Player& player_;
    const std::shared_ptr<QueueItem> queue_;
    cl_command_buffer_khr buffer_ = nullptr;
    std::vector<Step> steps_;
    cl_sync_point_khr last_ = 0;
};

void use_command_buffer(Player& player) {
    const auto queue = player.queue();
    if (queue.is_bad()) return;
    Recording recording(player, queue.item);
    if (!recording.create()) return;
    for (std::size_t left = player.dice.below(12); left != 0; --left) recording.record_step();
    recording.finalize();
    recording.run(queue);
    if (player.dice.percent(50)) return;
    recording.update_one();
    recording.run(queue);
}

/// Calls the functions of command buffers with handles of other objects.
void use_wrong_handles(Player& player) {
    auto* const wrong = reinterpret_cast<cl_command_buffer_khr>(player.buffer().handle);
    begin_call("clEnqueueCommandBufferKHR");
    judge("clEnqueueCommandBufferKHR", functions().enqueue(0, nullptr, wrong, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_BUFFER_KHR}, true);
    begin_call("clFinalizeCommandBufferKHR");
    judge("clFinalizeCommandBufferKHR", functions().finalize(wrong), {CL_INVALID_COMMAND_BUFFER_KHR}, true);
    std::size_t size = 0;
    begin_call("clGetMutableCommandInfoKHR");
    judge("clGetMutableCommandInfoKHR",
          functions().command_info(reinterpret_cast<cl_mutable_command_khr>(player.queue().handle),
                                   CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 0, nullptr, &size),
          {CL_INVALID_MUTABLE_COMMAND_KHR}, true);
}

}  // namespace

std::span<const RandomCall> command_buffer_calls() {
    static const RandomCall calls[] = {{use_command_buffer, 20}, {use_wrong_handles, 2}};
    return calls;
}

}  // namespace lanewise::api_fuzz
