// Calls for shared virtual memory.
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

/// An SVM allocation, which some commands use. It is freed by clSVMFree, by a command, or when the context is
/// destroyed.
struct Allocation {
    std::byte* data = nullptr;
    std::size_t size = 0;
};

/// Allocates memory of a random type of unified SVM, sometimes with properties, and asks for its properties.
Allocation allocate_unified(Player& player, const Choice<ContextItem>& context) {
    static const auto allocate = extension<clSVMAllocWithPropertiesKHR_fn>("clSVMAllocWithPropertiesKHR");
    static const auto get_info = extension<clGetSVMPointerInfoKHR_fn>("clGetSVMPointerInfoKHR");
    // Chooses only types without an owner, since the other types need a device of the context.
    const bool wrong = player.is_odd();
    const auto type =
        wrong ? static_cast<cl_uint>(player.dice.between(6, 100)) : player.dice.one_of<cl_uint>({0, 1, 3, 4, 5});
    const cl_svm_alloc_properties_khr properties[] = {CL_SVM_ALLOC_ALIGNMENT_KHR,
                                                      std::uint64_t{1} << player.dice.below(17), 0};
    const bool has_properties = player.dice.percent(50);
    const std::size_t size = player.dice.between(1, 5000);
    cl_int code = 1;
    begin_call("clSVMAllocWithPropertiesKHR");
    void* const data = allocate(context.handle, has_properties ? properties : nullptr, type, size, &code);
    judge("clSVMAllocWithPropertiesKHR", code, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}, context.is_bad() || wrong);
    if (!data) return {};
    std::size_t bytes = 0, known = 0;
    begin_call("clGetSVMPointerInfoKHR");
    judge("clGetSVMPointerInfoKHR",
          get_info(context.handle, nullptr, data, CL_SVM_INFO_PROPERTIES_KHR, 0, nullptr, &bytes), {});
    judge("clGetSVMPointerInfoKHR",
          get_info(context.handle, nullptr, static_cast<std::byte*>(data) + size - 1, CL_SVM_INFO_SIZE_KHR,
                   sizeof known, &known, nullptr),
          {});
    if (bytes != (has_properties ? sizeof properties : 0) || known != size)
        fail("an SVM allocation has other properties or another size than it should");
    return {static_cast<std::byte*>(data), size};
}

Allocation allocate(Player& player, const Choice<ContextItem>& context) {
    if (player.dice.percent(40)) return allocate_unified(player, context);
    const bool wrong = player.is_odd();
    const std::size_t size =
        wrong ? player.dice.one_of<std::size_t>({0, SIZE_MAX, std::size_t{1} << 50}) : player.dice.between(1, 5000);
    const auto flags = player.is_odd()
                           ? player.dice.next()
                           : player.dice.one_of<cl_svm_mem_flags>({CL_MEM_READ_WRITE, 0, CL_MEM_SVM_FINE_GRAIN_BUFFER});
    const cl_uint alignment =
        player.is_odd() ? static_cast<cl_uint>(player.dice.odd_size()) : player.dice.one_of<cl_uint>({0, 1, 16, 128});
    begin_call("clSVMAlloc");
    void* const data = cl.clSVMAlloc(context.handle, flags, size, alignment);
    judge("clSVMAlloc", data ? CL_SUCCESS : CL_INVALID_VALUE, {CL_INVALID_VALUE}, context.is_bad() || wrong);
    return {static_cast<std::byte*>(data), size};
}

void fill(Player& player, const Choice<QueueItem>& queue, const Allocation& memory,
          const std::shared_ptr<Memory>& model) {
    const auto pattern = player.random_bytes(16);
    const std::size_t size = memory.size - memory.size % 16;
    Enqueue how{"clEnqueueSVMMemFill", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}};
    how.effect = [model, pattern, size](bool failed) {
        for (std::size_t i = 0; !failed && i < size; ++i) model->expected[i] = pattern[i % 16];
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMMemFill(queue.handle, memory.data, pattern.data(), 16, size, count, list, event);
    });
}

void copy_half(Player& player, const Choice<QueueItem>& queue, const Allocation& memory,
               const std::shared_ptr<Memory>& model) {
    const std::size_t half = memory.size / 2;
    const bool overlaps = player.is_odd() && half > 1;
    Enqueue how{"clEnqueueSVMMemcpy", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT, CL_MEM_COPY_OVERLAP}};
    how.must_fail = overlaps;
    how.is_blocking = player.may_block() && player.dice.percent(30);
    how.effect = [model, half](bool failed) {
        if (!failed) std::memcpy(model->expected.data() + half, model->expected.data(), half);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMMemcpy(queue.handle, how.is_blocking, memory.data + (overlaps ? 1 : half), memory.data,
                                     half, count, list, event);
    });
}

void map_and_unmap(Player& player, const Choice<QueueItem>& queue, const Allocation& memory,
                   const std::shared_ptr<Memory>& model) {
    Enqueue map{"clEnqueueSVMMap", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}};
    map.is_blocking = player.may_block() && player.dice.percent(30);
    const cl_map_flags flags = player.is_odd() ? player.dice.next() : CL_MAP_READ | CL_MAP_WRITE;
    player.enqueue(map, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMMap(queue.handle, map.is_blocking, flags, memory.data, memory.size, count, list, event);
    });
    const Enqueue unmap{"clEnqueueSVMUnmap", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}};
    player.enqueue(unmap, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMUnmap(queue.handle, memory.data, count, list, event);
    });
}

void migrate(Player& player, const Choice<QueueItem>& queue, const Allocation& memory,
             const std::shared_ptr<Memory>& model) {
    const void* pointers[] = {memory.data, memory.data + memory.size / 2};
    const std::size_t sizes[] = {0, player.dice.below(memory.size * 2)};
    Enqueue how{"clEnqueueSVMMigrateMem", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}};
    how.must_fail = sizes[1] > memory.size - memory.size / 2;
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMMigrateMem(queue.handle, 2, pointers, sizes, 0, count, list, event);
    });
}

struct FreeCall {
    cl_context context;
    Count count = new_count();
};

void CL_CALLBACK free_pointers(cl_command_queue, cl_uint count, void* pointers[], void* data) {
    auto* const call = static_cast<FreeCall*>(data);
    for (cl_uint i = 0; i < count; ++i) cl.clSVMFree(call->context, pointers[i]);
    ++*call->count;
}

/// Frees the memory by clEnqueueSVMFree, sometimes with a callback function that frees the memory. If the command
/// fails, the memory is freed when the context is destroyed.
void enqueue_free(Player& player, const Choice<QueueItem>& queue, const Allocation& memory,
                  const std::shared_ptr<Memory>& model) {
    void* pointers[] = {memory.data};
    const bool by_function = player.dice.percent(50);
    const auto call = std::make_shared<FreeCall>(FreeCall{queue.item->context->handle()});
    Enqueue how{"clEnqueueSVMFree", queue, {model}, {CL_INVALID_VALUE, CL_INVALID_CONTEXT}};
    how.effect = [call, by_function](bool failed) {
        if (*call->count != (by_function && !failed ? 1 : 0))
            fail("a free function was called another number of times");
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueSVMFree(queue.handle, 1, pointers, by_function ? free_pointers : nullptr, call.get(), count,
                                   list, event);
    });
}

void use_svm(Player& player) {
    const auto context = player.context();
    const Allocation memory = allocate(player, context);
    if (!memory.data) return;
    const auto item =
        player.world.queues.any(player.dice, [&](const QueueItem& queue) { return queue.context == context.item; });
    const auto model = std::make_shared<Memory>(memory.size);
    std::memset(memory.data, 0, memory.size);
    if (!item) return cl.clSVMFree(context.handle, memory.data);
    const Choice<QueueItem> queue{item->handle(), item};
    for (std::size_t i = player.dice.below(5); i > 0; --i)
        player.dice.one_of({fill, copy_half, map_and_unmap, migrate})(player, queue, memory, model);
    player.settle();
    if (std::memcmp(memory.data, model->expected.data(), memory.size) != 0)
        fail("an SVM allocation holds other bytes than it should");
    model->last_event = nullptr;
    model->last_queue = nullptr;
    if (player.dice.percent(70)) return enqueue_free(player, queue, memory, model);
    begin_call("clSVMFree");
    static const auto free_memory = extension<clSVMFreeWithPropertiesKHR_fn>("clSVMFreeWithPropertiesKHR");
    if (player.dice.percent(30))
        judge("clSVMFreeWithPropertiesKHR", free_memory(context.handle, nullptr, 0, memory.data), {});
    else if (player.dice.percent(70))
        cl.clSVMFree(context.handle, memory.data);
}

void odd_svm(Player& player) {
    const auto queue = player.queue();
    std::byte bytes[64] = {};
    begin_call("clSVMFree");
    cl.clSVMFree(player.context().handle, bytes);
    begin_call("clEnqueueSVMMemFill");
    judge("clEnqueueSVMMemFill", cl.clEnqueueSVMMemFill(queue.handle, nullptr, bytes, 4, 8, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, true);
    begin_call("clEnqueueSVMMemcpy");
    judge("clEnqueueSVMMemcpy", cl.clEnqueueSVMMemcpy(queue.handle, CL_FALSE, bytes, nullptr, 8, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, true);
    begin_call("clEnqueueSVMFree");
    judge("clEnqueueSVMFree", cl.clEnqueueSVMFree(queue.handle, 3, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, true);
    begin_call("clEnqueueSVMUnmap");
    judge("clEnqueueSVMUnmap", cl.clEnqueueSVMUnmap(queue.handle, nullptr, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, true);
    begin_call("clEnqueueSVMMap");
    judge("clEnqueueSVMMap", cl.clEnqueueSVMMap(queue.handle, CL_FALSE, 0, bytes, 0, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}, true);
}

}  // namespace

std::span<const RandomCall> svm_calls() {
    static const RandomCall calls[] = {{use_svm, 5}, {odd_svm, 2}};
    return calls;
}

}  // namespace lanewise::api_fuzz
