#pragma once

#include "conversation/question.h"

#include <QString>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// Whose words it is said in: the program's language for a person, and English for another program, which must get the
/// same whatever language this one speaks.
enum class Reader { Person, Program };

/// A field of a question's form, as one says it. Nothing is escaped.
struct FormField
{
    QString name;    ///< of one within another "outer.inner"
    QString remarks; ///< what is to be given: its kind or its choices, whether it must be, what it is without an answer
    QString description;
};

/// In the order of their names; the first hundreds, and as much as two thousand of its places say (a choice is one, a
/// definition one each time that it is meant). A schema without fields is one without a
/// name, unless it says nothing at all.
[[nodiscard]] std::vector<FormField> formFields(const conversation::JsonValue& schema, Reader reader = Reader::Person);
/// Until when an answer is waited for; empty = for ever.
[[nodiscard]] QString deadlineText(const conversation::Question& question, Reader reader = Reader::Person);
/// All that is asked, but for its pictures, as one plain text for another program.
[[nodiscard]] std::string questionText(const conversation::Question& question);

} // namespace quarterdeck::formats
