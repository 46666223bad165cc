#include "model/formats/export/row_text.h"

#include "model/conversation/channel.h"
#include "model/conversation/name_skeleton.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/formats/export/qt_text.h"
#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

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
                recipientNames(before, message.sendTo), messageText(message)};
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
