#include "model/formats/export/calls_and_results.h"

#include "model/conversation/attachments.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/message_parts.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace quarterdeck::formats {

namespace {

bool isPlain(const std::string& id)
{
    return std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

} // namespace

std::string CallIds::ofCall(const conversation::ToolUseBlock& call)
{
    std::string written = call.id;
    while (written.empty() || (m_mustBePlain && !isPlain(written)) || isTaken(written)) {
        written = "call_" + std::to_string(++m_made);
    }
    wait(call, written);
    return written;
}

std::string CallIds::ofResult(const conversation::ToolResultBlock& result)
{
    const auto answers = [&](const Waiting& one) {
        return one.id == result.id && (!one.id.empty() || result.name.empty() || one.name == result.name);
    };
    const auto found = std::ranges::find_if(m_waiting, answers);
    if (found == m_waiting.end()) {
        return {};
    }
    std::string written = std::move(found->written);
    m_waiting.erase(found);
    return written;
}

void CallIds::wait(const conversation::ToolUseBlock& call, std::string written)
{
    constexpr std::size_t most = 256; // what was not answered for so long never will be
    if (m_waiting.size() >= most) {
        m_waiting.erase(m_waiting.begin());
    }
    m_waiting.push_back({call.id, call.name, std::move(written)});
}

bool CallIds::isTaken(const std::string& id) const
{
    return std::ranges::find(m_waiting, id, &Waiting::written) != m_waiting.end();
}

using namespace conversation;

const Event& CallNames::named(const Event& event)
{
    const auto* published = std::get_if<MessagePublished>(&event.body);
    if (published == nullptr)
        return event;
    std::map<std::size_t, std::string> found; // by the block's place
    for (std::size_t i = 0; i < published->message.content.size(); ++i) {
        const ContentBlock& block = published->message.content[i];
        if (const auto* use = std::get_if<ToolUseBlock>(&block); use != nullptr && !use->id.empty()) {
            m_names[use->id] = use->name;
        } else if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
            // Each call is answered once, so its entry can go.
            const auto name = m_names.extract(result->id);
            if (result->name.empty() && !name.empty())
                found[i] = name.mapped();
        }
    }
    if (found.empty())
        return event;
    m_named = event;
    for (const auto& [place, name] : found)
        std::get<ToolResultBlock>(std::get<MessagePublished>(m_named.body).message.content[place]).name = name;
    return m_named;
}

using conversation::MediaKind;
using nlohmann::json;

namespace {

std::string dataAddress(const std::string& mediaType, const std::string& base64)
{
    return base64.empty() || conversation::isStoredMediaText(base64) ? base64
                                                                     : "data:" + mediaType + ";base64," + base64;
}

/// `{source: {type: base64, media_type, data}}` or `{source: {url}}` of Anthropic and AgentScope, `{data, mimeType}` of
/// MCP, `{image_url: {url}}` or `{image_url: ".."}` of OpenAI.
std::string addressIn(const json& part, const std::string& type)
{
    if (const json& source = memberOf(part, "source"); source.is_object()) {
        const std::string data = textMember(source, "data");
        return data.empty() ? textMember(source, "url") : dataAddress(textMember(source, "media_type"), data);
    }
    if (const std::string data = textMember(part, "data"); !data.empty()) {
        return dataAddress(textMember(part, "mimeType"), data);
    }
    const std::string address = textMember(part, type.c_str());
    return address.empty() ? textMember(memberOf(part, type.c_str()), "url") : address;
}

ResultPart partOf(const json& piece)
{
    static const std::map<std::string, MediaKind> kinds = {
        {"image", MediaKind::Image},     {"audio", MediaKind::Audio},       {"video", MediaKind::Video},
        {"image_url", MediaKind::Image}, {"input_image", MediaKind::Image}, {"document", MediaKind::File}};
    ResultPart part;
    part.value = conversation::JsonValue(piece);
    const std::string type = textMember(piece, "type");
    const auto text = python_json::shownText(memberOf(piece, "text"));
    if ((type == "text" || type == "input_text" || type == "output_text") && text) {
        part.kind = ResultPart::Kind::Text;
        part.text = *text;
        return part;
    }
    const auto kind = kinds.find(type);
    if (kind == kinds.end()) {
        return part;
    }
    part.url = addressIn(piece, type == "input_image" ? "image_url" : type);
    part.name = textMember(piece, "title");
    part.media = kind->second;
    part.kind = part.url.empty() ? ResultPart::Kind::Other : ResultPart::Kind::Media;
    if (auto stored = conversation::storedMediaIn(part.url)) {
        part.url.clear();
        part.stored = {std::move(stored->hash), {}, std::move(stored->mediaType), part.name, stored->size, 0, 0};
    }
    return part;
}

} // namespace

std::vector<ResultPart> resultParts(const conversation::ToolResultBlock& result)
{
    std::vector<ResultPart> parts;
    const json& pieces = result.outputBlocks.json();
    if (pieces.is_array()) {
        for (const json& piece : pieces) {
            parts.push_back(partOf(piece));
        }
    }
    return parts;
}

using conversation::StoredMedia;

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
