#pragma once

#include "model/conversation/event.h"
#include "model/conversation/state/state.h"

#include <QString>
#include <vector>

namespace quarterdeck::formats {

/// One event of a session in the reader's language. Nothing is escaped: texts and names are as they were given.
struct RowText
{
    QString speaker;    ///< empty for the program's own notes
    QString recipients; ///< names, "everyone"; empty if it went to nobody
    QString text;
    bool isPrivate = false; ///< said in a private chat
    /// "Speaker → recipients: text", marked if it is private.
    [[nodiscard]] QString line() const;
};

/// Empty for events that nobody reads (a delivered answer, a role's activity ...). `before` is the state before it.
[[nodiscard]] RowText rowText(const conversation::ConversationState& before, const conversation::Event& event);
/// How a question of this asker ended; not marked as private.
[[nodiscard]] RowText questionEndText(const conversation::RoleName& asker, const conversation::QuestionEnd& end);
/// What the person gave, as one would say it: own words unchanged; an option with the words beside it, or a form, as
/// one text; images unchanged. Never empty.
[[nodiscard]] std::vector<conversation::ContentBlock> answerContent(const conversation::QuestionEnd& end);

} // namespace quarterdeck::formats
