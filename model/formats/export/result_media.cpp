#include "model/formats/export/result_media.h"

#include "model/conversation/stored_media.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/data_url.h"

#include <QByteArray>
#include <array>

namespace quarterdeck::formats {

using conversation::StoredMedia;
using nlohmann::json;

namespace {

constexpr std::string_view base64Mark = ";base64,";

std::string base64Of(const std::string& bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

std::string writtenAs(const StoredMedia& media, const std::string& bytes)
{
    return media.isAddress ? "data:" + media.mediaType + std::string(base64Mark) + base64Of(bytes) : base64Of(bytes);
}

/// Only names put there by this reader count: foreign ones are defused.
void disownNames(json& value)
{
    if (auto* text = value.get_ptr<std::string*>()) {
        if (conversation::isStoredMediaText(*text)) {
            text->insert(text->begin(), ' ');
        }
    } else if (value.is_structured()) {
        for (json& part : value) {
            disownNames(part);
        }
    }
}

class Storing
{
public:
    Storing(const ReadLimits& limits, std::vector<RecordedAttachment>& attachments)
        : m_limits(limits)
        , m_attachments(attachments)
    { }

    /// As resultParts() reads them.
    void piece(json& piece)
    {
        if (!piece.is_object()) {
            return;
        }
        if (auto source = piece.find("source"); source != piece.end() && source->is_object()) {
            return textMember(*source, "type") == "text" ? void() : bytes(*source, textMember(*source, "media_type"));
        }
        if (piece.contains("data")) {
            return bytes(piece, textMember(piece, "mimeType"));
        }
        constexpr std::array keys = {"image_url", "image", "audio", "video", "document"};
        for (const char* key : keys) {
            if (auto given = piece.find(key); given != piece.end()) {
                address(given->is_object() && given->contains("url") ? (*given)["url"] : *given);
            }
        }
    }

private:
    void bytes(json& holder, const std::string& mediaType)
    {
        const auto data = holder.find("data");
        if (data != holder.end() && data->is_string()) {
            store(*data, "data:" + mediaType + std::string(base64Mark) + data->get_ref<const std::string&>(), false);
        }
    }
    void address(json& url)
    {
        if (url.is_string()) {
            store(url, url.get<std::string>(), true);
        }
    }
    void store(json& written, const std::string& url, bool isAddress)
    {
        auto data = readDataUrl(url, m_limits.maxAttachmentBytes);
        if (!data) {
            return;
        }
        const StoredMedia media{data->hash, data->mediaType, static_cast<std::int64_t>(data->bytes.size()), isAddress};
        if (writtenAs(media, data->bytes) != written.get_ref<const std::string&>()) {
            return;
        }
        written = conversation::storedMediaText(media);
        m_attachments.push_back(std::move(*data));
    }

    const ReadLimits& m_limits;
    std::vector<RecordedAttachment>& m_attachments;
};

} // namespace

void storeMedia(conversation::ToolResultBlock& result, const ReadLimits& limits,
                std::vector<RecordedAttachment>& attachments)
{
    if (result.outputBlocks.isNull()) {
        return;
    }
    json pieces = result.outputBlocks.json();
    disownNames(pieces);
    if (pieces.is_array()) {
        storeMedia(pieces, limits, attachments);
    }
    result.outputBlocks = conversation::JsonValue(std::move(pieces));
}

void storeMedia(json& pieces, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments)
{
    Storing storing(limits, attachments);
    if (!pieces.is_array()) {
        return storing.piece(pieces);
    }
    for (json& piece : pieces) {
        storing.piece(piece);
    }
}

json withBytes(json pieces, const BytesOf& bytesOf)
{
    if (const auto* text = pieces.get_ptr<const std::string*>()) {
        const auto media = bytesOf ? conversation::storedMediaIn(*text) : std::optional<StoredMedia>();
        const auto bytes = media ? bytesOf(media->hash) : std::optional<std::string>();
        return bytes ? json(writtenAs(*media, *bytes)) : pieces;
    }
    if (pieces.is_structured()) {
        for (json& piece : pieces) {
            piece = withBytes(std::move(piece), bytesOf);
        }
    }
    return pieces;
}

} // namespace quarterdeck::formats
