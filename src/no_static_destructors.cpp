// Keeps static objects of the runtime's and the compiler's shared library alive when the process exits. Other threads
// may then still build or run a kernel, and static objects of the application may still release OpenCL objects. The
// libraries are never unloaded (-z nodelete), so no destructor has to run at another time.
//
// Compilers register the destructors of static objects by calls of __cxa_atexit. This definition replaces the C
// library's function in these libraries only, which include LLVM's static archives.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
