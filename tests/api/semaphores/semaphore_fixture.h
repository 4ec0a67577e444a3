// Fixture of the tests of semaphores: the functions of cl_khr_semaphore and cl_khr_external_semaphore, and semaphores
// that the fixture releases.
#pragma once

#include <CL/cl_ext.h>
#include <unistd.h>

#include "kernel_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {

using Properties = std::vector<cl_semaphore_properties_khr>;

class SemaphoreTest : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        load(create, "clCreateSemaphoreWithPropertiesKHR");
        load(enqueue_wait, "clEnqueueWaitSemaphoresKHR");
        load(enqueue_signal, "clEnqueueSignalSemaphoresKHR");
        load(get_info, "clGetSemaphoreInfoKHR");
        load(retain, "clRetainSemaphoreKHR");
        load(release, "clReleaseSemaphoreKHR");
        load(get_handle, "clGetSemaphoreHandleForTypeKHR");
        load(reimport, "clReImportSemaphoreSyncFdKHR");
    }
    void TearDown() override {
        for (cl_semaphore_khr made : made_) EXPECT_EQ(release(made), CL_SUCCESS);
        for (cl_event event : events_) clReleaseEvent(event);
        KernelTest::TearDown();
    }

    template <class Function>
    void load(Function& function, const char* name) {
        function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
        ASSERT_NE(function, nullptr) << name;
    }

    static Properties binary(const Properties& more = {}) {
        Properties all{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
        all.insert(all.end(), more.begin(), more.end());
        all.push_back(0);
        return all;
    }
    static Properties exported() {
        return binary({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                       CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR});
    }
    static Properties imported(cl_semaphore_properties_khr type, int handle) {
        return binary({type, static_cast<cl_semaphore_properties_khr>(handle)});
    }

    /// Creates a semaphore, which the fixture releases at the end of the test.
    cl_semaphore_khr semaphore(const Properties& properties = binary(), cl_context in = nullptr) {
        cl_int code = 1;
        cl_semaphore_khr made = create(in ? in : context, properties.data(), &code);
        EXPECT_EQ(code, CL_SUCCESS);
        if (made) made_.push_back(made);
        return made;
    }
    cl_int creation_error(const Properties& properties, cl_context in = nullptr) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(create(in ? in : context, properties.data(), &code), nullptr);
        return code;
    }
    /// Returns a new descriptor of an exported semaphore.
    int handle_of(cl_semaphore_khr of) {
        int handle = -1;
        std::size_t size = 0;
        EXPECT_EQ(get_handle(of, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof handle, &handle, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof handle);
        EXPECT_GE(handle, 0);
        return handle;
    }

    /// Enqueues a command that waits for semaphores, and returns its event. The fixture releases the event.
    cl_event wait(cl_command_queue on, std::vector<cl_semaphore_khr> semaphores, std::vector<cl_event> events = {}) {
        return enqueue(enqueue_wait, on, semaphores, events);
    }
    cl_event signal(cl_command_queue on, std::vector<cl_semaphore_khr> semaphores, std::vector<cl_event> events = {}) {
        return enqueue(enqueue_signal, on, semaphores, events);
    }
    cl_event gate() {
        events_.push_back(user_event());
        return events_.back();
    }

    static void finish(cl_event event, cl_int expected = CL_SUCCESS) {
        EXPECT_EQ(clWaitForEvents(1, &event), expected);
    }
    static bool is_pending(cl_event event) { return status_of(event) > CL_COMPLETE; }
    cl_semaphore_payload_khr payload_of(cl_semaphore_khr of) {
        return info<cl_semaphore_payload_khr>(of, CL_SEMAPHORE_PAYLOAD_KHR);
    }
    template <class Answer>
    Answer info(cl_semaphore_khr of, cl_semaphore_info_khr name) {
        Answer answer{};
        std::size_t size = 0;
        EXPECT_EQ(get_info(of, name, sizeof answer, &answer, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof answer);
        return answer;
    }

    clCreateSemaphoreWithPropertiesKHR_fn create = nullptr;
    clEnqueueWaitSemaphoresKHR_fn enqueue_wait = nullptr;
    clEnqueueSignalSemaphoresKHR_fn enqueue_signal = nullptr;
    clGetSemaphoreInfoKHR_fn get_info = nullptr;
    clRetainSemaphoreKHR_fn retain = nullptr;
    clReleaseSemaphoreKHR_fn release = nullptr;
    clGetSemaphoreHandleForTypeKHR_fn get_handle = nullptr;
    clReImportSemaphoreSyncFdKHR_fn reimport = nullptr;

private:
    template <class Function>
    cl_event enqueue(Function function, cl_command_queue on, const std::vector<cl_semaphore_khr>& semaphores,
                     const std::vector<cl_event>& events) {
        cl_event event = nullptr;
        EXPECT_EQ(function(on, static_cast<cl_uint>(semaphores.size()), semaphores.data(), nullptr,
                           static_cast<cl_uint>(events.size()), events.empty() ? nullptr : events.data(), &event),
                  CL_SUCCESS);
        if (event) events_.push_back(event);
        return event;
    }

    std::vector<cl_semaphore_khr> made_;
    std::vector<cl_event> events_;
};

}  // namespace lanewise::test
