// Calls that read, write, copy and fill buffers, also with rectangular regions.
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

constexpr std::initializer_list<cl_int> errors = {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE,
                                                  CL_INVALID_CONTEXT,    CL_INVALID_OPERATION,
                                                  CL_MEM_COPY_OVERLAP,   CL_MISALIGNED_SUB_BUFFER_OFFSET};

bool is_foreign(const Choice<MemItem>& buffer, const Choice<QueueItem>& queue) {
    return buffer.item && queue.item && buffer.item->context != queue.item->context;
}

/// The part of a buffer that a transfer uses. `is_wrong` is true if the transfer must fail: the part exceeds the
/// buffer, or the buffer is invalid or in another context.
struct Part {
    Choice<MemItem> buffer;
    std::size_t offset = 0;
    std::size_t size = 0;
    bool is_wrong = false;

    /// Returns the part's position in the model, or an empty Place if `is_wrong` is true.
    Place place() const { return is_wrong ? Place{} : buffer.item->place(offset); }
};

Part any_part(Player& player, const Choice<QueueItem>& queue) {
    Part part;
    part.buffer = player.own_buffer(queue);
    const std::size_t size = part.buffer.item ? part.buffer.item->size : 100;
    part.offset = player.is_odd() ? player.dice.odd_size() : player.dice.below(size);
    part.size = player.is_odd() ? player.dice.odd_size() : player.dice.below(size - std::min(size, part.offset) + 1);
    const bool outside = part.offset > size || part.size > size - part.offset;
    part.is_wrong = part.buffer.is_bad() || outside || is_foreign(part.buffer, queue);
    return part;
}

void touch(Enqueue& how, const Part& part) {
    if (!part.is_wrong) how.touches.push_back(part.buffer.item->memory);
    how.must_fail |= part.is_wrong;
    how.errors = errors;
}

void write(Player& player) {
    Enqueue how{"clEnqueueWriteBuffer", player.queue()};
    const Part part = any_part(player, how.queue);
    touch(how, part);
    const auto data = std::make_shared<std::vector<std::byte>>(player.random_bytes(part.is_wrong ? 1 : part.size + 1));
    const bool no_data = player.is_odd();
    how.must_fail |= no_data;
    how.is_blocking = player.may_block() && player.dice.percent(30);
    how.effect = [data, to = part.place(), size = part.size](bool failed) {
        if (!failed) std::memcpy(to.expected(), data->data(), size);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueWriteBuffer(how.queue.handle, part.buffer.handle, how.is_blocking, part.offset, part.size,
                                       no_data ? nullptr : data->data(), count, list, event);
    });
}

void read(Player& player) {
    Enqueue how{"clEnqueueReadBuffer", player.queue()};
    const Part part = any_part(player, how.queue);
    touch(how, part);
    const auto before = player.random_bytes(part.is_wrong ? 1 : part.size + 1);
    const auto data = std::make_shared<std::vector<std::byte>>(before);
    const bool nowhere = player.is_odd();
    how.must_fail |= nowhere;
    how.is_blocking = player.may_block() && player.dice.percent(30);
    how.effect = [data, before, from = part.place(), size = part.size](bool failed) {
        const std::byte* const wanted = failed ? before.data() : from.expected();
        if (std::memcmp(data->data(), wanted, size) != 0) fail("a read yields other bytes than it should");
        if (data->back() != before.back()) fail("a read writes more than it should");
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueReadBuffer(how.queue.handle, part.buffer.handle, how.is_blocking, part.offset, part.size,
                                      nowhere ? nullptr : data->data(), count, list, event);
    });
}

void copy(Player& player) {
    Enqueue how{"clEnqueueCopyBuffer", player.queue()};
    Part from = any_part(player, how.queue);
    Part to = any_part(player, how.queue);
    if (!from.is_wrong && !to.is_wrong) from.size = to.size = std::min(from.size, to.size);
    touch(how, from);
    touch(how, to);
    const std::size_t size = from.is_wrong ? from.size : to.size;
    if (!how.must_fail && from.buffer.item->memory == to.buffer.item->memory) {
        const std::size_t a = from.buffer.item->origin + from.offset, b = to.buffer.item->origin + to.offset;
        how.must_fail = a < b + size && b < a + size && size != 0;
        how.touches.pop_back();
    }
    how.effect = [source = from.place(), target = to.place(), size](bool failed) {
        if (!failed) std::memcpy(target.expected(), source.expected(), size);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueCopyBuffer(how.queue.handle, from.buffer.handle, to.buffer.handle, from.offset, to.offset,
                                      size, count, list, event);
    });
}

void fill(Player& player) {
    Enqueue how{"clEnqueueFillBuffer", player.queue()};
    Part part = any_part(player, how.queue);
    std::size_t pattern_size = std::size_t{1} << player.dice.below(8);
    const bool odd_pattern = player.is_odd();
    if (odd_pattern) pattern_size = player.dice.one_of<std::size_t>({0, 3, 129, 256, SIZE_MAX});
    if (!part.is_wrong && !odd_pattern && player.dice.percent(95)) {
        part.offset -= part.offset % pattern_size;
        part.size -= part.size % pattern_size;
    }
    touch(how, part);
    how.must_fail |= odd_pattern || part.offset % pattern_size != 0 || part.size % pattern_size != 0;
    const auto pattern = player.random_bytes(256);
    how.effect = [pattern, pattern_size, to = part.place(), size = part.size](bool failed) {
        for (std::size_t i = 0; !failed && i < size; ++i) to.expected()[i] = pattern[i % pattern_size];
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueFillBuffer(how.queue.handle, part.buffer.handle, pattern.data(), pattern_size, part.offset,
                                      part.size, count, list, event);
    });
}

}  // namespace

std::span<const RandomCall> transfer_calls() {
    static const RandomCall calls[] = {{write, 30}, {read, 30}, {copy, 25}, {fill, 20}};
    return calls;
}

}  // namespace lanewise::api_fuzz
