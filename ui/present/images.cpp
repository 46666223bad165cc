#include "model/formats/export/result_parts.h"
#include "ui/present/present.h"

namespace quarterdeck::ui::present {

std::vector<conversation::MediaSource> imagesOf(const session::Event& event)
{
    std::vector<conversation::MediaSource> images;
    const auto add = [&images](const conversation::MediaBlock& media) {
        const conversation::MediaSource& source = media.source;
        if (media.kind == conversation::MediaKind::Image && !(source.hash.isEmpty() && source.url.empty()))
            images.push_back(media.source);
    };
    // Images whose bytes are in the log itself are only mentioned there.
    const auto addParts = [&add](const conversation::ToolResultBlock& result) {
        for (const formats::ResultPart& part : formats::resultParts(result))
            if (!part.stored.hash.isEmpty())
                add({part.media, part.stored});
            else if (part.kind == formats::ResultPart::Kind::Media && !part.url.starts_with("data:"))
                add({part.media, {{}, part.url, {}, part.name, 0, 0, 0}});
    };
    const auto addAll = [&add, &addParts](const std::vector<conversation::ContentBlock>& content) {
        for (const conversation::ContentBlock& block : content)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&block))
                add(*media);
            else if (const auto* result = std::get_if<conversation::ToolResultBlock>(&block))
                addParts(*result);
    };
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        addAll(published->message.content);
    } else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        for (const conversation::MediaBlock& media : asked->question.images)
            add(media);
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        addAll(ended->end.content);
    }
    return images;
}

} // namespace quarterdeck::ui::present
