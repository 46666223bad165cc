#include "model/gateway/rest/api_media.h"

#include "model/gateway/uploaded_media.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace quarterdeck::gateway::api {

using nlohmann::json;

namespace {

template <typename T>
using Taken = tl::expected<T, std::string>;

std::string textIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The block's source, if it contains bytes.
json* sourceWithBytes(json& block)
{
    static constexpr std::array<std::string_view, 4> media = {"image", "audio", "video", "file"};
    if (!block.is_object() || std::ranges::find(media, std::string_view(textIn(block, "type"))) == media.end())
        return nullptr;
    const auto source = block.find("source");
    const bool hasBytes = source != block.end() && source->is_object() && source->contains("data");
    return hasBytes ? &*source : nullptr;
}

/// `place`: where the data is.
Taken<formats::RecordedAttachment> attachmentIn(const json& source, bool isShown, const std::string& place)
{
    const auto bad = [&](const char* what) { return tl::unexpected(place + ": " + what); };
    const json& data = source.at("data");
    if (!data.is_string())
        return bad("not a text.");
    if (!textIn(source, "hash").empty() || !textIn(source, "url").empty())
        return bad("beside it stands a hash or url, and only one of them can be meant.");
    auto sent = sentBytesIn(data.get_ref<const std::string&>());
    if (!sent)
        return bad("no base64, and no data: URL of it. Paths and addresses are not read.");
    if (sent->bytes.empty())
        return bad("no bytes.");
    const std::string said = textIn(source, "media_type");
    auto attachment = attachmentOf(std::move(sent->bytes), said.empty() ? sent->mediaType : said);
    if (isShown && !isPicture(attachment.bytes, attachment.mediaType))
        return bad("no picture that can be shown (PNG, JPEG, WebP, GIF).");
    return attachment;
}

} // namespace

Taken<std::vector<formats::RecordedAttachment>> takeMedia(json& blocks, const std::string& place)
{
    std::vector<formats::RecordedAttachment> taken;
    if (!blocks.is_array())
        return taken; // who reads it says so
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        json* source = sourceWithBytes(blocks[i]);
        if (source == nullptr)
            continue;
        auto attachment = attachmentIn(*source, textIn(blocks[i], "type") == "image",
                                       place + "[" + std::to_string(i) + "].source.data");
        if (!attachment)
            return tl::unexpected(std::move(attachment.error()));
        source->erase("data");
        (*source)["hash"] = attachment->hash.str();
        (*source)["media_type"] = attachment->mediaType;
        (*source)["size"] = attachment->bytes.size();
        taken.push_back(std::move(*attachment));
    }
    return taken;
}

} // namespace quarterdeck::gateway::api
