// Calls for buffers and sub-buffers, mapping and migration.
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

void CL_CALLBACK on_memory_gone(cl_mem, void* count) { ++*static_cast<std::atomic<int>*>(count); }

void expect_end(Player& player, cl_mem memory) {
    const Count count = new_count();
    begin_call("clSetMemObjectDestructorCallback");
    const cl_int code = cl.clSetMemObjectDestructorCallback(memory, on_memory_gone, count.get());
    judge("clSetMemObjectDestructorCallback", code, {});
    if (code == CL_SUCCESS) player.world.expect_callback("a buffer's end", count);
}

void add_buffer(Player& player, std::shared_ptr<MemItem> item) {
    player.add_memory(item->memory, item);
    expect_end(player, item->handle());
    player.world.buffers.add(std::move(item));
    keep_below(player, player.world.buffers, 12);
}

std::size_t buffer_size(Player& player) {
    switch (player.dice.below(20)) {
        case 0: return (std::size_t{2} << 20) + player.dice.below(100000);
        case 1: return player.dice.below(3);
        default: return player.dice.between(1, 8000);
    }
}

}  // namespace

void create_buffer(Player& player) {
    const auto context = player.context();
    const bool wrong_size = player.is_odd();
    const std::size_t size =
        wrong_size ? player.dice.one_of<std::size_t>({0, SIZE_MAX, std::size_t{1} << 50}) : buffer_size(player);
    auto memory = std::make_shared<Memory>(0);
    memory->expected = memory->host = player.random_bytes(wrong_size ? 1 : size);
    // Uses no host access flags, so that the model can always be compared with the buffer. odd_buffer() uses host
    // access flags.
    const auto use = player.dice.one_of<cl_mem_flags>({CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR});
    const bool no_pointer = player.is_odd();
    CodeOut out(player);
    begin_call("clCreateBuffer");
    const cl_mem buffer =
        cl.clCreateBuffer(context.handle, use, size, no_pointer ? nullptr : memory->host.data(), out.get());
    judge("clCreateBuffer", out.of(buffer),
          {CL_INVALID_CONTEXT, CL_INVALID_BUFFER_SIZE, CL_INVALID_HOST_PTR, CL_MEM_OBJECT_ALLOCATION_FAILURE},
          context.is_bad() || wrong_size || no_pointer);
    if (!buffer) return;
    auto item = std::make_shared<MemItem>(buffer);
    item->context = context.item;
    item->size = size;
    item->memory = std::move(memory);
    add_buffer(player, std::move(item));
}

namespace {

/// Makes a buffer with random flags and releases it at once.
void odd_buffer(Player& player) {
    const auto context = player.context();
    const cl_mem_flags flags = player.dice.percent(30) ? player.dice.next() : player.dice.below(0x400);
    const cl_mem_properties properties[] = {player.is_odd() ? 7u : 0u, 1, 0};
    std::byte host[64] = {};
    CodeOut out(player);
    begin_call("clCreateBufferWithProperties");
    const cl_mem buffer =
        cl.clCreateBufferWithProperties(context.handle, player.dice.percent(50) ? properties : nullptr, flags,
                                        1 + player.dice.below(64), player.dice.percent(50) ? host : nullptr, out.get());
    judge("clCreateBufferWithProperties", out.of(buffer),
          {CL_INVALID_CONTEXT, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_HOST_PTR}, context.is_bad());
    if (buffer) judge("clReleaseMemObject", cl.clReleaseMemObject(buffer), {});
}

void create_sub_buffer(Player& player) {
    const auto parent = player.buffer();
    constexpr std::size_t alignment = 128;
    const std::size_t whole = parent.item ? parent.item->size : 1000;
    cl_buffer_region region{player.dice.below(whole / alignment + 1) * alignment, player.dice.between(0, 3000)};
    if (player.is_odd()) region = {player.dice.odd_size(), player.dice.odd_size()};
    const bool outside = region.origin > whole || region.size > whole - region.origin;
    const bool is_part = parent.item && parent.item->parent;
    const auto flags =
        player.is_odd() ? player.dice.below(0x1000) : player.dice.one_of<cl_mem_flags>({0, CL_MEM_READ_WRITE});
    CodeOut out(player);
    begin_call("clCreateSubBuffer");
    const cl_mem buffer = cl.clCreateSubBuffer(parent.handle, flags, player.is_odd() ? 5 : CL_BUFFER_CREATE_TYPE_REGION,
                                               player.is_odd() ? nullptr : &region, out.get());
    judge("clCreateSubBuffer", out.of(buffer),
          {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_BUFFER_SIZE, CL_MISALIGNED_SUB_BUFFER_OFFSET},
          parent.is_bad() || is_part || outside || region.size == 0 || region.origin % alignment != 0);
    if (!buffer) return;
    auto item = std::make_shared<MemItem>(buffer);
    item->context = parent.item->context;
    item->parent = parent.item;
    item->memory = parent.item->memory;
    item->origin = region.origin;
    item->size = region.size;
    item->owner = parent.item->owner;
    // Other calls use the sub-buffer only if it has no flags except CL_MEM_READ_WRITE. Further flags might forbid the
    // host to read or write the sub-buffer, and the model ignores such flags.
    if ((flags & ~cl_mem_flags{CL_MEM_READ_WRITE}) != 0) return;
    player.world.buffers.add(std::move(item));
    keep_below(player, player.world.buffers, 12);
}

void set_destructor(Player& player) {
    const auto buffer = player.buffer();
    begin_call("clSetMemObjectDestructorCallback");
    const cl_int code = cl.clSetMemObjectDestructorCallback(buffer.handle, nullptr, nullptr);
    judge("clSetMemObjectDestructorCallback", code, {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE}, true);
}

/// Maps and unmaps a buffer. If the map is blocking, writes to the mapped memory before the unmap.
void map_buffer(Player& player) {
    const auto queue = player.queue();
    const auto buffer = player.own_buffer(queue);
    const std::size_t size = buffer.item ? buffer.item->size : 100;
    std::size_t offset = player.dice.below(size);
    std::size_t bytes = 1 + player.dice.below(size - offset);
    if (player.is_odd()) offset = player.dice.odd_size();
    if (player.is_odd()) bytes = player.dice.odd_size();
    const bool outside = offset > size || bytes > size - offset || bytes == 0;
    const bool foreign = buffer.item && queue.item && buffer.item->context != queue.item->context;
    const cl_map_flags flags =
        player.is_odd()
            ? player.dice.below(64)
            : player.dice.one_of<cl_map_flags>({0, CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION});
    const bool blocking = player.may_block() && player.dice.percent(50);
    Enqueue how{"clEnqueueMapBuffer", queue};
    if (buffer.item && !foreign) how.touches = {buffer.item->memory};
    how.errors = {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_OPERATION, CL_INVALID_CONTEXT};
    how.must_fail = buffer.is_bad() || outside || foreign;
    how.is_blocking = blocking;
    std::byte* mapped = nullptr;
    const cl_int code = player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        cl_int result = 0x5A5A;
        mapped = static_cast<std::byte*>(cl.clEnqueueMapBuffer(queue.handle, buffer.handle, blocking, flags, offset,
                                                               bytes, count, list, event, &result));
        if ((mapped != nullptr) != (result == CL_SUCCESS)) fail("a map's code contradicts its result");
        return result;
    });
    if (code != CL_SUCCESS) return;
    if (blocking && (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0) {
        // The host may write now: the commands before the map have ended, and later commands wait for the unmap.
        const auto data = player.random_bytes(bytes);
        player.settle();
        std::memcpy(mapped, data.data(), bytes);
        std::ranges::copy(data, buffer.item->place(offset).expected());
    } else {
        // A map that failed has mapped nothing. Whether the map failed is known only after all commands have ended.
        player.settle();
    }
    Enqueue unmap{"clEnqueueUnmapMemObject", queue};
    unmap.touches = {buffer.item->memory};
    unmap.errors = {CL_INVALID_VALUE};
    player.enqueue(unmap, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueUnmapMemObject(queue.handle, buffer.handle, mapped, count, list, event);
    });
}

void odd_unmap(Player& player) {
    const auto queue = player.queue();
    const auto buffer = player.buffer();
    std::byte nothing[1];
    begin_call("clEnqueueUnmapMemObject");
    const cl_int code = cl.clEnqueueUnmapMemObject(queue.handle, buffer.handle, nothing, 0, nullptr, nullptr);
    judge("clEnqueueUnmapMemObject", code,
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT, CL_INVALID_VALUE}, true);
}

void migrate(Player& player) {
    const auto queue = player.queue();
    std::vector<cl_mem> handles;
    std::vector<std::shared_ptr<MemItem>> alive;
    bool bad = player.is_odd();
    for (std::size_t i = bad ? 0 : player.dice.between(1, 3); i > 0; --i) {
        const auto buffer = player.own_buffer(queue);
        bad |= buffer.is_bad() || (queue.item && buffer.item->context != queue.item->context);
        handles.push_back(buffer.handle);
        alive.push_back(buffer.item);
    }
    Enqueue how{"clEnqueueMigrateMemObjects", queue};
    how.errors = {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_CONTEXT};
    how.must_fail = bad;
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueMigrateMemObjects(queue.handle, static_cast<cl_uint>(handles.size()), handles.data(),
                                             player.is_odd() ? player.dice.below(8) : 0, count, list, event);
    });
}

}  // namespace

std::span<const RandomCall> memory_calls() {
    static const RandomCall calls[] = {{create_buffer, 12}, {odd_buffer, 4}, {create_sub_buffer, 8},
                                       {set_destructor, 2}, {map_buffer, 8}, {odd_unmap, 2},
                                       {migrate, 6}};
    return calls;
}

}  // namespace lanewise::api_fuzz
