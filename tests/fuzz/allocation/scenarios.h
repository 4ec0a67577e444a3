// The scenarios: functions that each make a few calls of OpenCL.
#pragma once

#include "scenario.h"

namespace lanewise::fail_allocations {

// scenarios_memory.cpp
void queues(Caller& caller);
void buffers(Caller& caller);
void maps(Caller& caller);
void svm(Caller& caller);
void unified_svm(Caller& caller);
void events(Caller& caller);
void sub_devices(Caller& caller);
void native_kernels(Caller& caller);

// scenarios_images.cpp
void images(Caller& caller);

// scenarios_program.cpp
void source_builds(Caller& caller);
void compile_and_link(Caller& caller);
void binaries(Caller& caller);
void kernels(Caller& caller);
void printing(Caller& caller);
void group_memory(Caller& caller);
void hot_kernels(Caller& caller);

// scenarios_command_buffer.cpp
void command_buffers(Caller& caller);

}  // namespace lanewise::fail_allocations
