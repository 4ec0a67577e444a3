// Queries of all objects, with random names and sizes. A query must not write more than the given size, and a failed
// query must write nothing.
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

/// Memory for the result of a query. judge() detects bytes that the query wrote but should not have written.
class Answer {
public:
    explicit Answer(Player& player)
        : size(player.dice.one_of<std::size_t>({0, 1, 4, 8, 24, 64, 4096})),
          has_value_(player.dice.percent(80)),
          has_size_(player.dice.percent(80)),
          bytes_(size + guard, fresh) {}

    void* value() { return has_value_ ? bytes_.data() : nullptr; }
    std::size_t* size_ret() { return has_size_ ? &size_ret_ : nullptr; }

    void judge(const char* name, cl_int code, std::initializer_list<cl_int> errors, bool must_fail) {
        api_fuzz::judge(name, code, errors, must_fail);
        const bool failed = code != CL_SUCCESS;
        const std::size_t allowed = failed ? 0 : has_size_ ? std::min(size, size_ret_) : size;
        for (std::size_t i = allowed; i < bytes_.size(); ++i)
            if (bytes_[i] != fresh) fail("a query writes more than it may");
        if (failed && size_ret_ != unwritten) fail("a query fails, but writes a size");
        if (!failed && has_size_ && size_ret_ == unwritten) fail("a query writes no size");
        if (!failed && has_size_ && has_value_ && size_ret_ > size) fail("a query succeeds without room");
    }

    const std::size_t size;

private:
    static constexpr std::size_t guard = 64;
    static constexpr std::byte fresh{0xA7};
    static constexpr std::size_t unwritten = 0xDEADBEEF;
    bool has_value_, has_size_;
    std::size_t size_ret_ = unwritten;
    std::vector<std::byte> bytes_;
};

cl_uint any_name(Player& player, cl_uint first, cl_uint last) {
    return player.is_odd() ? static_cast<cl_uint>(player.dice.next())
                           : static_cast<cl_uint>(player.dice.between(first, last));
}

template <class T, class Function>
void query(Player& player, const char* name, const Choice<T>& choice, cl_uint first, cl_uint last, Function function,
           std::initializer_list<cl_int> errors) {
    Answer answer(player);
    const cl_uint parameter = any_name(player, first, last);
    begin_call(name);
    const cl_int code = function(choice.handle, parameter, answer.size, answer.value(), answer.size_ret());
    answer.judge(name, code, errors, choice.is_bad());
}

void query_platform(Player& player) {
    Answer answer(player);
    begin_call("clGetPlatformInfo");
    const cl_int code = cl.clGetPlatformInfo(player.world.platform, any_name(player, 0x0900, 0x0908), answer.size,
                                             answer.value(), answer.size_ret());
    answer.judge("clGetPlatformInfo", code, {CL_INVALID_PLATFORM, CL_INVALID_VALUE}, false);
}

void query_device(Player& player) {
    query(player, "clGetDeviceInfo", player.device(), 0x1000, 0x1080, cl.clGetDeviceInfo,
          {CL_INVALID_DEVICE, CL_INVALID_VALUE});
}

void query_context(Player& player) {
    query(player, "clGetContextInfo", player.context(), 0x1080, 0x1084, cl.clGetContextInfo,
          {CL_INVALID_CONTEXT, CL_INVALID_VALUE});
}

void query_queue(Player& player) {
    const auto& queues = player.dice.percent(70) ? player.world.queues : player.world.device_queues;
    query(player, "clGetCommandQueueInfo", player.choose(queues), 0x1090, 0x1099, cl.clGetCommandQueueInfo,
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE});
}

void query_memory(Player& player) {
    query(player, "clGetMemObjectInfo", player.buffer(), 0x1100, 0x110B, cl.clGetMemObjectInfo,
          {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE});
}

void query_event(Player& player) {
    query(player, "clGetEventInfo", player.event(), 0x11D0, 0x11D5, cl.clGetEventInfo,
          {CL_INVALID_EVENT, CL_INVALID_VALUE});
    query(player, "clGetEventProfilingInfo", player.event(), 0x1280, 0x1285, cl.clGetEventProfilingInfo,
          {CL_INVALID_EVENT, CL_INVALID_VALUE, CL_PROFILING_INFO_NOT_AVAILABLE});
}

void query_program(Player& player) {
    const auto program = player.program();
    Answer answer(player);
    const cl_uint name = any_name(player, 0x1160, 0x116B);
    // CL_PROGRAM_BINARIES is not queried, because the driver would write to addresses that it reads from `answer`.
    if (name != CL_PROGRAM_BINARIES) {
        begin_call("clGetProgramInfo");
        answer.judge("clGetProgramInfo",
                     cl.clGetProgramInfo(program.handle, name, answer.size, answer.value(), answer.size_ret()),
                     {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_PROGRAM_EXECUTABLE}, program.is_bad());
    }
    const auto device = player.device();
    Answer build(player);
    begin_call("clGetProgramBuildInfo");
    build.judge("clGetProgramBuildInfo",
                cl.clGetProgramBuildInfo(program.handle, device.handle, any_name(player, 0x1181, 0x1186), build.size,
                                         build.value(), build.size_ret()),
                {CL_INVALID_PROGRAM, CL_INVALID_DEVICE, CL_INVALID_VALUE}, program.is_bad() || device.is_bad());
}

void query_sub_groups(Player& player, const Choice<KernelItem>& kernel, const Choice<DeviceItem>& device) {
    Answer answer(player);
    const std::size_t input[] = {player.dice.below(70), player.dice.below(5), player.dice.below(5), 1};
    const auto name = player.dice.one_of<cl_kernel_sub_group_info>(
        {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
         CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS,
         CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, static_cast<cl_kernel_sub_group_info>(player.dice.next())});
    const auto function = player.dice.percent(50) ? cl.clGetKernelSubGroupInfo : cl.clGetKernelSubGroupInfoKHR;
    const std::size_t bytes = player.is_odd() ? player.dice.odd_size() : sizeof(std::size_t) * player.dice.below(5);
    begin_call("clGetKernelSubGroupInfo");
    const cl_int code = function(kernel.handle, device.handle, name, std::min(bytes, sizeof input),
                                 player.is_odd() ? nullptr : input, answer.size, answer.value(), answer.size_ret());
    answer.judge("clGetKernelSubGroupInfo", code, {CL_INVALID_KERNEL, CL_INVALID_DEVICE, CL_INVALID_VALUE},
                 kernel.is_bad());
}

void query_kernel(Player& player) {
    const auto kernel = player.kernel();
    query(player, "clGetKernelInfo", kernel, 0x1190, 0x1196, cl.clGetKernelInfo, {CL_INVALID_KERNEL, CL_INVALID_VALUE});
    Answer argument(player);
    begin_call("clGetKernelArgInfo");
    argument.judge(
        "clGetKernelArgInfo",
        cl.clGetKernelArgInfo(kernel.handle, static_cast<cl_uint>(player.dice.below(5)),
                              any_name(player, 0x1196, 0x119B), argument.size, argument.value(), argument.size_ret()),
        {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_VALUE, CL_KERNEL_ARG_INFO_NOT_AVAILABLE}, kernel.is_bad());
    if (kernel.item && kernel.item->owner != std::this_thread::get_id()) return;
    const auto device = player.device();
    Answer group(player);
    const cl_kernel_work_group_info group_name =
        player.dice.percent(20) ? CL_KERNEL_ALLOCATIONS_INFO_INTEL : any_name(player, 0x11B0, 0x11B6);
    begin_call("clGetKernelWorkGroupInfo");
    group.judge("clGetKernelWorkGroupInfo",
                cl.clGetKernelWorkGroupInfo(kernel.handle, device.handle, group_name, group.size, group.value(),
                                            group.size_ret()),
                {CL_INVALID_KERNEL, CL_INVALID_DEVICE, CL_INVALID_VALUE}, kernel.is_bad());
    query_sub_groups(player, kernel, device);
}

void query_timers(Player& player) {
    const auto device = player.device();
    cl_ulong a = 0, b = 0;
    const bool nowhere = player.is_odd();
    begin_call("clGetDeviceAndHostTimer");
    judge("clGetDeviceAndHostTimer", cl.clGetDeviceAndHostTimer(device.handle, &a, nowhere ? nullptr : &b),
          {CL_INVALID_DEVICE, CL_INVALID_VALUE}, device.is_bad() || nowhere);
    begin_call("clGetHostTimer");
    judge("clGetHostTimer", cl.clGetHostTimer(device.handle, nowhere ? nullptr : &b),
          {CL_INVALID_DEVICE, CL_INVALID_VALUE}, device.is_bad() || nowhere);
}

}  // namespace

std::span<const RandomCall> query_calls() {
    static const RandomCall calls[] = {{query_platform, 4}, {query_device, 15}, {query_context, 8},
                                       {query_queue, 8},    {query_memory, 15}, {query_event, 15},
                                       {query_program, 8},  {query_kernel, 10}, {query_timers, 2}};
    return calls;
}

}  // namespace lanewise::api_fuzz
