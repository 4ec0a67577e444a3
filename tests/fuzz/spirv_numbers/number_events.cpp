// Device-side enqueue: blocks that capture a number, markers, events, and queries about blocks. The test's
// implementations of the runtime functions (number_requests.h) return fixed results.
#include "number_requests.h"
#include "number_steps.h"

namespace lanewise::fuzz {

// Declares the types for device-side enqueue, and a block that stores nothing.
void Steps::declare_block() {
    const auto declare = [&](const std::string& id, const std::string& line) { module_.global_line(id, line); };
    if (module_.globals_.find("%queue_type = ") != std::string::npos) return;
    module_.capabilities_ = "OpCapability DeviceEnqueue\n" + module_.capabilities_;
    declare("%queue_type", "OpTypeQueue");
    declare("%device_event", "OpTypeDeviceEvent");
    declare("%ulong_1", "OpConstant %ulong 1");
    declare("%ulong_3", "OpConstant %ulong 3");
    declare("%ulong_48", "OpConstant %ulong 48");
    declare("%sizes_type", "OpTypeArray %ulong %ulong_3");
    declare("%range_type", "OpTypeStruct %uint %sizes_type %sizes_type %sizes_type");
    declare("%ptr_device_event", "OpTypePointer Function %device_event");
    declare("%ptr_events", "OpTypePointer Generic %device_event");
    declare("%no_events", "OpConstantNull %ptr_events");
    declare("%no_device_event", "OpConstantNull %device_event");
    declare("%block_type", "OpTypeFunction %void %ptr_generic_uchar");
    module_.functions_ +=
        "%block = OpFunction %void None %block_type\n%literal = OpFunctionParameter %ptr_generic_uchar\n"
        "%block_start = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

void Steps::block_queries(const std::string& range, const std::string& block) {
    const auto keep = [&](const std::string& name, const std::string& operands, std::uint64_t result) {
        Node node = written(uint(), name, operands + block);
        for (auto& value : node.values) value = {result};
        module_.keep(node);
    };
    switch (module_.below(6)) {
        case 0: return keep("GetKernelWorkGroupSize", "", answers::group_size);
        case 1: return keep("GetKernelPreferredWorkGroupSizeMultiple", "", answers::multiple);
        case 2: return keep("GetKernelNDrangeSubGroupCount", range, answers::sub_groups);
        case 3: return keep("GetKernelNDrangeMaxSubGroupSize", range, answers::sub_group_size);
        case 4:
            return keep("GetKernelMaxNumSubgroups", "",
                        (answers::group_size + answers::sub_group_size - 1) / answers::sub_group_size);
        default: return keep("GetKernelLocalSizeForSubgroupCount", word(3), 3 * answers::sub_group_size);
    }
}

void Steps::events() {
    if (module_.in_function_) return;
    declare_block();
    const Node number = module_.choose(uint());
    const auto made = [&](const std::string& line) {
        const std::string id = module_.new_id();
        module_.write(id + " = " + line);
        return " " + id;
    };
    const auto variable = [&](const std::string& pointer) {
        const std::string id = module_.new_id();
        module_.variables_ += id + " = OpVariable " + pointer + " Function\n";
        return " " + id;
    };
    const auto valid = [&](const std::string& event, bool is_valid) {
        Node node = written(boolean(), "IsValidEvent", event);
        for (auto& value : node.values) value = {is_valid};
        module_.keep(node);
    };
    const std::string captured = variable(pointer_type("Function", uint())), place = variable("%ptr_device_event");
    module_.write("OpStore" + captured + " " + number.id);
    const std::string bytes = pointer_type("Function", module_.type_of({Kind::integer, 8}, 0));
    const std::string parameter = made("OpPtrCastToGeneric %ptr_generic_uchar" + made("OpBitcast " + bytes + captured));
    const std::string events = made("OpPtrCastToGeneric %ptr_events" + place);
    const std::string queue = made("OpGetDefaultQueue %queue_type");
    const std::string range = made("OpBuildNDRange %range_type %ulong_48 %ulong_3 %ulong_1");
    const std::string block = " %block" + parameter + word(4) + word(4);
    const std::string user = made("OpCreateUserEvent %device_event");
    module_.write("OpRetainEvent" + user);
    module_.write("OpSetUserEventStatus" + user + word(0));
    valid(user, true);
    valid(" %no_device_event", false);
    module_.write("OpStore" + place + user);
    Node status = module_.chance(60)
                      ? written(uint(), "EnqueueKernel", queue + word(1) + range + word(1) + events + events + block)
                      : written(uint(), "EnqueueMarker", queue + word(1) + events + events);
    const bool is_marker = module_.body_.rfind("OpEnqueueMarker") != std::string::npos &&
                           (module_.body_.rfind("OpEnqueueKernel") == std::string::npos ||
                            module_.body_.rfind("OpEnqueueMarker") > module_.body_.rfind("OpEnqueueKernel"));
    for (unsigned item = 0; item < work_items; ++item)
        if (active(item))
            module_.requests_.push_back(is_marker ? marker_request
                                                  : static_cast<std::uint32_t>(number.values[item][0]));
    module_.keep(status);
    const std::string returned = made("OpLoad %device_event" + place);
    valid(returned, true);
    module_.write("OpReleaseEvent" + returned);
    block_queries(range, block);
}

}  // namespace lanewise::fuzz
