#include "ui/present/present.h"

namespace quarterdeck::ui::present {

std::vector<conversation::MediaSource> imagesOf(const session::Event& event)
{
    std::vector<conversation::MediaSource> images;
    const auto add = [&images](const conversation::MediaBlock& media) {
        if (media.kind == conversation::MediaKind::Image)
            images.push_back(media.source);
    };
    const auto addAll = [&add](const std::vector<conversation::ContentBlock>& content) {
        for (const conversation::ContentBlock& block : content)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&block))
                add(*media);
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
