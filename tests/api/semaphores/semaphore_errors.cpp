// Tests the queries of semaphores, and every error of the functions of cl_khr_semaphore.
#include <string>

#include "semaphores/semaphore_fixture.h"

namespace lanewise::test {
namespace {

class SemaphoreErrors : public SemaphoreTest {
protected:
    template <class Element>
    std::vector<Element> list(cl_semaphore_khr of, cl_semaphore_info_khr name) {
        std::size_t size = 1;
        EXPECT_EQ(get_info(of, name, 0, nullptr, &size), CL_SUCCESS);
        std::vector<Element> elements(size / sizeof(Element));
        EXPECT_EQ(get_info(of, name, size, elements.data(), nullptr), CL_SUCCESS);
        return elements;
    }
};

constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_TYPE_KHR, is_binary = CL_SEMAPHORE_TYPE_BINARY_KHR;
constexpr cl_semaphore_properties_khr devices = CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR;

TEST_F(SemaphoreErrors, Queries) {
    const auto own = reinterpret_cast<cl_semaphore_properties_khr>(device);
    const Properties properties{devices, own, 0, type, is_binary, 0};
    cl_semaphore_khr s = semaphore(properties);
    EXPECT_EQ(info<cl_context>(s, CL_SEMAPHORE_CONTEXT_KHR), context);
    EXPECT_EQ(info<cl_semaphore_type_khr>(s, CL_SEMAPHORE_TYPE_KHR), cl_uint{CL_SEMAPHORE_TYPE_BINARY_KHR});
    EXPECT_EQ(info<cl_device_id>(s, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), device);
    EXPECT_EQ(info<cl_bool>(s, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool{CL_FALSE});
    EXPECT_EQ(list<cl_semaphore_properties_khr>(s, CL_SEMAPHORE_PROPERTIES_KHR), properties);
    EXPECT_TRUE(list<cl_external_semaphore_handle_type_khr>(s, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR).empty());
    EXPECT_EQ(info<cl_uint>(s, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 1u);
    EXPECT_EQ(retain(s), CL_SUCCESS);
    EXPECT_EQ(info<cl_uint>(s, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 2u);
    EXPECT_EQ(release(s), CL_SUCCESS);
    // Without a list of devices, the semaphore belongs to the context's only device.
    EXPECT_EQ(info<cl_device_id>(semaphore(), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), device);
    EXPECT_EQ(info<cl_bool>(semaphore(exported()), CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool{CL_TRUE});
    EXPECT_EQ(info<cl_external_semaphore_handle_type_khr>(semaphore(exported()), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR),
              cl_uint{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
}

TEST_F(SemaphoreErrors, QueriesOfDevicesAndPlatforms) {
    for (const cl_device_info name : {CL_DEVICE_SEMAPHORE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR}) {
        cl_uint value = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        EXPECT_EQ(value, name == CL_DEVICE_SEMAPHORE_TYPES_KHR ? cl_uint{CL_SEMAPHORE_TYPE_BINARY_KHR}
                                                               : cl_uint{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
    }
    std::size_t size = 0;
    EXPECT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, 0, nullptr, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, 2 * sizeof(cl_external_semaphore_handle_type_khr));
}

TEST_F(SemaphoreErrors, QueryErrors) {
    cl_semaphore_khr s = semaphore();
    cl_ulong answer = 0;
    EXPECT_EQ(get_info(nullptr, CL_SEMAPHORE_TYPE_KHR, 8, &answer, nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(get_info(reinterpret_cast<cl_semaphore_khr>(context), CL_SEMAPHORE_TYPE_KHR, 8, &answer, nullptr),
              CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(get_info(s, 0, 8, &answer, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(s, CL_DEVICE_HANDLE_LIST_KHR, 8, &answer, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(s, CL_SEMAPHORE_PAYLOAD_KHR, 7, &answer, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(retain(nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(release(nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(release(reinterpret_cast<cl_semaphore_khr>(queue)), CL_INVALID_SEMAPHORE_KHR);
}

TEST_F(SemaphoreErrors, CreationErrors) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(create(nullptr, binary().data(), &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_CONTEXT);
    EXPECT_EQ(create(context, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(create(context, nullptr, nullptr), nullptr);
    EXPECT_EQ(creation_error({0}), CL_INVALID_VALUE);
    EXPECT_EQ(creation_error({type, 2, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error({type, is_binary, type, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error({~cl_semaphore_properties_khr{0}, is_binary, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({CL_DEVICE_HANDLE_LIST_KHR, 0})), CL_INVALID_PROPERTY);
}

TEST_F(SemaphoreErrors, DeviceListErrors) {
    const auto own = reinterpret_cast<cl_semaphore_properties_khr>(device);
    EXPECT_EQ(creation_error({devices, own, 0, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(creation_error(binary({devices, 0})), CL_INVALID_DEVICE);
    EXPECT_EQ(creation_error(binary({devices, own, own, 0})), CL_INVALID_DEVICE);
    EXPECT_EQ(creation_error(binary({devices, reinterpret_cast<cl_semaphore_properties_khr>(context), 0})),
              CL_INVALID_DEVICE);
    EXPECT_EQ(creation_error(binary({devices, own, 0, devices, own, 0})), CL_INVALID_PROPERTY);
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) return;
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = nullptr;
    ASSERT_EQ(clCreateSubDevices(device, one, 1, &part, nullptr), CL_SUCCESS);
    EXPECT_EQ(creation_error(binary({devices, reinterpret_cast<cl_semaphore_properties_khr>(part), 0})),
              CL_INVALID_DEVICE);
    clReleaseDevice(part);
}

TEST_F(SemaphoreErrors, EnqueueErrors) {
    cl_semaphore_khr s = semaphore();
    cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue foreign = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
    cl_event foreign_event = clCreateUserEvent(other, nullptr);
    cl_event failed = gate(), none = nullptr;
    clSetUserEventStatus(failed, -3);
    cl_semaphore_khr mixed[] = {s, nullptr};
    cl_event event = nullptr;
    for (const auto enqueue : {enqueue_wait, enqueue_signal}) {
        EXPECT_EQ(enqueue(nullptr, 1, &s, nullptr, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
        EXPECT_EQ(enqueue(queue, 0, &s, nullptr, 0, nullptr, &event), CL_INVALID_VALUE);
        EXPECT_EQ(enqueue(queue, 1, nullptr, nullptr, 0, nullptr, &event), CL_INVALID_VALUE);
        EXPECT_EQ(enqueue(queue, 2, mixed, nullptr, 0, nullptr, &event), CL_INVALID_SEMAPHORE_KHR);
        EXPECT_EQ(enqueue(foreign, 1, &s, nullptr, 0, nullptr, &event), CL_INVALID_CONTEXT);
        EXPECT_EQ(enqueue(queue, 1, &s, nullptr, 1, &foreign_event, &event), CL_INVALID_CONTEXT);
        EXPECT_EQ(enqueue(queue, 1, &s, nullptr, 1, nullptr, &event), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(enqueue(queue, 1, &s, nullptr, 0, &failed, &event), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(enqueue(queue, 1, &s, nullptr, 1, &none, &event), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(enqueue(queue, 1, &s, nullptr, 1, &failed, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    EXPECT_EQ(event, nullptr);
    // None of the failed calls waits or signals.
    EXPECT_EQ(payload_of(s), 0u);
    const cl_semaphore_payload_khr ignored = 5;
    EXPECT_EQ(enqueue_signal(queue, 1, &s, &ignored, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(enqueue_wait(queue, 1, &s, &ignored, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(foreign_event);
    clReleaseCommandQueue(foreign);
    clReleaseContext(other);
}

// If the semaphore's context does not contain the queue's device, the error is CL_INVALID_COMMAND_QUEUE.
TEST_F(SemaphoreErrors, QueueOfAnotherDevice) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = nullptr;
    ASSERT_EQ(clCreateSubDevices(device, one, 1, &part, nullptr), CL_SUCCESS);
    cl_context narrow = clCreateContext(nullptr, 1, &part, nullptr, nullptr, nullptr);
    cl_semaphore_khr s = semaphore(binary(), narrow);
    EXPECT_EQ(enqueue_wait(queue, 1, &s, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(enqueue_signal(queue, 1, &s, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    clReleaseContext(narrow);
    clReleaseDevice(part);
}

// Terminating a context ends its commands that wait for a semaphore.
TEST_F(SemaphoreErrors, TerminatedContexts) {
    clTerminateContextKHR_fn terminate = nullptr;
    load(terminate, "clTerminateContextKHR");
    const cl_context_properties can_end[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int code = 1;
    cl_context ending = clCreateContext(can_end, 1, &device, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) GTEST_SKIP() << "contexts cannot be terminated";
    cl_command_queue on = clCreateCommandQueueWithProperties(ending, device, nullptr, nullptr);
    cl_semaphore_khr s = semaphore(binary(), ending), exported_one = semaphore(exported(), ending);
    cl_event first = wait(on, {s}), second = wait(on, {exported_one});
    EXPECT_EQ(terminate(ending), CL_SUCCESS);
    for (cl_event each : {first, second}) {
        static_cast<void>(clWaitForEvents(1, &each));
        EXPECT_EQ(status_of(each), CL_CONTEXT_TERMINATED_KHR);
    }
    EXPECT_EQ(enqueue_wait(on, 1, &s, nullptr, 0, nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(creation_error(binary(), ending), CL_CONTEXT_TERMINATED_KHR);
    clReleaseCommandQueue(on);
    clReleaseContext(ending);
}

}  // namespace
}  // namespace lanewise::test
