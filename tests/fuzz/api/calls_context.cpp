// Calls for platforms, devices, sub-devices and contexts, and calls that retain and release objects of any type.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

void get_devices(Player& player) {
    const auto type = player.dice.one_of<cl_device_type>({CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU,
                                                          CL_DEVICE_TYPE_DEFAULT, 0, 1u << 20, player.dice.next()});
    cl_device_id devices[4] = {};
    cl_uint count = 0;
    begin_call("clGetDeviceIDs");
    const auto room = static_cast<cl_uint>(player.dice.below(5));
    const cl_int code =
        cl.clGetDeviceIDs(player.dice.percent(80) ? player.world.platform : nullptr, type, room,
                          player.dice.percent(80) ? devices : nullptr, player.dice.percent(80) ? &count : nullptr);
    judge("clGetDeviceIDs", code, {CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE, CL_DEVICE_NOT_FOUND});
}

/// Returns random properties for clCreateSubDevices, usually for a partition that the device supports.
std::vector<cl_device_partition_property> random_partition(Player& player) {
    using Property = cl_device_partition_property;
    Dice& dice = player.dice;
    switch (dice.below(5)) {
        case 0: return {CL_DEVICE_PARTITION_EQUALLY, static_cast<Property>(dice.below(4)), 0};
        case 1:
        case 2: {
            std::vector<Property> list{CL_DEVICE_PARTITION_BY_COUNTS};
            for (std::size_t i = 1 + dice.below(3); i > 0; --i)
                list.push_back(static_cast<Property>(1 + dice.below(2)));
            if (dice.percent(10)) list.push_back(static_cast<Property>(dice.odd_size()));
            list.insert(list.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
            return list;
        }
        case 3:
            return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                    static_cast<Property>(CL_DEVICE_AFFINITY_DOMAIN_NUMA << dice.below(8)), 0};
        default: return {static_cast<Property>(dice.odd_size()), static_cast<Property>(dice.odd_size()), 0};
    }
}

void create_sub_devices(Player& player) {
    const auto parent = player.device();
    const auto partition = random_partition(player);
    constexpr cl_uint most = 16;
    cl_device_id made[most] = {};
    cl_uint count = 0;
    const auto room = static_cast<cl_uint>(player.is_odd() ? player.dice.below(2) : most);
    begin_call("clCreateSubDevices");
    const cl_int code =
        cl.clCreateSubDevices(parent.handle, player.is_odd() ? nullptr : partition.data(), room, made, &count);
    judge("clCreateSubDevices", code,
          {CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE_PARTITION_COUNT},
          parent.is_bad());
    if (code != CL_SUCCESS) {
        if (made[0] || count != 0) fail("an error, but devices were written");
        return;
    }
    for (cl_uint i = 0; i < count; ++i) {
        auto item = std::make_shared<DeviceItem>(made[i]);
        item->parent = parent.item;
        player.world.devices.add(std::move(item));
    }
    constexpr std::size_t most_devices = 5;
    while (player.world.devices.size() > most_devices)
        player.world.devices.take(player.dice, [](const DeviceItem& item) { return item.parent != nullptr; });
}

void CL_CALLBACK on_error(const char*, const void*, std::size_t, void*) {}

void CL_CALLBACK on_context_gone(cl_context, void* count) { ++*static_cast<std::atomic<int>*>(count); }

/// Registers a callback for the context's destruction. When the callback is called, all objects of the context have
/// been destroyed, because each object retains the context.
void expect_end(Player& player, cl_context context) {
    const Count count = new_count();
    begin_call("clSetContextDestructorCallback");
    const cl_int code = cl.clSetContextDestructorCallback(context, on_context_gone, count.get());
    judge("clSetContextDestructorCallback", code, {});
    if (code == CL_SUCCESS) player.world.expect_callback("a context's end", count);
}

std::vector<std::shared_ptr<DeviceItem>> some_devices(Player& player, std::vector<cl_device_id>& handles, bool& bad) {
    std::vector<std::shared_ptr<DeviceItem>> items;
    for (std::size_t i = player.dice.between(1, 3); i > 0; --i) {
        auto choice = player.device();
        bad |= choice.is_bad();
        handles.push_back(choice.handle);
        if (choice.item && std::ranges::find(items, choice.item) == items.end())
            items.push_back(std::move(choice.item));
    }
    return items;
}

}  // namespace

void create_context(Player& player) {
    bool bad = false;
    std::vector<cl_device_id> handles;
    auto items = some_devices(player, handles, bad);
    using Property = cl_context_properties;
    const Property good[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<Property>(player.world.platform), 0};
    const Property wrong[] = {static_cast<Property>(player.dice.odd_size() | 1), 1, 0};
    const Property* properties = player.is_odd() ? wrong : player.dice.percent(50) ? good : nullptr;
    bad |= properties == wrong && wrong[0] != CL_CONTEXT_PLATFORM && wrong[0] != CL_CONTEXT_INTEROP_USER_SYNC;
    const bool empty = player.is_odd();
    int data = 0;
    CodeOut out(player);
    begin_call("clCreateContext");
    const cl_context context =
        cl.clCreateContext(properties, empty ? 0 : static_cast<cl_uint>(handles.size()), handles.data(),
                           player.dice.percent(30) ? on_error : nullptr, player.is_odd() ? &data : nullptr, out.get());
    judge("clCreateContext", out.of(context),
          {CL_INVALID_PLATFORM, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_DEVICE}, bad || empty);
    if (!context) return;
    auto item = std::make_shared<ContextItem>(context);
    item->devices = std::move(items);
    expect_end(player, context);
    player.world.contexts.add(std::move(item));
    keep_below(player, player.world.contexts, 3);
}

namespace {

void create_context_from_type(Player& player) {
    CodeOut out(player);
    begin_call("clCreateContextFromType");
    const auto type = player.dice.one_of<cl_device_type>({CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, 0, 1u << 30});
    const cl_context context = cl.clCreateContextFromType(nullptr, type, nullptr, nullptr, out.get());
    judge("clCreateContextFromType", out.of(context), {CL_DEVICE_NOT_FOUND, CL_INVALID_DEVICE_TYPE},
          type != CL_DEVICE_TYPE_ALL);
    if (context) judge("clReleaseContext", cl.clReleaseContext(context), {});
}

void set_context_callback(Player& player) {
    const auto context = player.context();
    begin_call("clSetContextDestructorCallback");
    const cl_int code = cl.clSetContextDestructorCallback(context.handle, nullptr, nullptr);
    judge("clSetContextDestructorCallback", code, {CL_INVALID_CONTEXT, CL_INVALID_VALUE}, true);
}

/// Calls the function that retains objects of a type, or the function that releases them, sometimes with a wrong
/// handle.
template <class T>
void count_references(const Choice<T>& choice, bool retains) {
    using Kind = typename T::Kind;
    if (choice.item) return retains ? choice.item->retain() : choice.item->release_one();
    const char* const name = retains ? Kind::retain_name : Kind::release_name;
    begin_call(name);
    const cl_int code = retains ? Kind::retain(choice.handle) : Kind::release(choice.handle);
    judge(name, code, {Kind::invalid}, true);
}

void count_any(Player& player) {
    const bool retains = player.dice.percent(50);
    switch (player.dice.below(7)) {
        case 0: return count_references(player.context(), retains);
        case 1: return count_references(player.choose(player.world.queues), retains);
        case 2: return count_references(player.buffer(), retains);
        case 3: return count_references(player.program(), retains);
        case 4: return count_references(player.kernel(), retains);
        case 5: return count_references(player.event(), retains);
        default: return count_references(player.device(), retains);
    }
}

}  // namespace

std::span<const RandomCall> context_calls() {
    static const RandomCall calls[] = {{get_devices, 4}, {create_sub_devices, 4},   {create_context, 4},
                                       {count_any, 60},  {set_context_callback, 4}, {create_context_from_type, 2}};
    return calls;
}

}  // namespace lanewise::api_fuzz
