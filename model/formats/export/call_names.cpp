#include "model/formats/export/call_names.h"

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
