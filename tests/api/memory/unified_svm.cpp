// Tests the functions and queries of cl_khr_unified_svm 0.9.0, and every error.
#include <CL/cl_ext.h>

#include <functional>

#include "fixture.h"
#include "kernel_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

using Properties = std::vector<cl_svm_alloc_properties_khr>;

class UnifiedSvm : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        load(allocate, "clSVMAllocWithPropertiesKHR");
        load(free_memory, "clSVMFreeWithPropertiesKHR");
        load(get_info, "clGetSVMPointerInfoKHR");
        load(suggest, "clGetSVMSuggestedTypeIndexKHR");
        types = capabilities([&](std::size_t size, void* value, std::size_t* size_ret) {
            return clGetPlatformInfo(platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, size, value, size_ret);
        });
        ASSERT_EQ(types.size(), 6u);
    }

    void TearDown() override {
        EXPECT_EQ(clReleaseContext(other_context), CL_SUCCESS);
        KernelTest::TearDown();
    }

    template <class Function>
    void load(Function& function, const char* name) {
        function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
        ASSERT_NE(function, nullptr) << name;
    }
    static std::vector<cl_svm_capabilities_khr> capabilities(
        const std::function<cl_int(std::size_t, void*, std::size_t*)>& ask) {
        std::size_t size = 0;
        EXPECT_EQ(ask(0, nullptr, &size), CL_SUCCESS);
        std::vector<cl_svm_capabilities_khr> list(size / sizeof(cl_svm_capabilities_khr));
        EXPECT_EQ(ask(size, list.data(), nullptr), CL_SUCCESS);
        return list;
    }

    Properties for_device(const Properties& more = {}) const {
        Properties all{CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                       reinterpret_cast<cl_svm_alloc_properties_khr>(device)};
        all.insert(all.end(), more.begin(), more.end());
        all.push_back(0);
        return all;
    }
    std::uint8_t* make(cl_uint type, std::size_t size, const Properties& properties) {
        cl_int code = 1;
        void* const memory = allocate(context, properties.empty() ? nullptr : properties.data(), type, size, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        EXPECT_NE(memory, nullptr);
        return static_cast<std::uint8_t*>(memory);
    }
    cl_int error(cl_context in, cl_uint type, const Properties& properties) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(allocate(in, properties.data(), type, 64, &code), nullptr);
        return code;
    }
    template <class Answer>
    Answer info(const void* pointer, cl_svm_pointer_info_khr name, cl_device_id on = nullptr) {
        Answer answer{};
        std::size_t size = 0;
        EXPECT_EQ(get_info(context, on, pointer, name, sizeof answer, &answer, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof answer);
        return answer;
    }
    Properties properties_of(const void* pointer) {
        std::size_t size = 1;
        EXPECT_EQ(get_info(context, nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, 0, nullptr, &size), CL_SUCCESS);
        Properties list(size / sizeof(cl_svm_alloc_properties_khr));
        EXPECT_EQ(get_info(context, nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, size, list.data(), nullptr),
                  CL_SUCCESS);
        return list;
    }
    void expect_nothing(const void* pointer) {
        for (cl_device_id on : {cl_device_id{}, device}) {
            EXPECT_EQ(info<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR, on), CL_UINT_MAX);
            EXPECT_EQ(info<cl_svm_capabilities_khr>(pointer, CL_SVM_INFO_CAPABILITIES_KHR, on), 0u);
            EXPECT_EQ(info<cl_svm_alloc_access_flags_khr>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR, on), 0u);
            EXPECT_EQ(info<void*>(pointer, CL_SVM_INFO_BASE_PTR_KHR, on), nullptr);
            EXPECT_EQ(info<std::size_t>(pointer, CL_SVM_INFO_SIZE_KHR, on), 0u);
            EXPECT_EQ(info<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, on), nullptr);
        }
        EXPECT_TRUE(properties_of(pointer).empty());
    }
    cl_uint suggested(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired, std::size_t size = 0) {
        cl_uint index = 77;
        EXPECT_EQ(suggest(context, required, desired, for_device().data(), size, &index), CL_SUCCESS);
        return index;
    }
    bool may_lack_device(cl_uint type) const { return (types[type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR) != 0; }

    static constexpr cl_uint coarse = 0, fine = 1, of_device = 2, of_host = 3, of_both = 4, system = 5;

    cl_context other_context = nullptr;
    std::vector<cl_svm_capabilities_khr> types;
    clSVMAllocWithPropertiesKHR_fn allocate = nullptr;
    clSVMFreeWithPropertiesKHR_fn free_memory = nullptr;
    clGetSVMPointerInfoKHR_fn get_info = nullptr;
    clGetSVMSuggestedTypeIndexKHR_fn suggest = nullptr;
};

TEST_F(UnifiedSvm, TypesOfTheDeviceAreThoseOfThePlatform) {
    EXPECT_EQ(capabilities([&](std::size_t size, void* value, std::size_t* size_ret) {
                  return clGetDeviceInfo(device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, size, value, size_ret);
              }),
              types);
    std::size_t atom = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR, sizeof atom, &atom, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(atom, 1u);
    // "SVM types that are DEVICE_OWNED must not be DEVICE_UNASSOCIATED." "HOST_OWNED must be DEVICE_UNASSOCIATED."
    for (cl_uint type = 0; type < types.size(); ++type) {
        EXPECT_EQ((types[type] & CL_SVM_CAPABILITY_DEVICE_OWNED_KHR) != 0, type == of_device);
        EXPECT_EQ((types[type] & CL_SVM_CAPABILITY_HOST_OWNED_KHR) != 0, type == of_host);
        EXPECT_EQ((types[type] & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) != 0, type == system);
        EXPECT_EQ(may_lack_device(type), type != of_device);
    }
}

TEST_F(UnifiedSvm, AnswersForPointersInside) {
    const Properties all = for_device(
        {CL_SVM_ALLOC_ALIGNMENT_KHR, 4096, CL_SVM_ALLOC_ACCESS_FLAGS_KHR, CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR});
    for (cl_uint type = 0; type < types.size(); ++type) {
        for (const std::size_t size : {1, 3000, 5 << 20}) {
            std::uint8_t* const memory = make(type, size, all);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 4096, 0u);
            std::memset(memory, 1, size);
            for (const std::size_t offset : {std::size_t{0}, size - 1}) {
                EXPECT_EQ(info<cl_uint>(memory + offset, CL_SVM_INFO_TYPE_INDEX_KHR), type);
                EXPECT_EQ(info<cl_svm_capabilities_khr>(memory + offset, CL_SVM_INFO_CAPABILITIES_KHR), types[type]);
                EXPECT_EQ(info<cl_svm_capabilities_khr>(memory + offset, CL_SVM_INFO_CAPABILITIES_KHR, device),
                          types[type]);
                EXPECT_EQ(info<cl_svm_alloc_access_flags_khr>(memory + offset, CL_SVM_INFO_ACCESS_FLAGS_KHR),
                          cl_ulong{CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR});
                EXPECT_EQ(info<void*>(memory + offset, CL_SVM_INFO_BASE_PTR_KHR), memory);
                EXPECT_EQ(info<std::size_t>(memory + offset, CL_SVM_INFO_SIZE_KHR), size);
                EXPECT_EQ(info<cl_device_id>(memory + offset, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR), device);
                EXPECT_EQ(properties_of(memory + offset), all);
            }
            expect_nothing(memory + size);
            EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
            expect_nothing(memory);
        }
    }
}

// clGetMemAllocInfoINTEL "Returns NULL for CL_MEM_TYPE_HOST_INTEL allocations", also for allocations that were made for
// a device.
TEST_F(UnifiedSvm, UsmQueriesNameTheDevice) {
    const auto get_usm_info = reinterpret_cast<clGetMemAllocInfoINTEL_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetMemAllocInfoINTEL"));
    ASSERT_NE(get_usm_info, nullptr);
    for (const cl_uint type : {of_device, of_host, of_both}) {
        std::uint8_t* const memory = make(type, 100, for_device({}));
        cl_device_id named = nullptr;
        EXPECT_EQ(get_usm_info(context, memory, CL_MEM_ALLOC_DEVICE_INTEL, sizeof named, &named, nullptr), CL_SUCCESS);
        EXPECT_EQ(named, type == of_host ? nullptr : device);
        EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
    }
}

TEST_F(UnifiedSvm, PropertiesAreOptional) {
    for (cl_uint type = 0; type < types.size(); ++type) {
        if (!may_lack_device(type)) continue;
        std::uint8_t* const memory = make(type, 100, {});
        EXPECT_EQ(info<cl_uint>(memory, CL_SVM_INFO_TYPE_INDEX_KHR), type);
        EXPECT_EQ(info<cl_device_id>(memory, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR), nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0u);
        EXPECT_TRUE(properties_of(memory).empty());
        EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
        // "in the same order and without including additional properties"
        std::uint8_t* const listed = make(type, 100, {0});
        EXPECT_EQ(properties_of(listed), Properties{0});
        EXPECT_EQ(free_memory(context, nullptr, 0, listed), CL_SUCCESS);
    }
}

TEST_F(UnifiedSvm, AnswersForOtherMemory) {
    int local = 0;
    for (const void* pointer : {static_cast<const void*>(nullptr), static_cast<const void*>(&local)})
        expect_nothing(pointer);
    for (const auto& [flags, type] : {std::pair{cl_svm_mem_flags{CL_MEM_READ_WRITE}, coarse},
                                      std::pair{cl_svm_mem_flags{CL_MEM_SVM_FINE_GRAIN_BUFFER}, fine}}) {
        void* const memory = clSVMAlloc(context, flags, 64, 0);
        EXPECT_EQ(info<cl_uint>(memory, CL_SVM_INFO_TYPE_INDEX_KHR), type);
        EXPECT_EQ(info<std::size_t>(memory, CL_SVM_INFO_SIZE_KHR), 64u);
        EXPECT_TRUE(properties_of(memory).empty());
        EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
    }
}

TEST_F(UnifiedSvm, EveryFunctionFrees) {
    const Properties listed = for_device();
    std::uint8_t* const first = make(fine, 64, listed);
    clSVMFree(context, first);
    expect_nothing(first);
    void* second = make(of_both, 64, listed);
    EXPECT_EQ(clEnqueueSVMFree(queue, 1, &second, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    expect_nothing(second);
    // The next allocation at the same address does not inherit the properties.
    std::uint8_t* const next = make(of_both, 64, {});
    EXPECT_TRUE(properties_of(next).empty());
    EXPECT_EQ(free_memory(context, nullptr, 0, next), CL_SUCCESS);
}

TEST_F(UnifiedSvm, CommandsAndKernelsUseAllTypes) {
    cl_kernel add = kernel("kernel void k(global uint* p) { p[get_global_id(0)] += 2; }");
    for (cl_uint type = 0; type < types.size(); ++type) {
        auto* const memory = reinterpret_cast<cl_uint*>(make(type, 4096, for_device()));
        const cl_uint five = 5;
        EXPECT_EQ(clEnqueueSVMMemFill(queue, memory, &five, 4, 4096, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArgSVMPointer(add, 0, memory), CL_SUCCESS);
        launch(queue, add, 1024);
        cl_uint last = 0;
        EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, &last, memory + 1023, 4, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(last, 7u);
        EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, memory, 4096, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(memory[0], 7u);
        EXPECT_EQ(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
    }
}

// "When size is zero, [...] must return a NULL pointer and must not generate an error."
TEST_F(UnifiedSvm, NoBytes) {
    for (cl_uint type = 0; type < types.size(); ++type) {
        cl_int code = 1;
        EXPECT_EQ(allocate(context, for_device().data(), type, 0, &code), nullptr);
        EXPECT_EQ(code, CL_SUCCESS);
    }
    EXPECT_EQ(free_memory(context, nullptr, 0, nullptr), CL_SUCCESS);
}

TEST_F(UnifiedSvm, AllocationErrors) {
    constexpr cl_svm_alloc_properties_khr alignment = CL_SVM_ALLOC_ALIGNMENT_KHR;
    EXPECT_EQ(error(nullptr, fine, {0}), CL_INVALID_CONTEXT);
    EXPECT_EQ(error(context, static_cast<cl_uint>(types.size()), {0}), CL_INVALID_VALUE);
    EXPECT_EQ(error(context, CL_UINT_MAX, {0}), CL_INVALID_VALUE);
    EXPECT_EQ(error(context, of_device, {0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, fine, {0x2077, 0, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, fine, {0x207B, 0, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, fine, {alignment, 3, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, fine, {alignment, 64, alignment, 64, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(context, fine, {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 4, 0}), CL_INVALID_PROPERTY);
    const auto no_device = reinterpret_cast<cl_svm_alloc_properties_khr>(context);
    EXPECT_EQ(error(context, fine, {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, no_device, 0}), CL_INVALID_PROPERTY);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(allocate(context, nullptr, fine, ~std::size_t{0} / 2, &code), nullptr);
    EXPECT_EQ(code, CL_OUT_OF_HOST_MEMORY);
}

TEST_F(UnifiedSvm, DevicesMustBelongToTheContext) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(units);
    ASSERT_EQ(clCreateSubDevices(device, by_one, units, parts.data(), nullptr), CL_SUCCESS);
    const auto part = reinterpret_cast<cl_svm_alloc_properties_khr>(parts[0]);
    EXPECT_EQ(error(context, fine, {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, part, 0}), CL_INVALID_PROPERTY);
    std::uint8_t* const memory = make(fine, 64, {});
    cl_uint type = 0;
    EXPECT_EQ(get_info(context, parts[0], memory, CL_SVM_INFO_TYPE_INDEX_KHR, 4, &type, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(free_memory(context, nullptr, 0, memory), CL_SUCCESS);
    for (cl_device_id each : parts) clReleaseDevice(each);
}

TEST_F(UnifiedSvm, OtherErrors) {
    std::uint8_t* const memory = make(fine, 64, for_device());
    const cl_svm_free_properties_khr some[] = {1, 0, 0}, none[] = {0};
    EXPECT_EQ(free_memory(nullptr, nullptr, 0, memory), CL_INVALID_CONTEXT);
    EXPECT_EQ(free_memory(context, some, 0, memory), CL_INVALID_PROPERTY);
    EXPECT_EQ(free_memory(context, nullptr, 1, memory), CL_INVALID_VALUE);
    EXPECT_EQ(free_memory(context, nullptr, 0, memory + 1), CL_INVALID_VALUE);
    EXPECT_EQ(free_memory(other_context, nullptr, 0, memory), CL_INVALID_VALUE);
    cl_uint answer = 0;
    const auto ask = [&](cl_context in, cl_device_id on, cl_uint name, std::size_t size) {
        return get_info(in, on, memory, name, size, &answer, nullptr);
    };
    EXPECT_EQ(ask(nullptr, nullptr, CL_SVM_INFO_TYPE_INDEX_KHR, 4), CL_INVALID_CONTEXT);
    EXPECT_EQ(ask(context, foreign_handle<cl_device_id>(), CL_SVM_INFO_TYPE_INDEX_KHR, 4), CL_INVALID_DEVICE);
    EXPECT_EQ(ask(context, nullptr, CL_SVM_INFO_TYPE_INDEX_KHR, 3), CL_INVALID_VALUE);
    EXPECT_EQ(ask(context, nullptr, CL_MEM_SIZE, 4), CL_INVALID_VALUE);
    EXPECT_EQ(free_memory(context, none, 0, memory), CL_SUCCESS);
}

TEST_F(UnifiedSvm, Suggestions) {
    for (cl_uint type = 0; type < types.size(); ++type) {
        const cl_uint found = suggested(types[type], 0);
        ASSERT_LT(found, types.size());
        EXPECT_EQ(types[found] & types[type], types[type]);
    }
    EXPECT_EQ(suggested(0, 0), coarse);
    EXPECT_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR, 0), of_device);
    EXPECT_EQ(suggested(0, CL_SVM_CAPABILITY_HOST_OWNED_KHR), of_host);
    EXPECT_EQ(suggested(CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR, CL_SVM_CAPABILITY_HOST_OWNED_KHR), system);
    EXPECT_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR, 0), CL_UINT_MAX);
    EXPECT_EQ(suggested(cl_svm_capabilities_khr{1} << 40, 0), CL_UINT_MAX);
    EXPECT_EQ(suggested(0, cl_svm_capabilities_khr{1} << 40), coarse);
    EXPECT_EQ(suggested(0, 0, ~std::size_t{0}), CL_UINT_MAX);
    cl_uint index = 0;
    const cl_svm_alloc_properties_khr wrong[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 3, 0};
    EXPECT_EQ(suggest(nullptr, 0, 0, nullptr, 0, &index), CL_INVALID_CONTEXT);
    EXPECT_EQ(suggest(context, 0, 0, wrong, 0, &index), CL_INVALID_PROPERTY);
    EXPECT_EQ(suggest(context, 0, 0, nullptr, 0, nullptr), CL_INVALID_VALUE);
}

TEST_F(UnifiedSvm, IndirectAccess) {
    cl_kernel made = kernel("kernel void k(global ulong* p) { *(global uint*)p[0] = 9; }");
    auto* const target = reinterpret_cast<cl_uint*>(make(of_device, 4, for_device()));
    cl_ulong holder = reinterpret_cast<cl_ulong>(target);
    const cl_bool yes = CL_TRUE;
    const auto set = [&](std::size_t size, const void* value) {
        return clSetKernelExecInfo(made, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, size, value);
    };
    EXPECT_EQ(set(sizeof yes, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(set(sizeof yes - 1, &yes), CL_INVALID_VALUE);
    EXPECT_EQ(set(sizeof yes, &yes), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArgSVMPointer(made, 0, &holder), CL_SUCCESS);
    launch(queue, made, 1);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(*target, 9u);
    EXPECT_EQ(free_memory(context, nullptr, 0, target), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
