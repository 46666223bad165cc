#include "mcp/images.h"

#include "conversation/attachments.h"
#include "conversation/images.h"

#include <QByteArray>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

namespace {

/// What stands behind the head of a `data:` URL, or all of it.
std::string withoutHead(const std::string& text)
{
    constexpr std::string_view mark = ";base64,";
    const auto found = text.starts_with("data:") ? text.substr(0, 200).find(mark) : std::string::npos;
    return found == std::string::npos ? text : text.substr(found + mark.size());
}

std::string textOf(const json& image) { return image.is_string() ? image.get<std::string>() : image.value("data", ""); }

} // namespace

tl::expected<std::vector<formats::RecordedAttachment>, std::string> imagesIn(const json& arguments)
{
    std::vector<formats::RecordedAttachment> images;
    for (const json& one : arguments.value("images", json::array())) {
        const std::string place = "arguments[images][" + std::to_string(images.size()) + "]: ";
        const auto decoded =
            QByteArray::fromBase64Encoding(QByteArray::fromStdString(withoutHead(textOf(one))),
                                           QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return tl::unexpected(place + "it is no base64. Paths and addresses are not read.");
        formats::RecordedAttachment image;
        image.bytes = decoded.decoded.toStdString();
        image.mediaType = conversation::imageTypeOf(image.bytes);
        if (image.mediaType.empty())
            return tl::unexpected(place + "it is no picture that can be shown (PNG, JPEG, WebP, GIF).");
        image.hash = conversation::attachmentHash(image.bytes);
        images.push_back(std::move(image));
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
