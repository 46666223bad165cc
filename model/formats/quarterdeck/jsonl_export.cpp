#include "formats/jsonl_export.h"

#include "conversation/event_json.h"
#include "json/json_text.h"

#include <nlohmann/json.hpp>
#include <set>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::MediaSource;

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
            }
        }
    }
    std::vector<MediaSource> take() { return std::move(m_found); }

private:
    std::set<conversation::AttachmentHash> m_seen;
    std::vector<MediaSource> m_found;
};

} // namespace

std::string jsonlHeaderLine(const JsonlHeader& header)
{
    nlohmann::json line = {{"format", "quarterdeck"}, {"version", jsonlVersion}, {"events", header.events}};
    if (!header.session.empty()) {
        line["session"] = header.session;
    }
    if (!header.attachmentsFolder.empty()) {
        line["attachments"] = header.attachmentsFolder;
    }
    return textOfJson(line) + '\n';
}

std::string jsonlEventLine(const conversation::Event& event) { return textOfJson(conversation::toJson(event)) + '\n'; }

std::vector<MediaSource> attachmentsOf(const conversation::EventBody& body)
{
    Collector collector;
    if (const auto* published = std::get_if<conversation::MessagePublished>(&body)) {
        collector.add(published->message.content);
    } else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&body)) {
        for (const MediaBlock& image : asked->question.images) {
            collector.add(image.source);
        }
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&body)) {
        collector.add(ended->end.content);
    }
    return collector.take();
}

} // namespace quarterdeck::formats
