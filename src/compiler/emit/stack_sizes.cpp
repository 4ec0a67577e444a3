#include "compiler/emit/stack_sizes.h"

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/DataExtractor.h>

namespace lanewise::compiler {
namespace {

// For each function its address, to be relocated, and its frame's size as ULEB128.
std::uint64_t sum_of_sizes(llvm::StringRef section) {
    const llvm::DataExtractor data(section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    llvm::DataExtractor::Cursor cursor(0);
    std::uint64_t sum = 0;
    while (cursor && !data.eof(cursor)) {
        data.getAddress(cursor);
        sum += data.getULEB128(cursor);
    }
    llvm::consumeError(cursor.takeError());
    return sum;
}

// Null and empty where the code generator's own output cannot be read, which would be our mistake.
template <typename T>
T value_or_none(llvm::Expected<T> result) {
    if (result) return std::move(*result);
    llvm::consumeError(result.takeError());
    return {};
}

}  // namespace

std::uint64_t frame_bytes(llvm::MemoryBufferRef object) {
    const auto file = value_or_none(llvm::object::ObjectFile::createELFObjectFile(object));
    if (!file) return 0;
    std::uint64_t sum = 0;
    for (const llvm::object::SectionRef& section : file->sections())
        if (value_or_none(section.getName()) == ".stack_sizes")
            sum += sum_of_sizes(value_or_none(section.getContents()));
    return sum;
}

}  // namespace lanewise::compiler
