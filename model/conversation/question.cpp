#include "conversation/question.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

std::string answerText(const QuestionEnd& end)
{
    if (!end.option.empty()) {
        return end.option;
    }
    Message words;
    words.content = end.content;
    if (const auto text = textContent(words)) {
        return *text;
    }
    if (end.form.isNull()) {
        return {};
    }
    return end.form.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace quarterdeck::conversation
