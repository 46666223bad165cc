#include "model/gateway/mcp/images.h"

#include "model/conversation/decide/image_paths.h"
#include "model/gateway/uploaded_media.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

namespace {

std::string dataOf(const json& image) { return image.is_string() ? image.get<std::string>() : image.value("data", ""); }

} // namespace

tl::expected<std::vector<formats::RecordedAttachment>, std::string> imagesIn(const json& arguments)
{
    std::vector<formats::RecordedAttachment> images;
    for (const json& one : arguments.value("images", json::array())) {
        const std::string place = "arguments[images][" + std::to_string(images.size()) + "]: ";
        auto sent = sentBytesIn(dataOf(one));
        if (!sent)
            return tl::unexpected(place + "it is no base64. Paths and addresses are not read.");
        if (conversation::imageTypeOf(sent->bytes).empty())
            return tl::unexpected(place + "it is no picture that can be shown (PNG, JPEG, WebP, GIF).");
        images.push_back(attachmentOf(std::move(sent->bytes), {}));
    }
    return images;
}

conversation::MediaBlock blockOf(const formats::RecordedAttachment& image)
{
    conversation::MediaBlock block;
    block.source.hash = image.hash;
    block.source.mediaType = image.mediaType;
    block.source.size = static_cast<std::int64_t>(image.bytes.size());
    return block;
}

} // namespace quarterdeck::gateway::mcp
