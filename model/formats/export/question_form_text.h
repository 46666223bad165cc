#pragma once

#include "model/conversation/question.h"

#include <QString>
#include <string>
#include <vector>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
