// A smart pointer to a reference-counted object, which must have the functions retain() and release().
#pragma once

#include <utility>

namespace lanewise::runtime {

template <class T>
class Ref {
public:
    Ref() noexcept = default;
    explicit Ref(T* object) noexcept : object_(object) {
        if (object_) object_->retain();
    }
    explicit Ref(T& object) noexcept : Ref(&object) {}
    Ref(const Ref& other) noexcept : Ref(other.object_) {}
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    template <class U>
    Ref(Ref<U> other) noexcept : object_(other.detach()) {}
    ~Ref() {
        if (object_) object_->release();
    }

    Ref& operator=(Ref other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }

    /// Takes over the reference with which a new object starts.
    static Ref adopt(T* object) noexcept {
        Ref ref;
        ref.object_ = object;
        return ref;
    }

    /// Gives up ownership of the reference without releasing it, for example to make the application the owner.
    [[nodiscard]] T* detach() noexcept { return std::exchange(object_, nullptr); }

    T* get() const noexcept { return object_; }
    T& operator*() const noexcept { return *object_; }
    T* operator->() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }

private:
    T* object_ = nullptr;
};

/// Creates an object and returns its first reference.
template <class T, class... Arguments>
Ref<T> make(Arguments&&... arguments) {
    return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace lanewise::runtime
