// loading_host WAY DRIVER [LIBRARY]: a host in C that loads OpenCL in one of these ways:
//   plain           loads OpenCL and nothing else
//   alone           the same, and checks that no C++ library is loaded in the end
//   before, after   LIBRARY with global symbols before OpenCL is loaded, or after it was used once
//   bound           LIBRARY with global symbols once libstdc++ has bound its own operator delete
//   deepbind        the driver with RTLD_DEEPBIND
//   driver          loads the driver directly as well, and closes it at the end
//   thread          in a thread that then ends
//   close           closes OpenCL at the end
//   reopen          closes it and loads it again, five times
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "use_opencl.h"

static void* opencl;

static void* find(const char* name) { return dlsym(opencl, name); }

static void load_opencl(void) {
    opencl = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!opencl) exit(4);
}

static void use(void) {
    if (use_opencl(find) != 0) exit(3);
}

static void load_global(const char* library) {
    if (!dlopen(library, RTLD_NOW | RTLD_GLOBAL)) exit(5);
}

/// Makes libstdc++ bind its sized operator delete. At its first call, this function looks for the plain operator
/// delete, to which it forwards.
static void bind_libstdcxx(void) {
    void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (!library) exit(6);
    void* (*allocate)(size_t) = (void* (*)(size_t))dlsym(library, "_Znwm");
    void (*release)(void*, size_t) = (void (*)(void*, size_t))dlsym(library, "_ZdlPvm");
    release(allocate(8), 8);
}

static void* load_and_use(void* data) {
    (void)data;
    load_opencl();
    use();
    return NULL;
}

static void use_in_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, load_and_use, NULL) != 0 || pthread_join(thread, NULL) != 0) exit(7);
}

static int is_loaded(const char* part) {
    char line[4096];
    int found = 0;
    FILE* maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, part) != NULL;
    if (maps) fclose(maps);
    return found;
}

int main(int count, char** arguments) {
    if (count < 3) return 2;
    const char* way = arguments[1];
    const int reopens = strcmp(way, "reopen") == 0;
    if (strcmp(way, "thread") == 0) use_in_thread();
    if (strcmp(way, "bound") == 0) bind_libstdcxx();
    if (strcmp(way, "deepbind") == 0 && !dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)) return 8;
    void* const driver = strcmp(way, "driver") == 0 ? dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (strcmp(way, "after") == 0) load_and_use(NULL);
    if (count > 3) load_global(arguments[3]);
    for (int i = 0; i < (reopens ? 5 : 1); ++i) {
        load_opencl();
        use();
        if ((reopens || strcmp(way, "close") == 0) && dlclose(opencl) != 0) return 9;
    }
    if (driver && dlclose(driver) != 0) return 11;
    return strcmp(way, "alone") == 0 && is_loaded("libstdc++") ? 10 : 0;
}
