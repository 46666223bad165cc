#pragma once

#include "model/conversation/event.h"
#include "model/conversation/message.h"
#include "model/conversation/question.h"
#include "model/conversation/state/state.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// A text of the model (UTF-8) as Qt takes it.
inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// "120 tokens · $0.0042" for the line above a message; empty if nothing is known. Thread: any.
[[nodiscard]] QString usageText(const std::optional<conversation::Usage>& usage);

/// In whose words it is phrased: the program's language for a person, and English for another program, which must get
/// the same whatever language this one speaks.
enum class Reader { Person, Program };

/// A field of a question's form, in words. Nothing is escaped.
struct FormField
{
    QString name;    ///< "outer.inner" for a nested one
    QString remarks; ///< what to enter: its kind or choices, whether it is required, its default
    QString description;
};

/// By name; limited to some hundred fields and two thousand places of the schema (a choice is one, a definition one for
/// each use). A schema without fields counts as one without a name, unless it says nothing at all.
[[nodiscard]] std::vector<FormField> formFields(const conversation::JsonValue& schema, Reader reader = Reader::Person);
/// Until when an answer is awaited; empty = for ever.
[[nodiscard]] QString deadlineText(const conversation::Question& question, Reader reader = Reader::Person);
/// Everything that is asked, except pictures, as one plain text for another program.
[[nodiscard]] std::string questionText(const conversation::Question& question);

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
