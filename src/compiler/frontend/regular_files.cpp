#include "compiler/frontend/regular_files.h"

namespace lanewise::compiler {
namespace {

class RegularFiles final : public llvm::vfs::ProxyFileSystem {
public:
    using ProxyFileSystem::ProxyFileSystem;

    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
        const auto found = status(path);
        if (!found) return found.getError();
        // Let folders pass this check, since Clang itself reports an error for them.
        if (!found->isRegularFile() && !found->isDirectory())
            return make_error_code(llvm::errc::no_such_file_or_directory);
        return ProxyFileSystem::openFileForRead(path);
    }
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files() {
    return llvm::makeIntrusiveRefCnt<RegularFiles>(llvm::vfs::getRealFileSystem());
}

}  // namespace lanewise::compiler
