// One object of type T for each thread: made when it is first asked for, destroyed when the thread ends.
// It is made again (and then stays) when something that runs even later asks for it, such as a static
// destructor of the application that still uses OpenCL; a thread_local object would be dead by then.
#pragma once

#include <utility>

namespace lanewise {

template <class T>
T& per_thread() {
    static constinit thread_local T* object = nullptr;
    static constinit thread_local bool has_owner = false;
    struct Owner {
        ~Owner() { delete std::exchange(object, nullptr); }
    };
    if (!object) {
        object = new T;
        if (!has_owner) {
            has_owner = true;
            static thread_local Owner owner;
        }
    }
    return *object;
}

}  // namespace lanewise
