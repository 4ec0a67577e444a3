#include "compiler/widen/memory/exchanges.h"

#include "compiler/access/exchange.h"
#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

Exchanges::Blocks Exchanges::blocks(const llvm::Value* pointer) {
    const Exchange exchange = *find_exchange(*pointer, shapes_);
    const LaneIndex index(chunk_, exchange.step->getOperand(1));
    const unsigned size = permute_.piece_lanes();
    llvm::Value* ramp = builder_.CreateFreeze(values_.scalar(exchange.ramp));
    llvm::Value* distance = builder_.CreateFreeze(values_.scalar(exchange.distance));
    Blocks result{builder_.CreateIsNull(builder_.CreateAnd(ramp, size - 1)), {}, nullptr, {}};
    llvm::Value* within =
        builder_.CreateAnd(builder_.CreateTrunc(distance, builder_.getInt32Ty()), builder_.getInt32(size - 1));
    llvm::SmallVector<llvm::Constant*, 64> numbers;
    for (unsigned lane = 0; lane < lanes_; ++lane) numbers.push_back(builder_.getInt32(lane % size));
    result.from = builder_.CreateXor(llvm::ConstantVector::get(numbers), builder_.CreateVectorSplat(lanes_, within));
    llvm::Value* mask = nullptr;
    if (masks_.current()) {
        llvm::Value* words = builder_.CreateSExt(masks_.current(), values_.lanes_of(builder_.getInt32Ty()));
        mask = builder_.CreateIsNotNull(permute_.in_pieces(words, result.from));
    }
    for (unsigned block = 0; block * size < lanes_; ++block) {
        llvm::Value* own = builder_.CreateAdd(ramp, llvm::ConstantInt::get(ramp->getType(), block * size));
        llvm::Value* first = builder_.CreateAnd(builder_.CreateXor(own, distance), ~std::uint64_t{size - 1});
        llvm::Value* narrow = builder_.CreateFreeze(index.with_part(first));
        if (llvm::Value* goes_on = index.goes_on(narrow, size - 1))
            result.hold = builder_.CreateAnd(result.hold, goes_on);
        result.places.push_back(place_at(chunk_, pointer, *exchange.step, index.extended(narrow)));
        if (mask) result.masks.push_back(permute_.piece_of(mask, block));
    }
    return result;
}

Parts Exchanges::load(const Access& access, const llvm::Value* pointer) {
    const Blocks blocks = this->blocks(pointer);
    llvm::Type* type = llvm::FixedVectorType::get(access.element, permute_.piece_lanes());
    return either(
        chunk_, blocks.hold,
        [&]() -> Parts {
            Parts loaded;
            for (unsigned i = 0; i < blocks.places.size(); ++i) {
                llvm::Instruction* block = nullptr;
                if (blocks.masks.empty())
                    block = builder_.CreateAlignedLoad(type, blocks.places[i], access.align);
                else
                    block = builder_.CreateMaskedLoad(type, blocks.places[i], access.align, blocks.masks[i]);
                loaded.push_back(block);
            }
            return {permute_.in_pieces(shuffles_.concatenate(loaded), blocks.from)};
        },
        [&] { return scattered_.load(access, values_.part(pointer)); }, Odds::likely);
}

void Exchanges::store(const Access& access, const llvm::Value* pointer, const Parts& values) {
    const Blocks blocks = this->blocks(pointer);
    either(
        chunk_, blocks.hold,
        [&]() -> Parts {
            llvm::Value* permuted = permute_.in_pieces(values.front(), blocks.from);
            for (unsigned i = 0; i < blocks.places.size(); ++i) {
                llvm::Value* stored = permute_.piece_of(permuted, i);
                if (blocks.masks.empty())
                    builder_.CreateAlignedStore(stored, blocks.places[i], access.align);
                else
                    builder_.CreateMaskedStore(stored, blocks.places[i], access.align, blocks.masks[i]);
            }
            return {};
        },
        [&]() -> Parts {
            scattered_.store(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

}  // namespace lanewise::compiler
