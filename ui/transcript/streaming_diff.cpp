#include "ui/transcript/streaming_diff.h"

#include "model/conversation/utf8.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace quarterdeck::ui::transcript {

namespace {

bool isWithinCharacter(std::string_view text, std::size_t at)
{
    return at < text.size() && conversation::utf8::isContinuation(text[at]);
}

std::string_view beginningOf(std::string_view text)
{
    if (text.size() <= StreamingDiff::longest)
        return text;
    std::size_t end = StreamingDiff::longest;
    for (int back = 0; back < 3 && isWithinCharacter(text, end); ++back)
        --end;
    return text.substr(0, end);
}

} // namespace

nlohmann::json StreamingDiff::tell(const session::StreamingMessage& draft, bool isHere)
{
    nlohmann::json message{{"id", draft.id}, {"tokens", draft.tokens}, {"done", draft.isDone || !isHere}};
    if (!isHere)
        message["gone"] = true;
    if (draft.isDone || !isHere) {
        m_texts.erase(draft.id);
        return message;
    }
    std::string& sent = m_texts[draft.id];
    const std::string_view now = beginningOf(draft.text);
    // All of it, unless what was sent is its beginning and ends between characters.
    const bool goesOn = !sent.empty() && now.starts_with(sent) && !isWithinCharacter(now, sent.size());
    message[goesOn ? "add" : "text"] = std::string(goesOn ? now.substr(sent.size()) : now);
    sent = now;
    return message;
}

} // namespace quarterdeck::ui::transcript
