// Calls for unified shared memory and for addresses of buffers. A player keeps its allocations over many calls, so
// memory is freed at any stage, and queried and used by pointers to its middle.
#include <cstring>
#include <utility>

#include "calls.h"
#include "sources.h"

namespace lanewise::api_fuzz {

namespace {

constexpr std::size_t most_allocations = 6;

struct Functions {
    clHostMemAllocINTEL_fn allocate_host = extension<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
    clDeviceMemAllocINTEL_fn allocate_device = extension<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL");
    clSharedMemAllocINTEL_fn allocate_shared = extension<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL");
    clMemFreeINTEL_fn free = extension<clMemFreeINTEL_fn>("clMemFreeINTEL");
    clMemBlockingFreeINTEL_fn blocking_free = extension<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL");
    clGetMemAllocInfoINTEL_fn info = extension<clGetMemAllocInfoINTEL_fn>("clGetMemAllocInfoINTEL");
    clSetKernelArgMemPointerINTEL_fn set_pointer =
        extension<clSetKernelArgMemPointerINTEL_fn>("clSetKernelArgMemPointerINTEL");
    clEnqueueMemFillINTEL_fn fill = extension<clEnqueueMemFillINTEL_fn>("clEnqueueMemFillINTEL");
    clEnqueueMemcpyINTEL_fn copy = extension<clEnqueueMemcpyINTEL_fn>("clEnqueueMemcpyINTEL");
    clEnqueueMigrateMemINTEL_fn migrate = extension<clEnqueueMigrateMemINTEL_fn>("clEnqueueMigrateMemINTEL");
    clEnqueueMemAdviseINTEL_fn advise = extension<clEnqueueMemAdviseINTEL_fn>("clEnqueueMemAdviseINTEL");
    clSetKernelArgDevicePointerEXT_fn set_address =
        extension<clSetKernelArgDevicePointerEXT_fn>("clSetKernelArgDevicePointerEXT");
};

const Functions& functions() {
    static const Functions found;
    return found;
}

/// Arguments of an allocation. Each is valid in most cases.
struct Request {
    cl_unified_shared_memory_type_intel type;
    Choice<ContextItem> context;
    Choice<DeviceItem> device;
    std::array<cl_mem_properties_intel, 3> properties = {};
    std::size_t size = 0;
    cl_uint alignment = 0;
    bool is_wrong = false;
};

void choose_device(Player& player, Request& request) {
    const bool is_optional = request.type == CL_MEM_TYPE_SHARED_INTEL;
    if (request.type == CL_MEM_TYPE_HOST_INTEL || request.context.is_bad()) return;
    if (is_optional && player.dice.percent(30)) return;  // shared memory needs no device
    if (player.is_odd()) {
        request.device = player.device();
        const cl_device_id handle = request.device.handle;
        request.is_wrong = handle ? request.device.is_bad() || !request.context.item->has_device(handle) : !is_optional;
        return;
    }
    const auto device = player.device_of(*request.context.item);
    request.device = {device->handle(), device};
}

void choose_properties(Player& player, Request& request) {
    if (player.dice.percent(60)) return;
    const cl_mem_alloc_flags_intel placement = player.dice.one_of<cl_mem_alloc_flags_intel>(
        {0, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL});
    request.properties = {CL_MEM_ALLOC_FLAGS_INTEL, player.dice.below(2) * CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
    if (request.type == CL_MEM_TYPE_SHARED_INTEL) request.properties[1] |= placement;
    if (!player.is_odd()) return;
    request.is_wrong = true;
    request.properties[player.dice.below(2)] = std::size_t{1} << player.dice.between(24, 40);
}

Request choose_request(Player& player) {
    Request request{player.dice.one_of<cl_unified_shared_memory_type_intel>(
                        {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL}),
                    player.context(),
                    {}};
    choose_device(player, request);
    choose_properties(player, request);
    request.size = player.dice.one_of({player.dice.between(1, 300), player.dice.between(1, 70'000)});
    request.alignment = player.dice.percent(50) ? 0 : cl_uint{1} << player.dice.below(14);
    if (player.is_odd()) {
        request.is_wrong = true;
        request.size = player.dice.one_of<std::size_t>({0, SIZE_MAX, std::size_t{1} << 50});
    } else if (player.is_odd()) {
        request.is_wrong = true;
        request.alignment = player.dice.one_of<cl_uint>({3, 24, 65, 0xFFFFFFFF});
    }
    return request;
}

void* make(const Request& request, cl_int* code) {
    const cl_mem_properties_intel* const properties = request.properties[0] != 0 ? request.properties.data() : nullptr;
    const cl_context context = request.context.handle;
    switch (request.type) {
        case CL_MEM_TYPE_HOST_INTEL:
            return functions().allocate_host(context, properties, request.size, request.alignment, code);
        case CL_MEM_TYPE_DEVICE_INTEL:
            return functions().allocate_device(context, request.device.handle, properties, request.size,
                                               request.alignment, code);
        default:
            return functions().allocate_shared(context, request.device.handle, properties, request.size,
                                               request.alignment, code);
    }
}

void allocate(Player& player) {
    if (player.usm.size() >= most_allocations) return;
    const Request request = choose_request(player);
    CodeOut out(player);
    begin_call("cl*MemAllocINTEL");
    void* const data = make(request, out.get());
    judge("cl*MemAllocINTEL", out.of(data),
          {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_BUFFER_SIZE},
          request.context.is_bad() || request.is_wrong);
    if (!data) return;
    if (std::uintptr_t(data) % std::max<std::size_t>(request.alignment, 1) != 0)
        fail("a USM allocation is not aligned");
    std::memset(data, 0, request.size);
    player.usm.push_back({request.context.item, request.device.item, request.type, static_cast<std::byte*>(data),
                          request.size, std::make_shared<Memory>(request.size)});
}

template <class Answer>
Answer ask(cl_context context, const void* pointer, cl_mem_info_intel name) {
    Answer answer{};
    std::size_t size = 0;
    begin_call("clGetMemAllocInfoINTEL");
    judge("clGetMemAllocInfoINTEL", functions().info(context, pointer, name, sizeof answer, &answer, &size), {});
    if (size != sizeof answer) fail("a USM query has another size than its type");
    return answer;
}

using Type = cl_unified_shared_memory_type_intel;

void query(Player& player) {
    const auto context = player.context();
    if (context.is_bad() || player.usm.empty()) {
        begin_call("clGetMemAllocInfoINTEL");
        judge("clGetMemAllocInfoINTEL",
              functions().info(context.handle, nullptr, CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, nullptr),
              {CL_INVALID_CONTEXT}, context.is_bad());
        return;
    }
    const UsmItem& usm = player.dice.element(player.usm);
    const std::byte* const inside = usm.data + player.dice.one_of({std::size_t{0}, usm.size / 2, usm.size - 1});
    const bool is_known = context.item == usm.context;
    if (ask<Type>(context.handle, inside, CL_MEM_ALLOC_TYPE_INTEL) != (is_known ? usm.type : CL_MEM_TYPE_UNKNOWN_INTEL))
        fail("a pointer has another type of USM than it should");
    if (ask<void*>(context.handle, inside, CL_MEM_ALLOC_BASE_PTR_INTEL) != (is_known ? usm.data : nullptr))
        fail("a pointer has another base than it should");
    if (ask<std::size_t>(context.handle, inside, CL_MEM_ALLOC_SIZE_INTEL) != (is_known ? usm.size : 0))
        fail("a pointer has another size than it should");
    const cl_device_id device = is_known && usm.device ? usm.device->handle() : nullptr;
    if (ask<cl_device_id>(context.handle, inside, CL_MEM_ALLOC_DEVICE_INTEL) != device)
        fail("a pointer has another device than it should");
    const void* const outside[] = {usm.data + usm.size, usm.data - 1};
    for (const void* pointer : outside)
        if (ask<void*>(context.handle, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL) == usm.data)
            fail("a pointer outside of a USM allocation belongs to it");
    if (ask<Type>(context.handle, &context, CL_MEM_ALLOC_TYPE_INTEL) != CL_MEM_TYPE_UNKNOWN_INTEL)
        fail("a pointer to the stack has a type of USM");
}

/// Returns a queue of the allocation's context, or a wrong handle if there is none.
Choice<QueueItem> queue_of(Player& player, const UsmItem& usm) {
    auto item = player.world.queues.any(player.dice, [&](const auto& queue) { return queue.context == usm.context; });
    return item ? Choice<QueueItem>{item->handle(), item} : Choice<QueueItem>{};
}

void fill(Player& player, const UsmItem& usm, const Choice<QueueItem>& queue) {
    const std::size_t pattern_size = std::size_t{1} << player.dice.below(5);
    const std::size_t at = player.dice.below(usm.size) / pattern_size * pattern_size;
    const std::size_t size = player.dice.below(usm.size - at + 1) / pattern_size * pattern_size;
    const auto pattern = player.random_bytes(16);
    const std::size_t wrong = pattern_size > 1 && player.is_odd() ? 1 : 0;
    Enqueue how{"clEnqueueMemFillINTEL", queue, {usm.memory}, {CL_INVALID_VALUE}};
    // The pointer must be aligned to the pattern's size.
    how.must_fail = std::uintptr_t(usm.data + at + wrong) % pattern_size != 0;
    how.effect = [model = usm.memory, pattern, pattern_size, at, size](bool failed) {
        for (std::size_t i = 0; !failed && i < size; ++i) model->expected[at + i] = pattern[i % pattern_size];
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return functions().fill(queue.handle, usm.data + at + wrong, pattern.data(), pattern_size, size, count, list,
                                event);
    });
}

/// Copies between two allocations of a context, or within one allocation.
void copy(Player& player, const UsmItem& to, const Choice<QueueItem>& queue) {
    UsmItem from = player.dice.element(player.usm);
    if (from.context != to.context) from = to;
    const std::size_t at = player.dice.below(to.size), from_at = player.dice.below(from.size);
    const std::size_t size = player.dice.below(std::min(to.size - at, from.size - from_at) + 1);
    const bool overlaps = to.data == from.data && std::max(at, from_at) - std::min(at, from_at) < size;
    Enqueue how{"clEnqueueMemcpyINTEL", queue, {to.memory}, {CL_MEM_COPY_OVERLAP, CL_INVALID_VALUE}};
    if (from.memory != to.memory) how.touches.push_back(from.memory);
    how.must_fail = overlaps;
    how.is_blocking = player.may_block() && player.dice.percent(30);
    how.effect = [to = to.memory, from = from.memory, at, from_at, size](bool failed) {
        if (!failed) std::memmove(to->expected.data() + at, from->expected.data() + from_at, size);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return functions().copy(queue.handle, how.is_blocking, to.data + at, from.data + from_at, size, count, list,
                                event);
    });
}

void give_hint(Player& player, const UsmItem& usm, const Choice<QueueItem>& queue) {
    const Enqueue how{"clEnqueueMigrateMemINTEL", queue, {usm.memory}, {CL_INVALID_VALUE}};
    const bool migrates = player.dice.percent(50);
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return migrates ? functions().migrate(queue.handle, usm.data, usm.size, 0, count, list, event)
                        : functions().advise(queue.handle, usm.data, usm.size, 0, count, list, event);
    });
}

/// Runs the kernel `mix` on the words of `model`, beginning at byte `at`. `set_pointer(kernel)` sets the kernel's
/// pointer to these words.
template <class SetPointer>
void launch_mix(Player& player, const std::shared_ptr<Memory>& model, std::size_t at, const Choice<QueueItem>& queue,
                SetPointer&& set_pointer) {
    const auto kernel = known_kernel(player, queue.item->context, KnownKernel::mix);
    if (!kernel) return;
    const auto n = static_cast<cl_uint>((model->expected.size() - at) / 4);
    const auto factor = static_cast<cl_uint>(player.dice.next());
    begin_call("clSetKernelArg");
    if (cl.clSetKernelArg(kernel->handle(), 1, sizeof n, &n) != CL_SUCCESS ||
        cl.clSetKernelArg(kernel->handle(), 2, sizeof factor, &factor) != CL_SUCCESS)
        fail("the arguments of a known kernel cannot be set");
    judge("clSetKernelArg*Pointer*", set_pointer(kernel->handle()), {});
    const std::size_t global = n + player.dice.below(3);
    Enqueue how{"clEnqueueNDRangeKernel", queue, {model}};
    how.effect = [model, at, n, factor](bool failed) {
        if (!failed) mix(reinterpret_cast<std::uint32_t*>(model->expected.data() + at), n, factor);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueNDRangeKernel(queue.handle, kernel->handle(), 1, nullptr, &global, nullptr, count, list,
                                         event);
    });
}

void launch(Player& player, const UsmItem& usm, const Choice<QueueItem>& queue) {
    const std::size_t padding = -std::uintptr_t(usm.data) % 4;
    if (usm.size <= padding) return;
    const std::size_t at = padding + player.dice.below(usm.size - padding) / 4 * 4;
    launch_mix(player, usm.memory, at, queue, [&](cl_kernel kernel) {
        return player.dice.percent(50) ? functions().set_pointer(kernel, 0, usm.data + at)
                                       : cl.clSetKernelArgSVMPointer(kernel, 0, usm.data + at);
    });
}

void use(Player& player) {
    if (player.usm.empty()) return allocate(player);
    const UsmItem usm = player.dice.element(player.usm);
    const auto queue = queue_of(player, usm);
    if (queue.is_bad()) return;
    player.dice.one_of({fill, copy, give_hint, launch, launch})(player, usm, queue);
}

/// Tries to free a pointer at which no allocation of the context starts: in another context, or inside the allocation.
void free_wrongly(Player& player) {
    if (player.usm.empty()) return;
    const UsmItem& usm = player.dice.element(player.usm);
    const auto other = player.context();
    const bool is_other = other.item != usm.context;
    if (!is_other && usm.size == 1) return;
    const cl_context context = is_other ? other.handle : usm.context->handle();
    void* const pointer = is_other ? usm.data : usm.data + player.dice.between(1, usm.size - 1);
    const bool blocks = player.may_block() && player.dice.percent(50);
    begin_call("clMemFreeINTEL");
    judge("clMemFreeINTEL", (blocks ? functions().blocking_free : functions().free)(context, pointer),
          {CL_INVALID_VALUE, CL_INVALID_CONTEXT}, true);
}

/// Frees an allocation: after its commands have ended, or by a call that waits for them.
void free_one(Player& player) {
    if (player.usm.empty()) return;
    const bool blocks = player.may_block() && player.dice.percent(50);
    if (!blocks) player.settle();
    const auto item = player.usm.begin() + static_cast<std::ptrdiff_t>(player.dice.below(player.usm.size()));
    const UsmItem usm = std::move(*item);
    player.usm.erase(item);
    if (!blocks && std::memcmp(usm.data, usm.memory->expected.data(), usm.size) != 0)
        fail("a USM allocation holds other bytes than it should");
    const cl_context context = usm.context->handle();
    begin_call("clMemFreeINTEL");
    const cl_int code = (blocks ? functions().blocking_free : functions().free)(context, usm.data);
    judge("clMemFreeINTEL", code, {});
    if (code != CL_SUCCESS) fail("a USM allocation cannot be freed");
    // Another thread may get an allocation at the same address at once.
    if (!player.world.has_threads && ask<Type>(context, usm.data, CL_MEM_ALLOC_TYPE_INTEL) != CL_MEM_TYPE_UNKNOWN_INTEL)
        fail("a freed pointer has a type of USM");
}

/// Runs a kernel on a buffer by the buffer's address.
void use_address(Player& player) {
    const auto queue = player.queue();
    if (queue.is_bad()) return;
    const auto model = std::make_shared<Memory>(0);
    model->expected = player.random_bytes(player.dice.between(1, 2000) * 4);
    const bool has_address = !player.is_odd();
    const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, cl_bool{has_address}, 0};
    cl_int code = 1;
    begin_call("clCreateBufferWithProperties");
    const cl_mem buffer =
        cl.clCreateBufferWithProperties(queue.item->context->handle(), properties, CL_MEM_COPY_HOST_PTR,
                                        model->expected.size(), model->expected.data(), &code);
    judge("clCreateBufferWithProperties", code, {});
    if (!buffer) return;
    std::vector<cl_mem_device_address_ext> addresses(queue.item->context->devices.size());
    begin_call("clGetMemObjectInfo");
    code = cl.clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, addresses.size() * sizeof addresses[0],
                                 addresses.data(), nullptr);
    judge("clGetMemObjectInfo", code, {CL_INVALID_OPERATION}, !has_address);
    const std::size_t at = player.dice.below(model->expected.size() / 4) * 4;
    for (std::size_t left = code == CL_SUCCESS ? player.dice.below(3) : 0; left != 0; --left)
        launch_mix(player, model, at, queue,
                   [&](cl_kernel kernel) { return functions().set_address(kernel, 0, addresses[0] + at); });
    player.settle();
    std::vector<std::byte> bytes(model->expected.size());
    begin_call("clEnqueueReadBuffer");
    judge("clEnqueueReadBuffer",
          cl.clEnqueueReadBuffer(queue.handle, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
          {});
    if (bytes != model->expected) fail("a buffer that was used by its address holds other bytes than it should");
    judge("clReleaseMemObject", cl.clReleaseMemObject(buffer), {});
}

}  // namespace

std::span<const RandomCall> usm_calls() {
    static const RandomCall calls[] = {{allocate, 10}, {use, 30},         {query, 10},
                                       {free_one, 6},  {free_wrongly, 3}, {use_address, 5}};
    return calls;
}

}  // namespace lanewise::api_fuzz
