// Calls for images and samplers. The model predicts the contents of images over buffers, because it knows the bytes of
// the buffers. Other images have random descriptions and samplers have random properties, which are often invalid. No
// pool contains images or samplers: each image and sampler is released at once, and stays alive while commands use it.
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

constexpr std::initializer_list<cl_int> command_errors = {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE,
                                                          CL_INVALID_CONTEXT,    CL_INVALID_OPERATION,
                                                          CL_INVALID_MIP_LEVEL,  CL_MEM_COPY_OVERLAP};
constexpr std::initializer_list<cl_int> creation_errors = {CL_INVALID_CONTEXT,
                                                           CL_INVALID_VALUE,
                                                           CL_INVALID_PROPERTY,
                                                           CL_INVALID_HOST_PTR,
                                                           CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                                                           CL_IMAGE_FORMAT_NOT_SUPPORTED,
                                                           CL_INVALID_IMAGE_DESCRIPTOR,
                                                           CL_INVALID_IMAGE_SIZE,
                                                           CL_MEM_OBJECT_ALLOCATION_FAILURE};

void release(cl_mem image) {
    begin_call("clReleaseMemObject");
    judge("clReleaseMemObject", cl.clReleaseMemObject(image), {});
}

/// A 2D image whose texels are bytes, over the memory of a buffer.
struct ByteImage {
    Choice<MemItem> buffer;
    cl_mem handle = nullptr;
    std::size_t width = 0, height = 0, pitch = 0;

    std::size_t used() const { return pitch * height; }
};

ByteImage create_over_buffer(Player& player, const Choice<QueueItem>& queue) {
    ByteImage image;
    image.buffer = player.own_buffer(queue);
    if (image.buffer.is_bad()) return image;
    const std::size_t room = image.buffer.item->size;
    image.width = player.dice.between(1, 60);
    image.pitch = image.width + player.dice.below(8);
    image.height = player.dice.between(1, 30);
    const bool too_large = image.used() > room;
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image.width;
    description.image_height = image.height;
    description.image_row_pitch = image.pitch;
    description.mem_object = image.buffer.handle;
    const bool wrong_pitch = image.width > 1 && player.is_odd();
    if (wrong_pitch) description.image_row_pitch = image.width - 1;
    const cl_image_format format{CL_R, CL_UNSIGNED_INT8};
    const auto& context = image.buffer.item->context;
    CodeOut out(player);
    begin_call("clCreateImage");
    image.handle = cl.clCreateImage(context->handle(), 0, &format, &description, nullptr, out.get());
    judge("clCreateImage", out.of(image.handle), creation_errors, too_large || wrong_pitch);
    return image;
}

/// A region of an image. `is_wrong` is true if the region exceeds the image.
struct Box {
    std::size_t origin[3] = {}, region[3] = {1, 1, 1};
    bool is_wrong = false;
    std::size_t bytes() const { return region[0] * region[1]; }
};

Box any_box(Player& player, const ByteImage& image) {
    Box box;
    const std::size_t size[2] = {image.width, image.height};
    for (int d = 0; d < 2; ++d) {
        box.region[d] = player.dice.between(1, size[d]);
        box.origin[d] = player.dice.below(size[d] - box.region[d] + 1);
    }
    if (!player.is_odd()) return box;
    (player.dice.percent(50) ? box.origin : box.region)[player.dice.below(3)] = player.dice.odd_size();
    for (int d = 0; d < 3; ++d) {
        const std::size_t most = d < 2 ? size[d] : 1;
        box.is_wrong |= box.region[d] == 0 || box.origin[d] > most || box.region[d] > most - box.origin[d];
    }
    return box;
}

/// Calls `row(bytes, number)` for each row of the box; `bytes` points to the row's first byte in the model.
template <class Row>
void for_rows(const ByteImage& image, const Box& box, const Place& start, Row&& row) {
    for (std::size_t y = 0; y < box.region[1]; ++y)
        row(start.expected() + (box.origin[1] + y) * image.pitch + box.origin[0], y);
}

enum class Use : std::uint8_t { read, write, fill };

/// Applies a write or fill to the model, or compares the result of a read with the model.
void play_effect(Use use, const ByteImage& image, const Box& box, const Place& start, std::vector<std::byte>& host) {
    for_rows(image, box, start, [&](std::byte* row, std::size_t y) {
        std::byte* const at = host.data() + y * box.region[0];
        if (use == Use::read) {
            if (std::memcmp(row, at, box.region[0]) != 0) fail("an image reads other bytes than it should");
        } else if (use == Use::fill) {
            std::memset(row, static_cast<int>(host[0]), box.region[0]);
        } else {
            std::memcpy(row, at, box.region[0]);
        }
    });
}

cl_int call(Use use, const Enqueue& how, const ByteImage& image, const Box& box, std::vector<std::byte>& host,
            cl_uint count, const cl_event* list, cl_event* event) {
    if (use == Use::read)
        return cl.clEnqueueReadImage(how.queue.handle, image.handle, how.is_blocking, box.origin, box.region, 0, 0,
                                     host.data(), count, list, event);
    if (use == Use::write)
        return cl.clEnqueueWriteImage(how.queue.handle, image.handle, how.is_blocking, box.origin, box.region, 0, 0,
                                      host.data(), count, list, event);
    const cl_uint color[4] = {static_cast<cl_uint>(host[0]), 1, 2, 3};
    return cl.clEnqueueFillImage(how.queue.handle, image.handle, color, box.origin, box.region, count, list, event);
}

void use_image_over_buffer(Player& player) {
    const auto use = player.dice.one_of<Use>({Use::read, Use::write, Use::fill});
    static constexpr const char* names[] = {"clEnqueueReadImage", "clEnqueueWriteImage", "clEnqueueFillImage"};
    Enqueue how{names[static_cast<unsigned>(use)], player.queue()};
    const ByteImage image = create_over_buffer(player, how.queue);
    if (!image.handle) return;
    const Box box = any_box(player, image);
    const bool foreign = how.queue.item && image.buffer.item->context != how.queue.item->context;
    how.must_fail = box.is_wrong || foreign;
    how.errors = command_errors;
    if (!how.must_fail) how.touches = {image.buffer.item->memory};
    how.is_blocking = use != Use::fill && player.may_block() && player.dice.percent(30);
    const auto host = std::make_shared<std::vector<std::byte>>(player.random_bytes(how.must_fail ? 1 : box.bytes()));
    how.effect = [use, image, box, host, start = image.buffer.item->place(0)](bool failed) {
        if (!failed) play_effect(use, image, box, start, *host);
    };
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return call(use, how, image, box, *host, count, list, event);
    });
    release(image.handle);
}

void copy_image(Player& player) {
    Enqueue how{"clEnqueueCopyImage", player.queue()};
    const ByteImage from = create_over_buffer(player, how.queue);
    const ByteImage to = create_over_buffer(player, how.queue);
    if (from.handle && to.handle && from.buffer.item->memory != to.buffer.item->memory) {
        Box source = any_box(player, from), target = any_box(player, to);
        if (!source.is_wrong && !target.is_wrong)
            for (int d = 0; d < 2; ++d)
                source.region[d] = target.region[d] = std::min(source.region[d], target.region[d]);
        const auto& queue = how.queue.item;
        how.must_fail =
            source.is_wrong || target.is_wrong ||
            (queue && (from.buffer.item->context != queue->context || to.buffer.item->context != queue->context));
        how.errors = command_errors;
        if (!how.must_fail) how.touches = {from.buffer.item->memory, to.buffer.item->memory};
        how.effect = [=, start = from.buffer.item->place(0), end = to.buffer.item->place(0)](bool failed) {
            if (failed) return;
            for_rows(to, target, end, [&](std::byte* row, std::size_t y) {
                std::memcpy(row, start.expected() + (source.origin[1] + y) * from.pitch + source.origin[0],
                            source.region[0]);
            });
        };
        // If `target` exceeds its image, passes the size of `target`, which the driver must refuse. The size of
        // `source` might fit both images, and the driver would then accept the call.
        const std::size_t* const region = target.is_wrong ? target.region : source.region;
        player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
            return cl.clEnqueueCopyImage(how.queue.handle, from.handle, to.handle, source.origin, target.origin, region,
                                         count, list, event);
        });
    }
    if (from.handle) release(from.handle);
    if (to.handle) release(to.handle);
}

cl_image_desc any_description(Player& player) {
    cl_image_desc description{};
    description.image_type = static_cast<cl_mem_object_type>(player.dice.between(0x10F0, 0x10F7));
    const auto size = [&] { return player.is_odd() ? player.dice.odd_size() : player.dice.between(1, 40); };
    description.image_width = size();
    description.image_height = size();
    description.image_depth = size();
    description.image_array_size = size();
    if (player.is_odd()) description.image_row_pitch = player.dice.odd_size();
    if (player.is_odd()) description.image_slice_pitch = player.dice.odd_size();
    if (player.dice.percent(20)) description.num_mip_levels = static_cast<cl_uint>(player.dice.below(9));
    if (player.is_odd()) description.num_samples = 1;
    if (player.dice.percent(20)) description.mem_object = player.buffer().handle;
    return description;
}

/// Queries the image, passes it to calls that expect other objects, and fills random regions of the image.
void use_any_image(Player& player, cl_mem image) {
    std::size_t value[2] = {};
    begin_call("clGetImageInfo");
    judge("clGetImageInfo",
          cl.clGetImageInfo(image, static_cast<cl_image_info>(player.dice.between(0x1110, 0x1120)),
                            player.dice.below(17), value, nullptr),
          {CL_INVALID_VALUE});
    const auto queue = player.queue();
    std::byte bytes[64] = {};
    begin_call("clEnqueueReadBuffer");
    judge("clEnqueueReadBuffer",
          cl.clEnqueueReadBuffer(queue.handle, image, CL_FALSE, 0, 8, bytes, 0, nullptr, nullptr),
          {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT}, true);
    // The origin may be outside of the image, and the region may be empty.
    const std::size_t origin[4] = {player.dice.odd_size(), player.dice.below(3), player.dice.below(3),
                                   player.dice.below(3)};
    const std::size_t region[3] = {1, 1, player.is_odd() ? 0u : 1u};
    Enqueue how{"clEnqueueFillImage", queue};
    how.errors = command_errors;
    player.enqueue(how, [&](cl_uint count, const cl_event* list, cl_event* event) {
        return cl.clEnqueueFillImage(queue.handle, image, bytes, origin, region, count, list, event);
    });
}

void create_any_image(Player& player) {
    const auto context = player.context();
    const cl_image_desc description = any_description(player);
    const cl_image_format format{static_cast<cl_channel_order>(player.dice.between(0x10B0, 0x10C4)),
                                 static_cast<cl_channel_type>(player.dice.between(0x10D0, 0x10E0))};
    const cl_mem_flags flags = player.is_odd() ? player.dice.next() : CL_MEM_READ_WRITE;
    const cl_mem_properties unknown[] = {7, 1, 0};
    CodeOut out(player);
    begin_call("clCreateImageWithProperties");
    const cl_mem image =
        cl.clCreateImageWithProperties(context.handle, player.is_odd() ? unknown : nullptr, flags,
                                       player.is_odd() ? nullptr : &format, &description, nullptr, out.get());
    judge("clCreateImageWithProperties", out.of(image), creation_errors, context.is_bad());
    if (!image) return;
    // Does not use images over buffers, because the commands would change bytes that the model predicts.
    if (!description.mem_object) use_any_image(player, image);
    release(image);
}

void use_sampler(Player& player) {
    const auto context = player.context();
    std::vector<cl_sampler_properties> properties;
    for (std::size_t i = player.dice.below(4); i > 0; --i) {
        properties.push_back(player.dice.between(0x1150, 0x1159));
        properties.push_back(player.dice.percent(50) ? player.dice.between(0x1130, 0x1141) : player.dice.below(2));
    }
    properties.push_back(0);
    CodeOut out(player);
    begin_call("clCreateSamplerWithProperties");
    const cl_sampler sampler =
        cl.clCreateSamplerWithProperties(context.handle, player.is_odd() ? nullptr : properties.data(), out.get());
    judge("clCreateSamplerWithProperties", out.of(sampler), {CL_INVALID_CONTEXT, CL_INVALID_VALUE}, context.is_bad());
    if (!sampler) return;
    const auto kernel = player.kernel();
    if (!kernel.item || kernel.item->owner == std::this_thread::get_id()) {
        // No kernel has a sampler argument, so that the call must fail.
        begin_call("clSetKernelArg");
        judge("clSetKernelArg", cl.clSetKernelArg(kernel.handle, 9, sizeof sampler, &sampler),
              {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX}, true);
    }
    cl_uint value[8] = {};
    begin_call("clGetSamplerInfo");
    judge("clGetSamplerInfo",
          cl.clGetSamplerInfo(sampler, static_cast<cl_sampler_info>(player.dice.between(0x1150, 0x115A)),
                              player.dice.below(33), value, nullptr),
          {CL_INVALID_VALUE});
    for (int i = 0; i < 2; ++i) {
        begin_call("clReleaseSampler");
        if (i == 1 && player.world.has_threads) break;
        judge("clReleaseSampler", cl.clReleaseSampler(sampler), {CL_INVALID_SAMPLER}, i == 1);
    }
}

}  // namespace

std::span<const RandomCall> image_calls() {
    static const RandomCall calls[] = {
        {use_image_over_buffer, 16}, {copy_image, 8}, {create_any_image, 8}, {use_sampler, 4}};
    return calls;
}

}  // namespace lanewise::api_fuzz
