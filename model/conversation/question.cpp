#include "model/conversation/question.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace quarterdeck::conversation {

/// Includes what was typed beside an option or a form.
std::string answerText(const QuestionEnd& end)
{
    Message words;
    words.content = end.content;
    const std::string own = textContent(words).value_or(std::string());
    std::string text = end.option;
    for (const std::string& one :
         {own,
          end.form.isNull() ? std::string()
                            : end.form.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)}) {
        text += text.empty() || one.empty() ? one : (text == end.option ? ": " : "\n") + one;
    }
    return text;
}

bool isApproval(const Question& question)
{
    // Whoever has a form of its own to fill in needs the page for it.
    if (question.isApproval || !question.schema.isNull())
        return question.isApproval;
    std::size_t begin = 0;
    while (begin < question.text.size()) {
        const std::size_t end = std::min(question.text.find('\n', begin), question.text.size());
        const std::string_view line = std::string_view(question.text).substr(begin, end - begin);
        const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
        if (ticks >= 3 && line.substr(ticks) == "diff")
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace quarterdeck::conversation
