// Calls of functions for features that the driver does not support. Each call must fail, whatever its arguments are.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

cl_context any(Player& player, cl_context) { return player.context().handle; }
cl_command_queue any(Player& player, cl_command_queue) { return player.queue().handle; }
cl_device_id any(Player& player, cl_device_id) { return player.device().handle; }
cl_mem any(Player& player, cl_mem) { return player.buffer().handle; }
cl_sampler any(Player&, cl_sampler) { return nullptr; }
template <class Other>
Other any(Player&, Other) {
    return Other{};
}

/// Calls a function with random handles, and with 0 for all other arguments.
template <class Result, class... Arguments>
void refuse(Player& player, const char* name, Result (*function)(Arguments...)) {
    begin_call(name);
    const Result result = function(any(player, Arguments{})...);
    if constexpr (std::is_same_v<Result, cl_int>) {
        if (result == CL_SUCCESS) fail(std::string(name) + " succeeds, but there is no such feature");
        judge(name, result, {result}, true);
    } else {
        if (result) fail(std::string(name) + " makes something, but there is no such feature");
        judge(name, CL_INVALID_OPERATION, {CL_INVALID_OPERATION}, true);
    }
}

void call_absent(Player& player) {
    static const std::vector<void (*)(Player&)> all{
#define BUILT(name)
#define ABSENT(name) [](Player& caller) { refuse(caller, #name, cl.name); },
#include "runtime/api/api_table.def"
#undef ABSENT
#undef BUILT
        [](Player& caller) { refuse(caller, "clRetainSampler", cl.clRetainSampler); },
        [](Player& caller) { refuse(caller, "clReleaseSampler", cl.clReleaseSampler); },
        [](Player& caller) { refuse(caller, "clGetSamplerInfo", cl.clGetSamplerInfo); },
        [](Player& caller) { refuse(caller, "clGetImageInfo", cl.clGetImageInfo); },
        [](Player& caller) { refuse(caller, "clGetPipeInfo", cl.clGetPipeInfo); },
    };
    all[player.dice.below(all.size())](player);
}

void get_formats(Player& player) {
    const auto context = player.context();
    cl_uint count = 77;
    begin_call("clGetSupportedImageFormats");
    const auto type = static_cast<cl_mem_object_type>(player.dice.between(0x10F0, 0x10F7));
    judge("clGetSupportedImageFormats",
          cl.clGetSupportedImageFormats(context.handle, player.is_odd() ? player.dice.next() : CL_MEM_READ_WRITE, type,
                                        0, nullptr, &count),
          {CL_INVALID_CONTEXT, CL_INVALID_VALUE}, context.is_bad());
}

void find_function(Player& player) {
    const char* const name = player.dice.one_of({"clFinish", "clNothing", "", "clGetKernelSuggestedLocalWorkSizeKHR"});
    begin_call("clGetExtensionFunctionAddressForPlatform");
    cl.clGetExtensionFunctionAddressForPlatform(player.is_odd() ? nullptr : player.world.platform, name);
    judge("clGetExtensionFunctionAddress", CL_SUCCESS, {});
}

}  // namespace

std::span<const RandomCall> absent_calls() {
    static const RandomCall calls[] = {{call_absent, 6}, {get_formats, 2}, {find_function, 1}};
    return calls;
}

}  // namespace lanewise::api_fuzz
