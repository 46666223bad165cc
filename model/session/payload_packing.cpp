#include "model/session/payload_packing.h"

#include <zstd.h>

#include <array>
#include <memory>

namespace quarterdeck::session {

namespace {

/// Made once by ZDICT_finalizeDictionary (level 1, id 1) of zstd 1.5.4 from the words below and 3,323 events of made
/// sessions and of the recordings in tests/data: how often which byte and which length comes.
constexpr std::array<unsigned char, 159> frequencies{
    0x37, 0xa4, 0x30, 0xec, 0x01, 0x00, 0x00, 0x00, 0x41, 0x10, 0xa8, 0x34, 0x6d, 0x0e, 0x30, 0x93, 0x54, 0xe8,
    0xcc, 0xcc, 0x4c, 0x72, 0x33, 0x8b, 0x46, 0x44, 0x57, 0xc1, 0x4d, 0x67, 0xf4, 0xb7, 0x25, 0x92, 0x9c, 0x2d,
    0x72, 0xd9, 0x13, 0xda, 0x24, 0x89, 0xdc, 0xf4, 0x18, 0x96, 0x51, 0xf5, 0x8f, 0x89, 0x18, 0x63, 0xee, 0x39,
    0xa2, 0xff, 0x9f, 0x87, 0x7c, 0x13, 0x11, 0x11, 0x11, 0x11, 0x61, 0xb7, 0x35, 0xfa, 0xf1, 0x9a, 0x60, 0x66,
    0x06, 0x43, 0xc3, 0x00, 0x00, 0x0c, 0x10, 0x91, 0x8a, 0x86, 0xb3, 0x9c, 0x33, 0x00, 0x00, 0x04, 0x80, 0x40,
    0x1d, 0xa4, 0x14, 0x8c, 0x0b, 0x0c, 0x4a, 0x45, 0x71, 0xc8, 0x28, 0x18, 0x11, 0x05, 0x31, 0x92, 0xa1, 0x18,
    0x04, 0x30, 0x0c, 0x90, 0x3c, 0x44, 0x10, 0x20, 0x11, 0x80, 0x1a, 0x00, 0x00, 0x00, 0x00, 0x34, 0x4c, 0xe4,
    0x42, 0xe4, 0xc4, 0x42, 0x69, 0x3c, 0x14, 0x09, 0x49, 0x72, 0x1c, 0x44, 0x72, 0x1c, 0x05, 0x19, 0x48, 0x34,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00};

/// What our events repeat most; the most frequent come last.
constexpr std::string_view words =
    R"~({"role":{"name":"","profile":"","class_path":"","addresses":[""],"kind":"team_leader","goal":"",)~"
    R"~("constraints":""}}{"target":,"kind":"mistake","text":"","by":"reviewer"}{"role":"","model":"",)~"
    R"~("prompt_tokens":}{"id":"","role":"","is_private":true}{"id":"","end":{"kind":"answered","option":"",)~"
    R"~("content":[{"text":"","type":"text"}],"by":"person","at":17}}{"question":{"id":"","asker":"",)~"
    R"~("text":"","reason":"","options":[{"label":"","description":""},{"label":"","description":""})~"
    R"~(],"schema":{"type":"object","properties":{},"required":[]},"urgency":"high","default_option":"",)~"
    R"~("asked_at":17}}{"role":"","activity":"waiting_for_person","detail":"","finished_news":true})~"
    R"~({"trace_id":"","span_id":"","parent_id":"","name":"","start_time":,"end_time":,"attributes":{})~"
    R"~(}{"source":{"hash":"","media_type":"image/png","name":"","size":,"width":,"height":},"type":"image"})~"
    R"~({"text":"","signature":"","type":"thinking"}{"id":"call_","name":"","input":{"path":"","content":""})~"
    R"~(,"raw_input":"{\"\": \"\"}","type":"tool_use"}{"id":"call_","name":"","output":"","output_blocks":[{"text":"",)~"
    R"~("type":"text"}],"is_error":true,"type":"tool_result"}"metadata":{"source":{"name":"","role":"assistant"})~"
    R"~(,"quarterdeck":{"saw":{"from":0,"to":,"left_out":,"summary":"","tools":"","digest":""}}}"rule":"from_leader",)~"
    R"~("rule":"answer","rule":"reply_in_direct_chat","was_public":true,"is_private":true,"without_leader":true,)~"
    R"~("is_undelivered":true,"direct_chat":"","reason":"addressed","reason":"watched", the  of  and  to  in  that  for  is  with  this  are  on  be  it  not  have  from  will  can  which  you ```\n\n- **\n1. \n\n### \",)~"
    R"~( {"message":{"id":"","sent_from":"User","role":"assistant","send_to":["<all>",""],"cause_by":"metagpt.actions.add_requirement.UserRequirement",)~"
    R"~("content":[{"text":"","type":"text"}],"metadata":{"agent":"("},"timestamp":17,"usage":{"model":"",)~"
    R"~("prompt_tokens":,"completion_tokens":,"cost":0.00,"duration_ms":,"cached_tokens":,"reasoning_tokens":})~"
    R"~(},"route":{"rule":"ordinary","leader_added":true,"deliveries":[{"role":""},{"role":"","reason":"everyone"})~"
    R"~(,{"role":"","reason":"everyone"}],"has_addressed_copy":true,"address_note":"[Message] from  to : "})~"
    R"~(})~";

} // namespace

const std::string& payloadDictionary()
{
    static const std::string dictionary = std::string(frequencies.begin(), frequencies.end()).append(words);
    return dictionary;
}

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
