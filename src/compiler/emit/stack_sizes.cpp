#include "compiler/emit/stack_sizes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/DataExtractor.h>

namespace lanewise::compiler {
namespace {

namespace object = llvm::object;

// Returns the value of `result`, or an empty value if `result` is an error. No error is reported: errors occur only if
// the code generator's output is unreadable, which would be a mistake of this compiler.
template <typename T>
T value_or_none(llvm::Expected<T> result) {
    if (result) return std::move(*result);
    llvm::consumeError(result.takeError());
    return {};
}

object::section_iterator relocated_section(const object::ObjectFile& file, const object::SectionRef& relocations) {
    llvm::Expected<object::section_iterator> section = relocations.getRelocatedSection();
    if (section) return *section;
    llvm::consumeError(section.takeError());
    return file.section_end();
}

using Place = std::pair<std::uint64_t, std::uint64_t>;  // section number, and offset in bytes in the section

// Returns the section number and the offset of `symbol`. The pair identifies a function even if a relocation refers to
// the symbol of the function's section, and not to the symbol of the function.
Place place_of(const object::ObjectFile& file, const object::SymbolRef& symbol) {
    auto section = symbol.getSection();
    if (!section || *section == file.section_end()) {
        llvm::consumeError(section.takeError());
        return {};
    }
    return {(*section)->getIndex(), value_or_none(symbol.getValue())};
}

llvm::DenseMap<Place, llvm::StringRef> names_of_functions(const object::ObjectFile& file) {
    llvm::DenseMap<Place, llvm::StringRef> names;
    for (const object::SymbolRef& symbol : file.symbols())
        if (value_or_none(symbol.getType()) == object::SymbolRef::ST_Function)
            names[place_of(file, symbol)] = value_or_none(symbol.getName());
    return names;
}

// Reads the section .stack_sizes. Each record consists of a function's address, which is relocated, and the function's
// frame size as ULEB128.
FrameSizes sizes_of_frames(const object::ObjectFile& file) {
    constexpr std::uint64_t address_bytes = 8;
    const auto names = names_of_functions(file);
    FrameSizes sizes;
    for (const object::SectionRef& relocations : file.sections()) {
        const object::section_iterator section = relocated_section(file, relocations);
        if (section == file.section_end() || value_or_none(section->getName()) != ".stack_sizes") continue;
        const llvm::DataExtractor data(value_or_none(section->getContents()), /*IsLittleEndian=*/true, address_bytes);
        for (const object::ELFRelocationRef relocation : relocations.relocations()) {
            auto [number, offset] = place_of(file, *relocation.getSymbol());
            offset += static_cast<std::uint64_t>(value_or_none(relocation.getAddend()));
            llvm::DataExtractor::Cursor cursor(relocation.getOffset() + address_bytes);
            sizes[names.lookup({number, offset})] = data.getULEB128(cursor);
            llvm::consumeError(cursor.takeError());
        }
    }
    return sizes;
}

}  // namespace

FrameSizes frame_sizes(llvm::MemoryBufferRef object) {
    const auto file = value_or_none(object::ObjectFile::createELFObjectFile(object));
    return file ? sizes_of_frames(*file) : FrameSizes();
}

}  // namespace lanewise::compiler
