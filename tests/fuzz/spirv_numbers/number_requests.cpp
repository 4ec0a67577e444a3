#include "number_requests.h"

#include <cstring>

namespace lanewise::fuzz {
namespace {

std::vector<std::uint32_t>& list() {
    static std::vector<std::uint32_t> all;
    return all;
}

std::int32_t note(const abi::Launch*, const abi::Worker*, const abi::EnqueueRequest* request) {
    std::uint32_t number = marker_request;
    if (request->literal) {
        std::uint32_t header[2];
        std::memcpy(header, request->literal, sizeof header);
        std::memcpy(&number, request->literal + header[1], sizeof number);
    }
    list().push_back(number);
    if (request->event) *request->event = answers::event;
    return 0;
}

std::uint64_t answer(const abi::Launch*, const abi::Worker*, abi::DeviceCall what, std::uint64_t a, std::uint64_t) {
    switch (what) {
        case abi::DeviceCall::default_queue: return answers::queue;
        case abi::DeviceCall::create_user_event: return answers::event;
        case abi::DeviceCall::is_valid_event: return a == answers::event;
        case abi::DeviceCall::work_group_size: return answers::group_size;
        case abi::DeviceCall::work_group_multiple: return answers::multiple;
        case abi::DeviceCall::max_sub_group_size: return answers::sub_group_size;
        case abi::DeviceCall::sub_group_count: return answers::sub_groups;
        default: return 0;
    }
}

constexpr abi::RuntimeFunctions functions{.printf = nullptr, .enqueue = note, .device_call = answer, .reserved = {}};

}  // namespace

const abi::RuntimeFunctions& new_requests() {
    list().clear();
    return functions;
}

const std::vector<std::uint32_t>& requests() { return list(); }

}  // namespace lanewise::fuzz
