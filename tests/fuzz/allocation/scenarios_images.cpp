// Scenarios with images and samplers: creation of images, including an image over a buffer, fills, copies and maps.
#include "scenarios.h"

namespace lanewise::fail_allocations {

void images(Caller& caller) {
    const Basics basics(caller);
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 64;
    const auto make_image = [&] {
        const auto image = caller.create<cl_mem>("clCreateImage", [&](cl_int* code) {
            return cl.clCreateImage(basics.context, 0, &format, &description, nullptr, code);
        });
        caller.at_end("clReleaseMemObject", [image] { return cl.clReleaseMemObject(image); });
        return image;
    };
    description.num_mip_levels = 7;
    const cl_mem levels = make_image();
    description.num_mip_levels = 0;
    description.mem_object = caller.create<cl_mem>("clCreateBuffer", [&](cl_int* code) {
        return cl.clCreateBuffer(basics.context, 0, 64 * 64 * 4, nullptr, code);
    });
    caller.at_end("clReleaseMemObject", [buffer = description.mem_object] { return cl.clReleaseMemObject(buffer); });
    const cl_mem over_buffer = make_image();
    const cl_sampler_properties properties[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    const auto sampler = caller.create<cl_sampler>("clCreateSamplerWithProperties", [&](cl_int* code) {
        return cl.clCreateSamplerWithProperties(basics.context, properties, code);
    });
    caller.at_end("clReleaseSampler", [sampler] { return cl.clReleaseSampler(sampler); });
    const std::size_t origin[3] = {0, 0, 1}, begin[3] = {0, 0, 0}, region[3] = {32, 32, 1};
    const cl_uint color[4] = {1, 2, 3, 4};
    caller.run("clEnqueueFillImage", [&](cl_event* event) {
        return cl.clEnqueueFillImage(basics.queue, levels, color, origin, region, 0, nullptr, event);
    });
    caller.run("clEnqueueCopyImage", [&](cl_event* event) {
        return cl.clEnqueueCopyImage(basics.queue, levels, over_buffer, origin, begin, region, 0, nullptr, event);
    });
    std::size_t pitch = 0;
    unsigned char* mapped = nullptr;
    caller.make("clEnqueueMapImage", [&] {
        cl_int code = 1;
        mapped =
            static_cast<unsigned char*>(cl.clEnqueueMapImage(basics.queue, over_buffer, CL_TRUE, CL_MAP_READ, begin,
                                                             region, &pitch, nullptr, 0, nullptr, nullptr, &code));
        return code;
    });
    caller.expect(mapped[31 * pitch + 31 * 4 + 2] == 3, "a mapped image holds something else");
    caller.make("clEnqueueUnmapMemObject",
                [&] { return cl.clEnqueueUnmapMemObject(basics.queue, over_buffer, mapped, 0, nullptr, nullptr); });
    caller.make("clFinish", [&] { return cl.clFinish(basics.queue); });
}

}  // namespace lanewise::fail_allocations
