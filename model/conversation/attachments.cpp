#include "model/conversation/attachments.h"

#include "model/conversation/stored_media.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <set>

namespace quarterdeck::conversation {

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
