#include "model/formats/requests/anthropic_messages.h"
#include "model/formats/requests/openai_reply.h"
#include "require.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck::formats;
using quarterdeck::fuzz::require;

namespace {

StreamedReply replyOf(std::unique_ptr<ReplyReader> reader, std::string_view bytes, std::size_t piece)
{
    while (!bytes.empty()) {
        reader->feed(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
    }
    reader->finish();
    (void)reader->blocks();
    (void)usageOf(reader->reply());
    (void)errorText(reader->reply());
    return reader->reply();
}

} // namespace

/// Any bytes as a model's streamed reply: however they are cut, the reply is the same. The first byte tells how.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const std::size_t piece = std::size_t{1} + data[0] % 16U;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    for (const auto& make : {&openAiReplyReader, &anthropicReplyReader}) {
        require(replyOf(make(), bytes, bytes.size()) == replyOf(make(), bytes, piece));
    }
    return 0;
}
