#include "conversation/question.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

std::string answerText(const QuestionEnd& end)
{
    Message words;
    words.content = end.content;
    const std::string own = textContent(words).value_or(std::string());
    if (!end.option.empty()) {
        return own.empty() ? end.option : end.option + ": " + own;
    }
    if (!own.empty()) {
        return own;
    }
    if (end.form.isNull()) {
        return {};
    }
    return end.form.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace quarterdeck::conversation
