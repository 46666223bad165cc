#include "model/conversation/attachments.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <set>

namespace quarterdeck::conversation {

namespace {

// quarterdeck-media:<address|bytes>:<size>:<hash>:<media type>. Neither Base64 nor an address starts like this.
constexpr std::string_view mark = "quarterdeck-media:";
constexpr std::string_view addressWord = "address";
constexpr std::string_view bytesWord = "bytes";
constexpr std::size_t hashDigits = 64;

std::string_view takeWord(std::string_view& text)
{
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

bool isHash(std::string_view text)
{
    return text.size() == hashDigits && std::ranges::all_of(text, [](char digit) {
               return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
           });
}

void collect(const nlohmann::json& value, std::vector<StoredMedia>& found)
{
    if (const auto* text = value.get_ptr<const std::string*>()) {
        if (auto media = storedMediaIn(*text))
            found.push_back(std::move(*media));
    } else if (value.is_structured()) {
        for (const nlohmann::json& part : value)
            collect(part, found);
    }
}

} // namespace

std::string storedMediaText(const StoredMedia& media)
{
    std::string text(mark);
    text += media.isAddress ? addressWord : bytesWord;
    return text + ":" + std::to_string(media.size) + ":" + media.hash.str() + ":" + media.mediaType;
}

bool isStoredMediaText(std::string_view text) { return text.starts_with(mark); }

std::optional<StoredMedia> storedMediaIn(std::string_view text)
{
    if (!isStoredMediaText(text))
        return std::nullopt;
    text.remove_prefix(mark.size());
    StoredMedia media;
    const std::string_view form = takeWord(text);
    const std::string_view size = takeWord(text);
    const std::string_view hash = takeWord(text);
    media.isAddress = form == addressWord;
    const auto read = std::from_chars(size.data(), size.data() + size.size(), media.size);
    const bool isSize = read.ec == std::errc() && read.ptr == size.data() + size.size() && media.size >= 0;
    if ((!media.isAddress && form != bytesWord) || !isSize || !isHash(hash))
        return std::nullopt;
    media.hash = AttachmentHash(std::string(hash));
    media.mediaType = std::string(text);
    return media;
}

std::vector<StoredMedia> storedMediaOf(const ToolResultBlock& result)
{
    std::vector<StoredMedia> found;
    collect(result.outputBlocks.json(), found);
    return found;
}

bool namesStoredMedia(const Message& message)
{
    return std::ranges::any_of(message.content, [](const ContentBlock& block) {
        const auto* result = std::get_if<ToolResultBlock>(&block);
        return result != nullptr && !storedMediaOf(*result).empty();
    });
}

namespace {

class Collector
{
public:
    void add(const MediaSource& media)
    {
        if (!media.hash.isEmpty() && m_seen.insert(media.hash).second) {
            m_found.push_back(media);
        }
    }
    void add(const std::vector<ContentBlock>& blocks)
    {
        for (const ContentBlock& block : blocks) {
            if (const auto* media = std::get_if<MediaBlock>(&block)) {
                add(media->source);
            } else if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
                for (StoredMedia& stored : storedMediaOf(*result)) {
                    add({std::move(stored.hash), {}, std::move(stored.mediaType), {}, stored.size, 0, 0});
                }
            }
        }
    }
    std::vector<MediaSource> take() { return std::move(m_found); }

private:
    std::set<AttachmentHash> m_seen;
    std::vector<MediaSource> m_found;
};

} // namespace

std::vector<MediaSource> attachmentsOf(const EventBody& body)
{
    Collector collector;
    if (const auto* published = std::get_if<MessagePublished>(&body)) {
        collector.add(published->message.content);
    } else if (const auto* grown = std::get_if<MessageExtended>(&body)) {
        collector.add(grown->content);
    } else if (const auto* asked = std::get_if<QuestionAsked>(&body)) {
        for (const MediaBlock& image : asked->question.images) {
            collector.add(image.source);
        }
    } else if (const auto* ended = std::get_if<QuestionEnded>(&body)) {
        collector.add(ended->end.content);
    }
    return collector.take();
}

AttachmentHash attachmentHash(std::string_view bytes)
{
    const auto view = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return AttachmentHash(QCryptographicHash::hash(view, QCryptographicHash::Sha256).toHex().toStdString());
}

} // namespace quarterdeck::conversation
