#include "ui/present/present.h"

namespace quarterdeck::ui::present {

std::vector<conversation::MediaSource> imagesOf(const session::Event& event)
{
    std::vector<conversation::MediaSource> images;
    const auto add = [&images](const conversation::MediaBlock& media) {
        if (media.kind == conversation::MediaKind::Image)
            images.push_back(media.source);
    };
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        for (const conversation::ContentBlock& block : published->message.content)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&block))
                add(*media);
    } else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        for (const conversation::MediaBlock& media : asked->question.images)
            add(media);
    }
    return images;
}

} // namespace quarterdeck::ui::present
