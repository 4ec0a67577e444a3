// Keeps the static objects of the runtime library and of the compiler library alive when the process exits. During the
// exit, other threads may still build or run a kernel, and destructors of the application may still release OpenCL
// objects. The libraries are never unloaded (-z nodelete), so no destructor has to run before the exit either.
//
// Compilers register the destructors of static objects by calls of __cxa_atexit. This definition replaces the C
// library's function only in these two libraries and in the static archives of LLVM that they contain.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
