#include "formats/redactor.h"

#include "conversation/event_json.h"
#include "redact/rules.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

struct KindText
{
    const char* kind;
    const char* sentence;
};

constexpr std::array kindTexts = {
    KindText{"api_key", QT_TRANSLATE_N_NOOP("Redaction", "%n API key(s) are redacted.")},
    KindText{"token", QT_TRANSLATE_N_NOOP("Redaction", "%n token(s) are redacted.")},
    KindText{"authorization", QT_TRANSLATE_N_NOOP("Redaction", "%n authorization value(s) are redacted.")},
    KindText{"cookie", QT_TRANSLATE_N_NOOP("Redaction", "%n cookie(s) are redacted.")},
    KindText{"password", QT_TRANSLATE_N_NOOP("Redaction", "%n password(s) are redacted.")},
    KindText{"private_key", QT_TRANSLATE_N_NOOP("Redaction", "%n private key(s) are redacted.")},
    KindText{"home_folder", QT_TRANSLATE_N_NOOP("Redaction", "%n home folder(s) are written as “~”.")},
};

std::string lowered(const std::string& text)
{
    std::string lower = text;
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

QString mark(const char* kind) { return QStringLiteral("[redacted: %1]").arg(QLatin1String(kind)); }

/// A little of the text before and behind what was taken out, on one line.
QString around(const QString& before, const QString& replacement, QStringView behind)
{
    constexpr qsizetype much = 36;
    QString left = before.section(QLatin1Char('\n'), -1).right(much);
    QString right = behind.left(4 * much).toString().section(QLatin1Char('\n'), 0, 0).left(much);
    if (!left.isEmpty() && left.front().isLowSurrogate()) {
        left.remove(0, 1);
    }
    if (!right.isEmpty() && right.back().isHighSurrogate()) {
        right.chop(1);
    }
    return left + replacement + right;
}

/// Replaces what has the rule's form; how often. `found` hears of the first `wanted` places.
std::int64_t apply(const RedactionRule& rule, QString& text, int wanted,
                   const std::function<void(const QString&)>& found)
{
    const QString replacement = rule.replacement ? QString::fromLatin1(rule.replacement) : mark(rule.kind);
    QString result;
    qsizetype from = 0;
    std::int64_t count = 0;
    for (const QRegularExpressionMatch& match : rule.form.globalMatch(text)) {
        const int group = match.lastCapturedIndex();
        result += QStringView(text).mid(from, match.capturedStart(group) - from);
        result += replacement;
        from = match.capturedEnd(group);
        if (count < wanted) {
            found(around(result.chopped(replacement.size()), replacement, QStringView(text).mid(from)));
        }
        ++count;
    }
    if (count > 0) {
        text = result.append(QStringView(text).mid(from));
    }
    return count;
}

/// The kind of secret that a value under that name is, null when it is none. Short ones, and those that were redacted
/// before, are none.
const char* secretKindIn(const std::string& name, const json& value)
{
    constexpr std::size_t shortest = 6;
    if (!value.is_string() || value.get_ref<const std::string&>().starts_with("[redacted: ")) {
        return nullptr;
    }
    const char* kind = secretKindOf(name);
    const std::size_t length = value.get_ref<const std::string&>().size();
    const bool isHeader = kind != nullptr && std::string_view(kind) == "authorization";
    return length >= (isHeader ? 1 : shortest) ? kind : nullptr;
}

/// `{"name": "Authorization", "value": ".."}`, as headers and variables are listed: the name; empty when it is none.
std::string nameOfEntry(const json& object)
{
    for (const char* key : {"name", "key"}) {
        if (const auto name = object.find(key); name != object.end() && name->is_string()) {
            return name->get<std::string>();
        }
    }
    return {};
}

} // namespace

std::string Redactor::redacted(const std::string& text)
{
    const std::string lower = lowered(text);
    const auto stands = [&](std::string_view anchor) { return lower.find(anchor) != std::string::npos; };
    QString changed;
    std::int64_t count = 0;
    for (const RedactionRule& rule : redactionRules()) {
        if (!std::ranges::any_of(rule.anchors, stands)) {
            continue;
        }
        if (changed.isNull()) {
            changed = QString::fromStdString(text);
        }
        const std::int64_t found = apply(rule, changed, wantedOf(rule.kind),
                                         [&](const QString& place) { note(rule.kind, place.toStdString()); });
        if (found > 0) {
            m_counts[rule.kind] += found;
            count += found;
        }
    }
    return count > 0 ? changed.toStdString() : text;
}

int Redactor::wantedOf(const char* kind) const
{
    const auto noted = m_exampleCounts.find(kind);
    return !m_isNoting ? 0 : m_mostExamples - (noted == m_exampleCounts.end() ? 0 : noted->second);
}

void Redactor::note(const char* kind, const std::string& text)
{
    if (wantedOf(kind) == 0) {
        return;
    }
    ++m_exampleCounts[kind];
    // What a later rule finds stands there still.
    Redactor others;
    others.m_isNoting = false;
    m_examples.push_back({kind, others.redacted(text)});
}

void Redactor::redact(json& value)
{
    if (value.is_string()) {
        const std::int64_t before = total();
        std::string text = redacted(value.get_ref<const std::string&>());
        if (total() != before) {
            value = std::move(text);
        }
    } else if (value.is_array()) {
        for (json& element : value) {
            redact(element);
        }
    } else if (value.is_object()) {
        redactMembers(value);
    }
}

void Redactor::redactMembers(json& object)
{
    const std::string entry = nameOfEntry(object);
    std::vector<std::pair<std::string, std::string>> renamed;
    for (auto& [name, member] : object.items()) {
        if (std::string clean = redacted(name); clean != name) {
            renamed.emplace_back(name, std::move(clean));
        }
        redactMember(name == "value" && !entry.empty() ? entry : name, member);
    }
    for (auto& [before, after] : renamed) {
        while (object.contains(after)) {
            after += '_';
        }
        object[after] = std::move(object[before]);
        object.erase(before);
    }
}

void Redactor::redactMember(const std::string& name, json& member)
{
    if (member.is_array() && secretKindOf(name) != nullptr) {
        for (json& element : member) {
            redactMember(name, element); // headers that stand several times
        }
        return;
    }
    const char* kind = secretKindIn(name, member);
    if (kind == nullptr) {
        redact(member);
        return;
    }
    ++m_counts[kind];
    member = mark(kind).toStdString();
    note(kind, name + ": " + member.get<std::string>());
}

void Redactor::redact(conversation::Event& event)
{
    json value = conversation::toJson(event);
    const std::int64_t before = total();
    redact(value);
    if (total() == before) {
        return;
    }
    auto read = conversation::eventFromJson(value);
    // What cannot be read back still leaves without its secrets.
    event.body = read ? std::move(read->body)
                      : conversation::UnknownEvent{kindOf(event.body), 0, conversation::JsonValue(value["payload"])};
}

void Redactor::redact(conversation::ConversationState& state)
{
    json value = state.toJson();
    const std::int64_t before = total();
    redact(value);
    if (total() == before) {
        return;
    }
    state = conversation::ConversationState::fromJson(value).value_or(conversation::ConversationState());
}

std::int64_t Redactor::total() const
{
    std::int64_t sum = 0;
    for (const auto& [kind, count] : m_counts) {
        sum += count;
    }
    return sum;
}

std::vector<Redaction> Redactor::redactions() const
{
    std::vector<Redaction> found;
    for (const KindText& text : kindTexts) {
        if (const auto count = m_counts.find(text.kind); count != m_counts.end()) {
            const auto number =
                static_cast<int>(std::min<std::int64_t>(count->second, std::numeric_limits<int>::max()));
            found.push_back({text.kind, count->second,
                             QCoreApplication::translate("Redaction", text.sentence, nullptr, number).toStdString()});
        }
    }
    return found;
}

} // namespace quarterdeck::formats
