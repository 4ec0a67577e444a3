// Keeps the static objects of both shared libraries alive when the process exits. Other threads may be in the middle of
// a build or of a kernel then, and static objects of the application may still release OpenCL objects. The libraries
// are never unloaded (-z nodelete), so no destructor has to run at another time.
//
// Compiled code registers the destructors of static objects by this function. The definition hides the C library's
// function from our libraries alone, LLVM's static archives included.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
