#include "conversation/question.h"

#include <nlohmann/json.hpp>

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

} // namespace quarterdeck::conversation
