#include "model/formats/export/question_form_text.h"

#include "model/formats/export/qt_text.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace quarterdeck::formats {

using conversation::JsonValue;
using conversation::Question;
using conversation::QuestionOption;
using nlohmann::json;

namespace {

QString valueText(const json& value)
{
    return text(python_json::shownText(value).value_or(python_json::compactText(value)));
}

QString inWords(const char* words, Reader reader)
{
    return reader == Reader::Person ? QCoreApplication::translate("Markdown", words) : QString::fromUtf8(words);
}

class FormWords
{
public:
    FormWords(const json& schema, Reader reader) : m_root(schema), m_reader(reader) { }

    [[nodiscard]] std::vector<FormField> fields()
    {
        add(m_root, {}, 0);
        if (m_fields.empty() && !m_root.is_null()) {
            FormField whole = fieldOf({}, m_root, false);
            if (!whole.name.isEmpty() || !whole.remarks.isEmpty() || !whole.description.isEmpty())
                m_fields.push_back(std::move(whole));
        }
        return std::move(m_fields);
    }

private:
    /// Whether another place of the schema may be visited. Nested definitions multiply, and anybody may have written
    /// the form.
    [[nodiscard]] bool isVisitLeft()
    {
        constexpr int most = 2'000;
        return m_visits < most && ++m_visits > 0;
    }
    static const json& listAt(const json& schema, const char* key)
    {
        static const json empty = json::array();
        const json& list = memberOf(schema, key);
        return list.is_array() ? list : empty;
    }
    static const json& objectAt(const json& schema, const char* key)
    {
        static const json empty = json::object();
        const json& object = memberOf(schema, key);
        return object.is_object() ? object : empty;
    }
    /// The definition that a reference names, otherwise the schema itself.
    [[nodiscard]] const json& meant(const json& schema) const
    {
        const json& reference = memberOf(schema, "$ref");
        for (const char* list : {"$defs", "definitions"}) {
            const std::string start = std::string("#/") + list + "/";
            if (reference.is_string() && reference.get_ref<const std::string&>().starts_with(start))
                return memberOf(memberOf(m_root, list), reference.get<std::string>().substr(start.size()).c_str());
        }
        return schema;
    }
    void add(const json& schema, const QString& within, int depth)
    {
        constexpr int deepest = 3;
        constexpr std::size_t most = 300;
        for (const auto& [name, property] : objectAt(schema, "properties").items()) {
            const QString path = within + (within.isEmpty() ? QString() : QStringLiteral(".")) + text(name);
            const json& inner = meant(property);
            if (m_fields.size() >= most || !isVisitLeft())
                return;
            const json& required = listAt(schema, "required");
            if (depth < deepest && memberOf(inner, "properties").is_object())
                add(inner, path, depth + 1);
            else
                m_fields.push_back(
                    fieldOf(path, inner, std::find(required.begin(), required.end(), json(name)) != required.end()));
        }
    }
    [[nodiscard]] FormField fieldOf(const QString& path, const json& schema, bool isRequired)
    {
        QStringList remarks{kindOf(schema, 0)};
        if (isRequired)
            remarks << inWords(QT_TRANSLATE_NOOP("Markdown", "required"), m_reader);
        if (schema.is_object() && schema.contains("default"))
            remarks << inWords(QT_TRANSLATE_NOOP("Markdown", "default"), m_reader) + QStringLiteral(": ")
                    + valueText(schema["default"]);
        remarks.removeAll(QString());
        const std::string title = textMember(schema, "title");
        const std::string description = textMember(schema, "description");
        const QString name = title.empty() || text(title) == path ? path
            : path.isEmpty()                                      ? text(title)
                                                                  : text(title) + QStringLiteral(" (%1)").arg(path);
        return {name, remarks.join(QStringLiteral("; ")), text(description)};
    }
    /// Its choices, or its type in the schema's words.
    [[nodiscard]] QString kindOf(const json& schema, int depth)
    {
        constexpr int deepest = 4;
        if (depth > deepest || !schema.is_object())
            return {};
        QStringList words = choicesOf(schema, depth);
        if (words.isEmpty())
            words = typesOf(memberOf(schema, "type"));
        if (const json& items = memberOf(schema, "items"); items.is_object() && isVisitLeft())
            words << kindOf(meant(items), depth + 1);
        words.removeAll(QString());
        return words.join(QStringLiteral(", "));
    }
    [[nodiscard]] QStringList choicesOf(const json& schema, int depth)
    {
        QStringList words;
        const json& listed = listAt(schema, "enum");
        for (auto choice = listed.begin(); choice != listed.end() && isVisitLeft(); ++choice)
            words << valueText(*choice);
        if (schema.contains("const"))
            words << valueText(schema["const"]);
        for (const char* key : {"anyOf", "oneOf", "allOf"}) {
            const json& choices = listAt(schema, key);
            for (auto one = choices.begin(); one != choices.end() && isVisitLeft(); ++one)
                words << kindOf(meant(*one), depth + 1);
        }
        return words;
    }
    [[nodiscard]] QStringList typesOf(const json& type)
    {
        QStringList words;
        for (auto one = type.begin(); type.is_array() && one != type.end() && isVisitLeft(); ++one)
            words << typeWord(textOf(*one));
        return type.is_array() ? words : QStringList{typeWord(textOf(type))};
    }
    static std::string textOf(const json& value)
    {
        return value.is_string() ? value.get<std::string>() : std::string();
    }
    [[nodiscard]] QString typeWord(std::string_view type) const
    {
        return type == "string" ? inWords(QT_TRANSLATE_NOOP("Markdown", "text"), m_reader)
            : type == "integer" ? inWords(QT_TRANSLATE_NOOP("Markdown", "whole number"), m_reader)
            : type == "number"  ? inWords(QT_TRANSLATE_NOOP("Markdown", "number"), m_reader)
            : type == "boolean" ? inWords(QT_TRANSLATE_NOOP("Markdown", "yes or no"), m_reader)
            : type == "array"   ? inWords(QT_TRANSLATE_NOOP("Markdown", "list"), m_reader)
                                : QString();
    }

    const json& m_root;
    Reader m_reader;
    std::vector<FormField> m_fields;
    int m_visits = 0;
};

} // namespace

std::vector<FormField> formFields(const JsonValue& schema, Reader reader)
{
    return FormWords(schema.json(), reader).fields();
}

QString deadlineText(const Question& question, Reader reader)
{
    if (!question.deadline)
        return {};
    const QString until =
        QDateTime::fromMSecsSinceEpoch(question.deadline->msSinceEpoch).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    return question.isDeadlinePaused
        ? inWords(QT_TRANSLATE_NOOP("Markdown", "The answer was due by %1; the deadline is paused."), reader).arg(until)
        : inWords(QT_TRANSLATE_NOOP("Markdown", "The answer was due by %1."), reader).arg(until);
}

std::string questionText(const Question& question)
{
    QStringList lines{text(question.text)};
    if (!question.reason.empty())
        lines << text(question.reason);
    for (const QuestionOption& option : question.options) {
        QString line = QStringLiteral("- ") + text(option.label);
        if (option.label == question.defaultOption)
            line += QStringLiteral(" (default)");
        if (!option.description.empty())
            line += QStringLiteral(" — ") + text(option.description);
        lines << line;
    }
    for (const FormField& field : formFields(question.schema, Reader::Program)) {
        QString line = QStringLiteral("- ") + field.name;
        for (const QString& one : {field.remarks, field.description})
            line += one.isEmpty() ? QString() : QStringLiteral(" — ") + one;
        lines << line;
    }
    if (const QString deadline = deadlineText(question, Reader::Program); !deadline.isEmpty())
        lines << deadline;
    return lines.join(QLatin1Char('\n')).toStdString();
}

} // namespace quarterdeck::formats
