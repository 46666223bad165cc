#include "model/formats/export/redactor.h"

#include "model/conversation/json/event_json.h"
#include "model/formats/export/rules.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

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

QString redactionMark(const char* kind) { return QStringLiteral("[redacted: %1]").arg(QLatin1String(kind)); }

/// The position of a mark that the person may want to see, in the text after the rules applied so far.
struct MarkPlace
{
    const char* kind;
    qsizetype at;
    qsizetype length;
};

/// A little of the text before and behind a mark, on one line.
QString around(const QString& text, const MarkPlace& mark)
{
    constexpr qsizetype much = 36;
    QString left = text.left(mark.at).right(much).section(QLatin1Char('\n'), -1);
    const qsizetype end = mark.at + mark.length;
    QString right = text.mid(end, 4 * much).section(QLatin1Char('\n'), 0, 0).left(much);
    if (!left.isEmpty() && left.front().isLowSurrogate()) {
        left.remove(0, 1);
    }
    if (!right.isEmpty() && right.back().isHighSurrogate()) {
        right.chop(1);
    }
    return left + text.mid(mark.at, mark.length) + right;
}

/// One replacement: its place in the text before it and in the one after it.
struct Replaced
{
    qsizetype from;
    qsizetype end;
    qsizetype newFrom;
    qsizetype newLength;
};

/// The mark's position after `all`, which are in order; if the text around it was replaced, that has a mark of its own.
void shift(MarkPlace& mark, const std::vector<Replaced>& all)
{
    const auto behind =
        std::ranges::upper_bound(all, mark.at, std::ranges::less(), [](const Replaced& one) { return one.from; });
    if (behind == all.begin()) {
        return;
    }
    const Replaced& last = *std::prev(behind);
    if (mark.at < last.end) {
        mark.at = last.newFrom;
        mark.length = last.newLength;
    } else {
        mark.at += last.newFrom + last.newLength - last.end;
    }
}

/// Replaces whatever matches the rule, and returns where. `found` is called for each.
std::vector<Replaced> apply(const RedactionRule& rule, QString& text,
                            const std::function<void(const QString& secret)>& found)
{
    const QString replacement = rule.replacement ? QString::fromLatin1(rule.replacement) : redactionMark(rule.kind);
    QString result;
    qsizetype from = 0;
    std::vector<Replaced> all;
    for (const QRegularExpressionMatch& match : rule.form.globalMatch(text)) {
        const int group = match.lastCapturedIndex();
        const qsizetype start = match.capturedStart(group);
        const QString quote = match.captured(RedactionRule::quoteGroup);
        result += QStringView(text).mid(from, start - from);
        from = match.capturedEnd(group);
        all.push_back({start, from, result.size(), replacement.size() + 2 * quote.size()});
        result += quote + replacement + quote;
        found(match.captured(group));
    }
    if (!all.empty()) {
        text = result.append(QStringView(text).mid(from));
    }
    return all;
}

/// The places to show; later rules move them, and may remove the text around them.
class MarkPlaces
{
public:
    void applied(const char* kind, const std::vector<Replaced>& all, int wanted)
    {
        for (MarkPlace& place : m_places) {
            shift(place, all);
        }
        const auto known = std::ranges::count(m_places, std::string_view(kind), &MarkPlace::kind);
        const auto most = std::clamp<std::ptrdiff_t>(wanted - known, 0, std::ssize(all));
        std::for_each(all.begin(), all.begin() + most, [&](const Replaced& one) {
            m_places.push_back({kind, one.newFrom, one.newLength});
        });
    }
    [[nodiscard]] const std::vector<MarkPlace>& all() const { return m_places; }

private:
    std::vector<MarkPlace> m_places;
};

/// "C:\\Users\\ann" inside JSON equals "C:\Users\ann", and "Bearer x" inside a text is reported as x alone.
std::size_t hashOf(QString secret)
{
    static const QRegularExpression scheme(QStringLiteral(R"(^(?:Bearer|Basic)\s+)"),
                                           QRegularExpression::CaseInsensitiveOption);
    secret.remove(scheme);
    static const QRegularExpression separators(QStringLiteral(R"(\\+)"));
    return std::hash<std::string>()(secret.replace(separators, QStringLiteral("/")).toStdString());
}

constexpr std::ptrdiff_t shortestSecret = 6;

std::ptrdiff_t digitsIn(const std::string& text)
{
    return std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string textOf(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// The kind of secret that a value under that name is; null if it is none. Short values and those already redacted are
/// none.
const char* secretKindIn(const std::string& name, const json& value)
{
    if (value.is_number()) {
        const std::string digits = value.dump();
        return digitsIn(digits) >= shortestSecret ? secretKindOf(name, digits) : nullptr;
    }
    if (!value.is_string() || value.get_ref<const std::string&>().starts_with("[redacted: ")) {
        return nullptr;
    }
    const char* kind = secretKindOf(name, value.get_ref<const std::string&>());
    const std::ptrdiff_t length = std::ssize(value.get_ref<const std::string&>());
    const bool isHeader = kind != nullptr && std::string_view(kind) == "authorization";
    return length >= (isHeader ? 1 : shortestSecret) ? kind : nullptr;
}

/// `["API_KEY", ".."]`: a name and its value. A list of names contains no digits.
bool isPair(const json& list)
{
    return list.size() == 2 && list[0].is_string() && list[1].is_string() && digitsIn(list[1]) > 0;
}

/// The same in another form: it counts as one place.
bool isCopy(const json& object, const std::string& name)
{
    return (name == "raw_input" && object.contains("input")) || (name == "output" && object.contains("output_blocks"));
}

/// `{"name": "Authorization", "value": ".."}`, the way headers and variables are listed: the name; empty if it is none.
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

bool isSecretsName(const std::string& name, const std::string& value)
{
    return !value.empty() && secretKindOf(name, value) != nullptr;
}

Redactor::Redactor(const std::vector<std::string>& homes, int mostExamplesOfAKind, const std::vector<std::string>& keys)
    : m_mostExamples(mostExamplesOfAKind)
{
    std::vector<RedactionRule> rules;
    for (const std::string& key : keys) {
        std::ranges::move(rulesForKey(key), std::back_inserter(rules));
    }
    for (const std::string& home : homes) {
        std::ranges::move(rulesForHome(home), std::back_inserter(rules));
    }
    m_rules = std::make_shared<const std::vector<RedactionRule>>(std::move(rules));
}

std::string Redactor::redacted(const std::string& text)
{
    const std::string lower = lowered(text);
    const auto stands = [&](const std::string& anchor) { return lower.find(anchor) != std::string::npos; };
    QString changed;
    bool isChanged = false;
    MarkPlaces places;
    for (const std::vector<RedactionRule>* rules : {m_rules.get(), &redactionRules()}) {
        for (const RedactionRule& rule : *rules) {
            if (!std::ranges::any_of(rule.anchors, stands)) {
                continue;
            }
            if (changed.isNull()) {
                changed = QString::fromStdString(text);
            }
            const auto replaced = apply(rule, changed, [&](const QString& secret) { this->count(rule.kind, secret); });
            isChanged = isChanged || !replaced.empty();
            places.applied(rule.kind, replaced, wantedOf(rule.kind));
        }
    }
    // Show only what goes out: a text that was cut earlier may hold a secret's rest, which no rule recognises.
    for (const MarkPlace& place : places.all()) {
        ++m_found[place.kind].examples;
        m_examples.push_back({place.kind, around(changed, place).toStdString()});
    }
    return isChanged ? changed.toStdString() : text;
}

void Redactor::count(const char* kind, const QString& secret)
{
    ++m_total;
    Found& found = m_found[kind];
    found.places += m_isCopy ? 0 : 1;
    found.secrets.insert(hashOf(secret));
}

int Redactor::wantedOf(const char* kind) const
{
    const auto found = m_found.find(kind);
    return !m_isNoting || m_isCopy ? 0 : m_mostExamples - (found == m_found.end() ? 0 : found->second.examples);
}

void Redactor::note(const char* kind, const std::string& text)
{
    if (wantedOf(kind) == 0) {
        return;
    }
    ++m_found[kind].examples;
    // A member's name may itself be a secret.
    Redactor others;
    others.m_rules = m_rules;
    others.m_isNoting = false;
    m_examples.push_back({kind, others.redacted(text)});
}

void Redactor::redact(json& value)
{
    if (value.is_string()) {
        const std::int64_t before = m_total;
        std::string text = redacted(value.get_ref<const std::string&>());
        if (m_total != before) {
            value = std::move(text);
        }
    } else if (value.is_array()) {
        redactElements(value);
    } else if (value.is_object()) {
        redactMembers(value);
    }
}

void Redactor::redactElements(json& list)
{
    const std::string name = isPair(list) ? list[0].get<std::string>() : std::string();
    std::string option; // that comes before the element, if it names a secret
    for (json& element : list) {
        const std::string said = element.is_string() ? element.get<std::string>() : std::string();
        redactMember(&element == &list[0]                          ? std::string()
                         : option.empty() || said.starts_with('-') ? name
                                                                   : option,
                     element);
        option = secretKindOfOption(said) == nullptr ? std::string() : said;
    }
}

void Redactor::redactMembers(json& object, const std::string& secretName)
{
    const std::string entry = secretName.empty() ? nameOfEntry(object) : secretName;
    std::vector<std::pair<std::string, std::string>> renamed;
    for (auto& [name, member] : object.items()) {
        if (std::string clean = redacted(name); clean != name) {
            renamed.emplace_back(name, std::move(clean));
        }
        const bool wasCopy = std::exchange(m_isCopy, m_isCopy || isCopy(object, name));
        redactMember(name == "value" && !entry.empty() ? entry : name, member);
        m_isCopy = wasCopy;
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
    if (member.is_array() && secretKindOf(name, {}) != nullptr) {
        for (json& element : member) {
            redactMember(name, element); // headers that stand several times
        }
        return;
    }
    if (member.is_object() && secretKindOf(name, {}) != nullptr) {
        redactMembers(member, name);
        return;
    }
    const char* kind = secretKindIn(name, member);
    if (kind == nullptr) {
        redact(member);
        return;
    }
    count(kind, QString::fromStdString(textOf(member)));
    member = redactionMark(kind).toStdString();
    note(kind, name + ": " + member.get<std::string>());
}

void Redactor::redact(conversation::Event& event)
{
    json value = conversation::toJson(event);
    const std::int64_t before = m_total;
    redact(value);
    if (m_total == before) {
        return;
    }
    auto read = conversation::eventFromJson(value);
    // Even an event that cannot be read back leaves without its secrets.
    event.body = read ? std::move(read->body)
                      : conversation::UnknownEvent{kindOf(event.body), 0, conversation::JsonValue(value["payload"])};
}

void Redactor::redact(conversation::ConversationState& state)
{
    json value = state.toJson();
    const std::int64_t before = m_total;
    redact(value);
    if (m_total == before) {
        return;
    }
    state = conversation::ConversationState::fromJson(value).value_or(conversation::ConversationState());
}

std::vector<Redaction> Redactor::redactions() const
{
    std::vector<Redaction> redactions;
    for (const KindText& text : kindTexts) {
        const auto found = m_found.find(text.kind);
        if (found == m_found.end()) {
            continue;
        }
        const auto count = static_cast<std::int64_t>(found->second.secrets.size());
        const auto number = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        redactions.push_back({text.kind, count,
                              QCoreApplication::translate("Redaction", text.sentence, nullptr, number).toStdString(),
                              found->second.places});
    }
    return redactions;
}

} // namespace quarterdeck::formats
