// Tests the errors of the functions that create, record, finalize and enqueue command buffers, and their queries.
#include <array>
#include <functional>
#include <string>

#include "command_buffers/command_buffer_fixture.h"

namespace lanewise::test {
namespace {

using Origin = std::array<std::size_t, 3>;

/// The arguments that all recording functions have in common.
struct Common {
    cl_command_buffer_khr buffer = nullptr;
    cl_command_queue queue = nullptr;
    const CommandProperties* properties = nullptr;
    cl_uint count = 0;
    const cl_sync_point_khr* waits = nullptr;
    cl_sync_point_khr* point = nullptr;
    cl_mutable_command_khr* handle = nullptr;
};

class CommandBufferErrors : public CommandBufferTest {
protected:
    void SetUp() override {
        CommandBufferTest::SetUp();
        memory = ints(64);
        other = ints(64);
        foreign = clCreateBuffer(other_context, CL_MEM_READ_WRITE, 256, nullptr, nullptr);
        own(foreign);
        const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = description.image_height = 8;
        picture = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
        other_picture = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
        own(picture);
        own(other_picture);
        add = kernel("kernel void k(global int* to, int n) { to[get_global_id(0)] += n; }");
        set_arg(add, 0, memory);
        set_arg(add, 1, 1);
        buffer = command_buffer(queue);
    }

    struct Function {
        std::string name;
        std::function<cl_int(const Common&)> call;
        bool takes_handle = false;
    };
    /// Returns all recording functions. Arguments that only some of the functions have are bound to valid values.
    std::vector<Function> functions() {
        const auto common = [](auto function, auto... own) {
            return [=](const Common& c) {
                return function(c.buffer, c.queue, c.properties, own..., c.count, c.waits, c.point, c.handle);
            };
        };
        const std::size_t* const at = origin.data();
        const std::size_t* const size = region.data();
        return {
            {"barrier", common(cb.barrier)},
            {"copy", common(cb.copy, memory, other, 0, 0, 16)},
            {"copy_rect", common(cb.copy_rect, memory, other, at, at, size, 0, 0, 0, 0)},
            {"copy_to_image", common(cb.copy_to_image, memory, picture, 0, at, size)},
            {"copy_image", common(cb.copy_image, picture, other_picture, at, at, size)},
            {"copy_to_buffer", common(cb.copy_to_buffer, picture, memory, at, size, 0)},
            {"fill", common(cb.fill, memory, &pattern, 4, 0, 16)},
            {"fill_image", common(cb.fill_image, picture, color.data(), at, size)},
            {"svm_copy", common(cb.svm_copy, target.data(), source.data(), 16)},
            {"svm_fill", common(cb.svm_fill, target.data(), &pattern, 4, 16)},
            {"kernel", common(cb.kernel, add, 1u, nullptr, &items, nullptr), true},
        };
    }

    cl_mem memory = nullptr, other = nullptr, foreign = nullptr, picture = nullptr, other_picture = nullptr;
    cl_kernel add = nullptr;
    cl_command_buffer_khr buffer = nullptr;
    const Origin origin{}, region{4, 2, 1};
    const std::array<cl_uint, 4> color{1, 2, 3, 4};
    std::array<cl_int, 4> target{}, source{};
    const cl_int pattern = 7;
    const std::size_t items = 4, zero = 0;
};

TEST_F(CommandBufferErrors, OfAllRecordingFunctions) {
    for (const Function& function : functions()) {
        SCOPED_TRACE(function.name);
        cl_sync_point_khr point = 0, bad = 1000, none = 0;
        cl_mutable_command_khr handle = nullptr;
        const CommandProperties bad_properties[] = {1, 2, 0}, no_properties[] = {0};
        Common good;
        good.buffer = buffer;
        good.point = &point;
        EXPECT_EQ(function.call(good), CL_SUCCESS);
        EXPECT_NE(point, 0u);
        const auto expect = [&](cl_int error, auto&& change) {
            Common changed = good;
            change(changed);
            EXPECT_EQ(function.call(changed), error);
        };
        expect(CL_INVALID_COMMAND_BUFFER_KHR, [](Common& c) { c.buffer = nullptr; });
        expect(CL_INVALID_COMMAND_BUFFER_KHR,
               [&](Common& c) { c.buffer = reinterpret_cast<cl_command_buffer_khr>(memory); });
        expect(CL_INVALID_COMMAND_QUEUE, [&](Common& c) { c.queue = queue; });
        expect(CL_INVALID_VALUE, [&](Common& c) { c.properties = bad_properties; });
        expect(CL_SUCCESS, [&](Common& c) { c.properties = no_properties; });
        expect(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, [](Common& c) { c.count = 1; });
        expect(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, [&](Common& c) { c.waits = &point; });
        for (const cl_sync_point_khr* invalid : {&bad, &none}) {
            expect(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, [&](Common& c) {
                c.count = 1;
                c.waits = invalid;
            });
        }
        expect(function.takes_handle ? CL_SUCCESS : CL_INVALID_VALUE, [&](Common& c) { c.handle = &handle; });
        const cl_sync_point_khr before = point;
        expect(CL_SUCCESS, [&](Common& c) {
            c.count = 1;
            c.waits = &before;
        });
    }
    finalize(buffer);
    for (const Function& function : functions()) {
        Common late;
        late.buffer = buffer;
        EXPECT_EQ(function.call(late), CL_INVALID_OPERATION) << function.name;
    }
    EXPECT_EQ(run(buffer), CL_SUCCESS);
}

TEST_F(CommandBufferErrors, OfCopiesAndFills) {
    const auto copy = [&](cl_mem from, cl_mem to, std::size_t at, std::size_t to_at, std::size_t size) {
        return cb.copy(buffer, nullptr, nullptr, from, to, at, to_at, size, 0, nullptr, nullptr, nullptr);
    };
    EXPECT_EQ(copy(foreign, memory, 0, 0, 4), CL_INVALID_CONTEXT);
    EXPECT_EQ(copy(memory, foreign, 0, 0, 4), CL_INVALID_CONTEXT);
    EXPECT_EQ(copy(nullptr, memory, 0, 0, 4), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copy(memory, picture, 0, 0, 4), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copy(memory, other, 256, 0, 4), CL_INVALID_VALUE);
    EXPECT_EQ(copy(memory, memory, 0, 4, 8), CL_MEM_COPY_OVERLAP);
    const auto fill = [&](cl_mem to, const void* bytes, std::size_t size, std::size_t at, std::size_t count) {
        return cb.fill(buffer, nullptr, nullptr, to, bytes, size, at, count, 0, nullptr, nullptr, nullptr);
    };
    EXPECT_EQ(fill(foreign, &pattern, 4, 0, 4), CL_INVALID_CONTEXT);
    EXPECT_EQ(fill(nullptr, &pattern, 4, 0, 4), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(fill(memory, nullptr, 4, 0, 4), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, &pattern, 3, 0, 3), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, &pattern, 4, 2, 4), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, &pattern, 4, 0, 260), CL_INVALID_VALUE);
    const auto rect = [&](cl_mem from, cl_mem to, const std::size_t* size) {
        return cb.copy_rect(buffer, nullptr, nullptr, from, to, origin.data(), origin.data(), size, 0, 0, 0, 0, 0,
                            nullptr, nullptr, nullptr);
    };
    EXPECT_EQ(rect(foreign, memory, region.data()), CL_INVALID_CONTEXT);
    EXPECT_EQ(rect(memory, other, Origin{0, 1, 1}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(rect(memory, other, Origin{64, 8, 1}.data()), CL_INVALID_VALUE);
    EXPECT_EQ(rect(memory, memory, region.data()), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(cb.svm_copy(buffer, nullptr, nullptr, nullptr, source.data(), 4, 0, nullptr, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(cb.svm_copy(buffer, nullptr, nullptr, target.data(), &target[1], 8, 0, nullptr, nullptr, nullptr),
              CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(cb.svm_fill(buffer, nullptr, nullptr, nullptr, &pattern, 4, 4, 0, nullptr, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(cb.svm_fill(buffer, nullptr, nullptr, target.data(), &pattern, 4, 6, 0, nullptr, nullptr, nullptr),
              CL_INVALID_VALUE);
}

TEST_F(CommandBufferErrors, OfImages) {
    const std::size_t* const at = origin.data();
    const Origin large{9, 1, 1};
    EXPECT_EQ(
        cb.copy_image(buffer, nullptr, nullptr, memory, picture, at, at, region.data(), 0, nullptr, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(
        cb.copy_image(buffer, nullptr, nullptr, picture, picture, at, at, region.data(), 0, nullptr, nullptr, nullptr),
        CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(cb.copy_image(buffer, nullptr, nullptr, picture, other_picture, at, at, large.data(), 0, nullptr, nullptr,
                            nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(cb.copy_to_image(buffer, nullptr, nullptr, foreign, picture, 0, at, region.data(), 0, nullptr, nullptr,
                               nullptr),
              CL_INVALID_CONTEXT);
    EXPECT_EQ(cb.copy_to_image(buffer, nullptr, nullptr, memory, picture, 250, at, region.data(), 0, nullptr, nullptr,
                               nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(cb.copy_to_buffer(buffer, nullptr, nullptr, picture, picture, at, region.data(), 0, 0, nullptr, nullptr,
                                nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(
        cb.fill_image(buffer, nullptr, nullptr, picture, nullptr, at, region.data(), 0, nullptr, nullptr, nullptr),
        CL_INVALID_VALUE);
    const cl_image_format format{CL_R, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 8;
    cl_mem floats = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
    own(floats);
    EXPECT_EQ(
        cb.copy_image(buffer, nullptr, nullptr, picture, floats, at, at, region.data(), 0, nullptr, nullptr, nullptr),
        CL_IMAGE_FORMAT_MISMATCH);
}

TEST_F(CommandBufferErrors, OfKernels) {
    const auto record_kernel = [&](cl_kernel kernel, cl_uint dimensions, const std::size_t* global,
                                   const std::size_t* local, const CommandProperties* properties = nullptr) {
        return cb.kernel(buffer, nullptr, properties, kernel, dimensions, nullptr, global, local, 0, nullptr, nullptr,
                         nullptr);
    };
    const char* source_text = "kernel void k(global int* to) { to[0] = 1; }";
    cl_kernel elsewhere = kernel(source_text, other_context);
    cl_kernel unset = kernel(source_text);
    EXPECT_EQ(record_kernel(nullptr, 1, &items, nullptr), CL_INVALID_KERNEL);
    EXPECT_EQ(record_kernel(elsewhere, 1, &items, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(record_kernel(add, 0, &items, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(record_kernel(add, 4, &items, nullptr), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(record_kernel(add, 1, &items, &zero), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(record_kernel(unset, 1, &items, nullptr), CL_INVALID_KERNEL_ARGS);
    const CommandProperties late[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
    const CommandProperties others[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR,
                                        0};
    const CommandProperties twice[] = {late[0], late[1], late[0], late[1], 0};
    const CommandProperties unknown_field[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 32, 0};
    const CommandProperties unknown_assert[] = {dispatch_asserts, 2, 0};
    const CommandProperties asserts[] = {dispatch_asserts, no_additional_work_groups, 0};
    EXPECT_EQ(record_kernel(unset, 1, &items, nullptr, others), CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(record_kernel(add, 1, &items, nullptr, twice), CL_INVALID_VALUE);
    EXPECT_EQ(record_kernel(add, 1, &items, nullptr, unknown_field), CL_INVALID_VALUE);
    EXPECT_EQ(record_kernel(add, 1, &items, nullptr, unknown_assert), CL_INVALID_VALUE);
    EXPECT_EQ(record_kernel(add, 1, &items, nullptr, asserts), CL_INVALID_VALUE);
    EXPECT_EQ(record_kernel(add, 1, &items, &items, asserts), CL_SUCCESS);
    const cl_properties asserting[] = {buffer_asserts, no_additional_work_groups, 0};
    cl_int code = 1;
    cl_command_buffer_khr strict = cb.create(1, &queue, asserting, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(cb.kernel(strict, nullptr, nullptr, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(cb.release(strict), CL_SUCCESS);
    EXPECT_EQ(record_kernel(unset, 1, &items, nullptr, late), CL_SUCCESS);
    finalize(buffer);
    EXPECT_EQ(state_of(buffer), state_finalized);
}

// If the constructors of a program have failed, its kernels can be neither launched nor recorded.
TEST_F(CommandBufferErrors, OfFailedConstructors) {
    const char* source =
        "struct S { int v; S() { v = *(volatile global int*)8; } }; global S s;"
        "kernel void k(global int* p) { p[0] = s.v; }";
    cl_int code = 1;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CLC++2021", nullptr, nullptr), CL_SUCCESS);
    cl_kernel made = clCreateKernel(program, "k", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clReleaseProgram(program);
    own(made);
    set_arg(made, 0, ints(1));
    const std::size_t one = 1;
    cl_command_buffer_khr buffer = command_buffer(queue);
    EXPECT_EQ(cb.kernel(buffer, nullptr, nullptr, made, 1, nullptr, &one, nullptr, 0, nullptr, nullptr, nullptr),
              CL_OUT_OF_RESOURCES);
    finalize(buffer);
    EXPECT_EQ(run(buffer), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
