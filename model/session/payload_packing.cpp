#include "model/session/payload_packing.h"

#include "model/session/payload_dictionary.h"

#include <memory>
#include <zstd.h>

namespace quarterdeck::session {

namespace {

/// The fastest level that also packs plain text; higher ones gain little for much time.
constexpr int level = 1;
/// Shorter payloads would only grow by zstd's header.
constexpr std::size_t smallestPacked = 64;

template <typename T, std::size_t (*free)(T*)>
struct Freed
{
    void operator()(T* made) const { free(made); }
};
template <typename T, std::size_t (*free)(T*)>
using Owned = std::unique_ptr<T, Freed<T, free>>;

using PackingWords = Owned<ZSTD_CDict, ZSTD_freeCDict>;
using UnpackingWords = Owned<ZSTD_DDict, ZSTD_freeDDict>;

const ZSTD_CDict* packingWords()
{
    static const PackingWords dictionary(
        ZSTD_createCDict(payloadDictionary().data(), payloadDictionary().size(), level));
    return dictionary.get();
}

const ZSTD_DDict* unpackingWords()
{
    static const UnpackingWords dictionary(ZSTD_createDDict(payloadDictionary().data(), payloadDictionary().size()));
    return dictionary.get();
}

/// One per thread, since it keeps its memory.
struct Packer
{
    Packer()
    {
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
        ZSTD_CCtx_refCDict(context.get(), packingWords());
    }
    Owned<ZSTD_CCtx, ZSTD_freeCCtx> context{ZSTD_createCCtx()};
    std::string packed; ///< as large as the largest so far may become
};

struct Unpacker
{
    Owned<ZSTD_DCtx, ZSTD_freeDCtx> context{ZSTD_createDCtx()};
    std::string payload;
};

} // namespace

std::optional<std::string> packedPayload(std::string_view payload)
{
    if (payload.size() < smallestPacked || payload.size() > largestPackedPayload)
        return std::nullopt;
    thread_local Packer packer;
    std::string& packed = packer.packed;
    if (packed.size() < ZSTD_compressBound(payload.size()))
        packed.resize(ZSTD_compressBound(payload.size()));
    const std::size_t size =
        ZSTD_compress2(packer.context.get(), packed.data(), packed.size(), payload.data(), payload.size());
    if (ZSTD_isError(size) != 0 || size >= payload.size() || payload.size() / mostUnpacked >= size)
        return std::nullopt;
    return packed.substr(0, size);
}

std::optional<std::string_view> unpackedPayload(std::string_view packed)
{
    thread_local Unpacker unpacker;
    const unsigned long long claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
    // The values that mean "unknown" are larger, too.
    if (claimed > largestPackedPayload || claimed / mostUnpacked >= packed.size())
        return std::nullopt;
    std::string& payload = unpacker.payload;
    if (payload.size() < claimed)
        payload.resize(claimed);
    // The buffer is exactly this large, since another frame may follow the first.
    const std::size_t size = ZSTD_decompress_usingDDict(unpacker.context.get(), payload.data(), claimed, packed.data(),
                                                        packed.size(), unpackingWords());
    if (ZSTD_isError(size) != 0)
        return std::nullopt;
    return std::string_view(payload).substr(0, size);
}

} // namespace quarterdeck::session
