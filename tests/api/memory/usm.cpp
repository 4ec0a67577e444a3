// Tests the allocations and queries of unified shared memory (cl_intel_unified_shared_memory): results and every error.
#include <cstring>
#include <string>
#include <vector>

#include "memory/usm_fixture.h"

namespace lanewise::test {
namespace {

class Usm : public UsmTest {};

TEST_F(Usm, IsListedWithItsVersion) {
    std::size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size), CL_SUCCESS);
    std::vector<cl_name_version> listed(size / sizeof(cl_name_version));
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, listed.data(), nullptr), CL_SUCCESS);
    bool is_found = false;
    for (const cl_name_version& each : listed) {
        if (std::string(each.name) != "cl_intel_unified_shared_memory") continue;
        is_found = true;
        EXPECT_EQ(each.version, CL_MAKE_VERSION(1, 1, 0));
    }
    EXPECT_TRUE(is_found);
}

TEST_F(Usm, DevicesHaveAllCapabilities) {
    for (const cl_device_info name :
         {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
          CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
          CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL}) {
        cl_device_unified_shared_memory_capabilities_intel bits = 0;
        std::size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof bits, &bits, &size), CL_SUCCESS);
        EXPECT_EQ(bits, 15u);
        EXPECT_EQ(size, sizeof bits);
    }
}

TEST_F(Usm, AnswersForPointersInside) {
    for (const auto type : all_types) {
        for (const std::size_t size : {1, 300, 100000, 3 << 20}) {
            std::uint8_t* const memory = allocate(type, size);
            std::memset(memory, 1, size);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0u);
            for (const std::size_t offset : {std::size_t{0}, size - 1}) {
                EXPECT_EQ(type_of(memory + offset), type);
                EXPECT_EQ(info<void*>(memory + offset, CL_MEM_ALLOC_BASE_PTR_INTEL), memory);
                EXPECT_EQ(info<size_t>(memory + offset, CL_MEM_ALLOC_SIZE_INTEL), size);
                EXPECT_EQ(info<cl_device_id>(memory + offset, CL_MEM_ALLOC_DEVICE_INTEL),
                          type == CL_MEM_TYPE_HOST_INTEL ? nullptr : device);
                EXPECT_EQ(info<cl_mem_alloc_flags_intel>(memory + offset, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
            }
            EXPECT_EQ(type_of(memory + size), cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
            EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
            EXPECT_EQ(type_of(memory), cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
        }
    }
}

TEST_F(Usm, AnswersForForeignPointers) {
    int local = 0;
    void* const svm = clSVMAlloc(context, 0, 64, 0);
    std::uint8_t* const memory = shared(64);
    const auto expect_unknown = [&](const void* pointer, cl_context in) {
        EXPECT_EQ(type_of(pointer, in), cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
        EXPECT_EQ(info<void*>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL, in), nullptr);
        EXPECT_EQ(info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL, in), 0u);
        EXPECT_EQ(info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL, in), nullptr);
        EXPECT_EQ(info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL, in), 0u);
    };
    for (const void* pointer : {static_cast<const void*>(nullptr), static_cast<const void*>(&local),
                                static_cast<const void*>(svm), reinterpret_cast<const void*>(-1)})
        expect_unknown(pointer, context);
    expect_unknown(memory, other_context);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
    clSVMFree(context, svm);
}

TEST_F(Usm, QueryErrors) {
    std::uint8_t* const memory = shared(64);
    size_t size = 0;
    EXPECT_EQ(get_info(nullptr, memory, CL_MEM_ALLOC_SIZE_INTEL, 8, &size, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(get_info(context, memory, CL_MEM_SIZE, 8, &size, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(context, nullptr, 0, 8, &size, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(context, memory, CL_MEM_ALLOC_SIZE_INTEL, 7, &size, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(context, memory, CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof(size_t));
    EXPECT_EQ(blocking_free(context, memory), CL_SUCCESS);
}

TEST_F(Usm, AllocationErrors) {
    const auto error = [&](cl_context in, const cl_mem_properties_intel* properties, std::size_t size,
                           cl_uint alignment) {
        cl_int code[3] = {1, 1, 1};
        EXPECT_EQ(host_alloc(in, properties, size, alignment, &code[0]), nullptr);
        EXPECT_EQ(device_alloc(in, device, properties, size, alignment, &code[1]), nullptr);
        EXPECT_EQ(shared_alloc(in, device, properties, size, alignment, &code[2]), nullptr);
        EXPECT_EQ(code[0], code[1]);
        EXPECT_EQ(code[0], code[2]);
        return code[0];
    };
    const cl_mem_properties_intel unknown[] = {CL_MEM_ALLOC_BUFFER_LOCATION_INTEL, 0, 0};
    const cl_mem_properties_intel unknown_bit[] = {CL_MEM_ALLOC_FLAGS_INTEL, 8, 0};
    const cl_mem_properties_intel twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1, CL_MEM_ALLOC_FLAGS_INTEL, 1, 0};
    const cl_mem_properties_intel both[] = {CL_MEM_ALLOC_FLAGS_INTEL, 6, 0};
    EXPECT_EQ(error(nullptr, nullptr, 64, 0), CL_INVALID_CONTEXT);
    EXPECT_EQ(error(context, nullptr, 64, 3), CL_INVALID_VALUE);
    EXPECT_EQ(error(context, nullptr, 64, 192), CL_INVALID_VALUE);
    EXPECT_EQ(error(context, unknown, 64, 0), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, unknown_bit, 64, 0), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, twice, 64, 0), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, both, 64, 0), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, nullptr, 0, 0), CL_INVALID_BUFFER_SIZE);
    cl_ulong most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
    EXPECT_EQ(error(context, nullptr, most + 1, 0), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(host_alloc(context, nullptr, 0, 0, nullptr), nullptr);
}

TEST_F(Usm, FlagsOfAllocations) {
    const cl_mem_properties_intel none[] = {0};
    for (const cl_mem_alloc_flags_intel flags : {0u, 1u, 2u, 3u, 4u, 5u}) {
        const cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, flags, 0};
        cl_int code = 1;
        void* memory = shared_alloc(context, device, properties, 64, 0, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        EXPECT_EQ(info<cl_mem_alloc_flags_intel>(memory, CL_MEM_ALLOC_FLAGS_INTEL), flags);
        EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
        // Only shared allocations have an initial placement.
        const cl_int expected = flags < 2 ? CL_SUCCESS : CL_INVALID_PROPERTY;
        EXPECT_EQ(mem_free(context, host_alloc(context, properties, 64, 0, &code)), CL_SUCCESS);
        EXPECT_EQ(code, expected);
        EXPECT_EQ(mem_free(context, device_alloc(context, device, properties, 64, 0, &code)), CL_SUCCESS);
        EXPECT_EQ(code, expected);
    }
    EXPECT_EQ(mem_free(context, host_alloc(context, none, 64, 0, nullptr)), CL_SUCCESS);
}

TEST_F(Usm, DevicesOfAllocations) {
    cl_int code = 1;
    EXPECT_EQ(device_alloc(context, nullptr, nullptr, 64, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    const auto no_device = reinterpret_cast<cl_device_id>(context);
    EXPECT_EQ(shared_alloc(context, no_device, nullptr, 64, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    void* const memory = shared_alloc(context, nullptr, nullptr, 64, 0, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(type_of(memory), cl_uint{CL_MEM_TYPE_SHARED_INTEL});
    EXPECT_EQ(info<cl_device_id>(memory, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

TEST_F(Usm, SubDevicesOwnAllocations) {
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(device, by_one, 0, nullptr, &count) != CL_SUCCESS) GTEST_SKIP() << "one core";
    std::vector<cl_device_id> parts(count);
    ASSERT_EQ(clCreateSubDevices(device, by_one, count, parts.data(), nullptr), CL_SUCCESS);
    cl_int code = 1;
    EXPECT_EQ(device_alloc(context, parts[0], nullptr, 64, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    cl_context of_parts = clCreateContext(nullptr, count, parts.data(), nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    for (cl_device_id part : parts) {
        void* const memory = device_alloc(of_parts, part, nullptr, 64, 0, &code);
        EXPECT_EQ(info<cl_device_id>(memory, CL_MEM_ALLOC_DEVICE_INTEL, of_parts), part);
    }
    EXPECT_EQ(clReleaseContext(of_parts), CL_SUCCESS);
    for (cl_device_id part : parts) EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
}

TEST_F(Usm, AlignmentsAreAnyPowerOfTwo) {
    for (const auto type : all_types) {
        for (cl_uint alignment = 1; alignment <= 4 << 20; alignment *= 2) {
            std::uint8_t* const memory = allocate(type, 100, alignment);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0u);
            EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
        }
    }
}

TEST_F(Usm, FreeErrors) {
    int local = 0;
    std::uint8_t* const memory = shared(1000);
    void* const svm = clSVMAlloc(context, 0, 64, 0);
    for (const auto free : {mem_free, blocking_free}) {
        EXPECT_EQ(free(context, nullptr), CL_SUCCESS);
        EXPECT_EQ(free(nullptr, memory), CL_INVALID_CONTEXT);
        EXPECT_EQ(free(nullptr, nullptr), CL_INVALID_CONTEXT);
        EXPECT_EQ(free(context, memory + 128), CL_INVALID_VALUE);
        EXPECT_EQ(free(context, &local), CL_INVALID_VALUE);
        EXPECT_EQ(free(context, svm), CL_INVALID_VALUE);
        EXPECT_EQ(free(other_context, memory), CL_INVALID_VALUE);
    }
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
    EXPECT_EQ(mem_free(context, memory), CL_INVALID_VALUE);
    EXPECT_EQ(blocking_free(context, memory), CL_INVALID_VALUE);
    clSVMFree(context, svm);
}

TEST_F(Usm, BuffersOverAllocations) {
    std::uint8_t* const memory = shared(256);
    cl_int code = 1;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 257, memory, &code);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
    buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 256, memory, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_bool uses_svm = 2;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof uses_svm, &uses_svm, nullptr), CL_SUCCESS);
    EXPECT_EQ(uses_svm, cl_bool{CL_FALSE});
    const std::uint8_t seven = 7;
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 255, 1, &seven, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(memory[255], 7);
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
