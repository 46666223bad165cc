#include "model/formats/export/row_text.h"

#include "model/conversation/channel.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

namespace quarterdeck::formats {

QString usageText(const std::optional<conversation::Usage>& usage)
{
    QStringList parts;
    if (usage && usage->totalTokens() > 0) {
        // Assigned to a plain number first: lupdate overlooks a translate() that contains a cast.
        const auto count =
            static_cast<int>(std::min<std::int64_t>(usage->totalTokens(), std::numeric_limits<int>::max()));
        parts << QCoreApplication::translate("Markdown", "%n token(s)", nullptr, count);
    }
    if (usage && usage->cost)
        parts << QStringLiteral("$%1").arg(*usage->cost, 0, 'f', 4);
    return parts.join(QStringLiteral(" · "));
}

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

using namespace quarterdeck::conversation;

namespace {

QString say(const char* text) { return QCoreApplication::translate("RowText", text); }
QString you() { return say(QT_TRANSLATE_NOOP("RowText", "You")); }

/// The name of a member or an outsider. One that could be taken for the person, or for the program where that does not
/// speak, is marked as different.
QString agentName(const ConversationState& state, const std::string& name)
{
    const std::string skeleton = nameSkeleton(name);
    const bool isLikeYou = skeleton == nameSkeleton("You") || skeleton == nameSkeleton(you().toStdString());
    const bool isLikeProgram = isLikeProgramName(name) && !(doesProgramSpeak(state) && name == programName);
    return isLikeYou || isLikeProgram ? say(QT_TRANSLATE_NOOP("RowText", "%1 (an agent)")).arg(text(name)) : text(name);
}

QString compactJson(const JsonValue& value) { return text(python_json::compactText(value.json())); }

struct BlockText
{
    QString operator()(const TextBlock& block) const { return text(block.text); }
    QString operator()(const ThinkingBlock& block) const
    {
        return say(QT_TRANSLATE_NOOP("RowText", "(thinks) %1")).arg(text(block.text));
    }
    QString operator()(const MediaBlock& block) const
    {
        const std::string& name = !block.source.name.empty() ? block.source.name
            : !block.source.url.empty()                      ? block.source.url
                                                             : block.source.mediaType;
        return QStringLiteral("[%1]").arg(text(name));
    }
    QString operator()(const ToolUseBlock& block) const
    {
        const QString input = block.rawInput.empty() ? compactJson(block.input) : text(block.rawInput);
        return say(QT_TRANSLATE_NOOP("RowText", "(calls) %1 %2")).arg(text(block.name), input);
    }
    QString operator()(const ToolResultBlock& block) const
    {
        return say(QT_TRANSLATE_NOOP("RowText", "(result of %1) %2")).arg(text(block.name), text(block.output));
    }
    QString operator()(const UnknownBlock& block) const { return compactJson(block.value); }
};

QString contentText(const std::vector<ContentBlock>& content)
{
    QStringList parts;
    for (const ContentBlock& block : content) {
        parts << std::visit(BlockText{}, block);
    }
    return parts.join(QLatin1Char('\n'));
}

/// With what it gives to programs beside its words.
QString messageText(const Message& message)
{
    const QString said = contentText(message.content);
    const QString given = message.instructContent ? compactJson(message.instructContent->value) : QString();
    return said + (said.isEmpty() || given.isEmpty() ? QString() : QStringLiteral("\n")) + given;
}

QString recipientName(const ConversationState& state, const Address& to)
{
    if (to == address::all) {
        return say(QT_TRANSLATE_NOOP("RowText", "everyone"));
    }
    if (to == address::person) {
        return say(QT_TRANSLATE_NOOP("RowText", "you"));
    }
    const RoleState* role = state.roleWithAddress(to);
    return agentName(state, role ? role->role.name.str() : to.str());
}

QString recipientNames(const ConversationState& state, const AddressSet& addresses)
{
    QStringList names;
    for (const Address& to : addresses) {
        if (to != address::none && to != address::noOne) {
            names << recipientName(state, to);
        }
    }
    return names.join(QStringLiteral(", "));
}

/// Whoever it is that a program lets speak as its user.
QString toldByProgram(const std::string& name)
{
    return name.empty() || name == "user"
        ? say(QT_TRANSLATE_NOOP("RowText", "Sent by the program"))
        : say(QT_TRANSLATE_NOOP("RowText", "%1 (sent by the program)")).arg(text(name));
}

struct EventText
{
    const ConversationState& before;

    /// What becomes of a held message is a message of its own, unless it is dropped.
    [[nodiscard]] QString recipientsOf(const MessagePublished& published) const
    {
        const QString names = recipientNames(before, published.message.sendTo);
        const auto& release = published.route.release;
        if (published.route.isMuted)
            return say(QT_TRANSLATE_NOOP("RowText", "%1 (muted: nobody got it)")).arg(names);
        if (published.route.hold)
            return say(QT_TRANSLATE_NOOP("RowText", "%1 (held)")).arg(names);
        if (!release)
            return names;
        return say(release->isEdited           ? QT_TRANSLATE_NOOP("RowText", "%1 (was held, edited)")
                       : release->isRedirected ? QT_TRANSLATE_NOOP("RowText", "%1 (was held, sent elsewhere)")
                                               : QT_TRANSLATE_NOOP("RowText", "%1 (was held)"))
            .arg(names);
    }
    RowText operator()(const SessionStarted& started) const
    {
        return started.kind == SessionKind::Demo ? note(say(QT_TRANSLATE_NOOP(
                   "CommandLine", "This is a scripted demo: what its members say was written in advance.")))
                                                 : RowText();
    }
    RowText operator()(const MessagePublished& published) const
    {
        const Message& message = published.message;
        return {isToldByProgram(message)  ? toldByProgram(message.name)
                    : isFromUser(message) ? you()
                                          : agentName(before, displayName(before, message)),
                recipientsOf(published), messageText(message)};
    }
    RowText operator()(const HoldRuleSet& set) const
    {
        const bool isEverything = set.rule.id == holdsEverything;
        if (!set.rule.isOn) {
            return note(isEverything ? say(QT_TRANSLATE_NOOP("RowText", "Not everything is held any more."))
                                     : say(QT_TRANSLATE_NOOP("RowText", "Hold rule off: %1"))
                                           .arg(text(set.rule.name.empty() ? holdRuleText(set.rule) : set.rule.name)));
        }
        return note(isEverything ? say(QT_TRANSLATE_NOOP(
                        "RowText", "Everything is held: what a member says to another waits for you."))
                                 : text(holdRuleText(set.rule)));
    }
    RowText operator()(const HeldDropped& dropped) const
    {
        const QString what = say(QT_TRANSLATE_NOOP("RowText", "The held message was dropped: nobody got it."));
        return note(dropped.reason.empty()
                        ? what
                        : say(QT_TRANSLATE_NOOP("RowText", "%1 Reason: %2")).arg(what, text(dropped.reason)));
    }
    RowText operator()(const RoleModeSet& set) const
    {
        const QString who = text(set.role.str());
        switch (set.mode) {
        case RoleMode::Active:
            return note(say(QT_TRANSLATE_NOOP("RowText", "%1 takes part again.")).arg(who));
        case RoleMode::Paused:
            return note(say(QT_TRANSLATE_NOOP("RowText", "%1 is paused: the mail waits.")).arg(who));
        case RoleMode::Muted:
            return note(say(QT_TRANSLATE_NOOP("RowText", "%1 is muted: nobody gets what %1 says.")).arg(who));
        }
        return {};
    }
    RowText operator()(const HoldRuleRemoved& removed) const
    {
        return note(removed.id == holdsEverything
                        ? say(QT_TRANSLATE_NOOP("RowText", "Not everything is held any more."))
                        : removed.name.empty()
                        ? say(QT_TRANSLATE_NOOP("RowText", "A hold rule was removed."))
                        : say(QT_TRANSLATE_NOOP("RowText", "The hold rule “%1” was removed.")).arg(text(removed.name)));
    }
    RowText operator()(const QuestionAsked& asked) const
    {
        QString question = text(asked.question.text);
        for (const QuestionOption& option : asked.question.options) {
            question += QStringLiteral(" [%1]").arg(text(option.label));
        }
        return {agentName(before, asked.question.asker.str()), say(QT_TRANSLATE_NOOP("RowText", "you")), question};
    }
    RowText operator()(const QuestionEnded& ended) const
    {
        const OpenQuestion* open = before.openQuestion(ended.id);
        return questionEndText(open ? open->question.asker : RoleName(), ended.end);
    }
    RowText operator()(const Annotated& annotated) const
    {
        const QString by = text(annotated.by);
        const QString remark = text(annotated.text);
        return {{},
                {},
                annotated.kind == AnnotationKind::Mistake
                    ? say(QT_TRANSLATE_NOOP("RowText", "The mistake was made here, says %1: %2")).arg(by, remark)
                    : say(QT_TRANSLATE_NOOP("RowText", "Note by %1: %2")).arg(by, remark)};
    }
    RowText operator()(const MessagePinned& marked) const
    {
        return note(marked.isKept
                        ? say(QT_TRANSLATE_NOOP("RowText", "Message %1 is kept in memory.")).arg(marked.target.value)
                        : say(QT_TRANSLATE_NOOP("RowText", "Message %1 is no longer kept in memory."))
                              .arg(marked.target.value));
    }
    RowText operator()(const RoundStarted& round) const
    {
        return note(say(QT_TRANSLATE_NOOP("RowText", "Round %1")).arg(round.number));
    }
    RowText operator()(const DirectChatOpened& chat) const
    {
        const char* sentence = chat.isPrivate ? QT_TRANSLATE_NOOP("RowText", "A private chat with %1 begins.")
                                              : QT_TRANSLATE_NOOP("RowText", "A direct chat with %1 begins.");
        return note(say(sentence).arg(text(chat.role.str())));
    }
    RowText operator()(const DirectChatEnded& chat) const
    {
        return note(say(QT_TRANSLATE_NOOP("RowText", "The direct chat with %1 ends.")).arg(text(chat.role.str())));
    }
    RowText operator()(const PublicChatSet& set) const
    {
        return note(set.isPublic ? say(QT_TRANSLATE_NOOP("RowText", "The conversation is public now."))
                                 : say(QT_TRANSLATE_NOOP("RowText", "The conversation is private now.")));
    }
    RowText operator()(const RunStateChanged& changed) const
    {
        const QString reason = text(runReasonText(changed.cause, changed.reason));
        switch (changed.state) {
        case RunState::Paused:
            if (changed.cause.kind == RunCauseKind::RoundsGranted) // it was before
                return {};
            return note(say(QT_TRANSLATE_NOOP("RowText", "The run is paused. %1")).arg(reason));
        case RunState::Stopped:
            if (changed.cause.kind == RunCauseKind::ProgramLeft) // nobody stopped it
                return note(say(QT_TRANSLATE_NOOP("RowText", "The program disconnected.")));
            return note(say(QT_TRANSLATE_NOOP("RowText", "The run was stopped. %1")).arg(reason));
        case RunState::Finished:
            return note(say(QT_TRANSLATE_NOOP("RowText", "The run has finished. %1")).arg(reason));
        case RunState::Running:
            return changed.cause.kind == RunCauseKind::ProgramBack
                ? note(say(QT_TRANSLATE_NOOP("RowText", "The program is back.")))
                : RowText();
        default:
            return {};
        }
    }
    RowText operator()(const RoleActivityChanged& changed) const
    {
        return changed.activity == RoleActivity::Failed
            ? note(
                say(QT_TRANSLATE_NOOP("RowText", "%1 failed: %2")).arg(text(changed.role.str()), text(changed.detail)))
            : RowText();
    }
    RowText operator()(const UnknownEvent& unknown) const
    {
        return note(QStringLiteral("%1 %2").arg(text(unknown.kind), compactJson(unknown.payload)));
    }
    template <typename Other>
    RowText operator()(const Other&) const
    {
        return {};
    }

private:
    static RowText note(const QString& sentence) { return {{}, {}, sentence.trimmed()}; }
};

/// Whether it belongs to a private chat; an answer belongs where its question is.
bool isPrivate(const ConversationState& before, const EventBody& body)
{
    if (const auto* ended = std::get_if<QuestionEnded>(&body)) {
        const OpenQuestion* open = before.openQuestion(ended->id);
        return open != nullptr && isPrivate(before, QuestionAsked{open->question});
    }
    return std::ranges::any_of(channelsOf(before, body), channel::isPrivate);
}

} // namespace

QString RowText::line() const
{
    if (speaker.isEmpty()) {
        return QStringLiteral("— ") + text;
    }
    const QString who = recipients.isEmpty() ? speaker : QStringLiteral("%1 → %2").arg(speaker, recipients);
    return isPrivate ? say(QT_TRANSLATE_NOOP("RowText", "(private) %1: %2")).arg(who, text)
                     : QStringLiteral("%1: %2").arg(who, text);
}

RowText questionEndText(const RoleName& asker, const QuestionEnd& end)
{
    const QString name = text(asker.str());
    switch (end.kind) {
    case QuestionEndKind::Answered:
        // The person's own words may have images beside them, or consist of images only.
        return {you(), name, contentText(answerContent(end))};
    case QuestionEndKind::Declined:
        return {you(), name, say(QT_TRANSLATE_NOOP("RowText", "(declines to answer)"))};
    case QuestionEndKind::TimedOut:
        return {{}, {}, say(QT_TRANSLATE_NOOP("RowText", "The question from %1 timed out.")).arg(name)};
    case QuestionEndKind::Withdrawn:
        return {{}, {}, say(QT_TRANSLATE_NOOP("RowText", "%1 withdrew the question.")).arg(name)};
    }
    return {};
}

std::vector<ContentBlock> answerContent(const QuestionEnd& end)
{
    if (end.option.empty() && end.form.isNull() && !end.content.empty())
        return end.content;
    std::vector<ContentBlock> said = textBlocks(answerText(end));
    std::copy_if(end.content.begin(), end.content.end(), std::back_inserter(said),
                 [](const ContentBlock& block) { return !std::holds_alternative<TextBlock>(block); });
    return said;
}

RowText rowText(const ConversationState& before, const Event& event)
{
    RowText row = std::visit(EventText{before}, event.body);
    row.isPrivate = isPrivate(before, event.body);
    return row;
}

} // namespace quarterdeck::formats
