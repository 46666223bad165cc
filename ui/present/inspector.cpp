#include "model/agents/model_agent/answer_note.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

namespace quarterdeck::ui::present {

namespace {

using conversation::MessagePublished;
using conversation::QuestionAsked;

struct Inspector
{
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

QString eventTitle(const QString& who, const session::Event& event, const conversation::ConversationState& state)
{
    return state.areTimesKnown() ? Inspector::tr("%1, %2").arg(who, wording::clockTime(event.time)) : who;
}

std::vector<InspectorState::Fact> usageOf(const conversation::Message& message)
{
    if (!message.usage)
        return {};
    const conversation::Usage& usage = *message.usage;
    std::vector<InspectorState::Fact> facts;
    if (!usage.model.empty())
        facts.push_back({Inspector::tr("Model"), wording::visibleText(usage.model), true});
    facts.push_back({Inspector::tr("Prompt"), wording::tokens(usage.promptTokens), false});
    if (usage.cachedTokens > 0)
        facts.push_back({Inspector::tr("From the cache"), wording::tokens(usage.cachedTokens), false});
    facts.push_back({Inspector::tr("Completion"), wording::tokens(usage.completionTokens), false});
    if (usage.reasoningTokens > 0)
        facts.push_back({Inspector::tr("For thinking"), wording::tokens(usage.reasoningTokens), false});
    facts.push_back(
        {Inspector::tr("Cost"), usage.cost ? wording::money(*usage.cost) : Inspector::tr("no price known"), false});
    if (team::answerNoteOf(message).isUsageEstimated)
        facts.push_back({Inspector::tr("Tokens"), Inspector::tr("estimated: the server reported none"), false});
    if (usage.durationMs > 0)
        facts.push_back({Inspector::tr("Duration"), wording::duration(usage.durationMs), false});
    return facts;
}

QString indented(const nlohmann::json& json)
{
    return QString::fromStdString(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void describeMessage(InspectorState& view, const MessagePublished& published,
                     const conversation::ConversationState& state, const Members& members, const session::Event& event)
{
    const std::string name = conversation::displayName(state, published.message);
    const QString who = conversation::isToldByProgram(published.message) ? Inspector::tr("Sent by the program")
        : name.empty()                                                   ? Inspector::tr("You")
                                                                         : wording::visibleText(name);
    view.title = eventTitle(who, event, state);
    const wording::RouteExplanation why = wording::explainRoute(published, state);
    view.rule = why.rule;
    view.sentence = why.sentence;
    for (const wording::RoleHeard& heard : wording::whoHeard(published, state))
        view.roles.push_back({lookOf(members, heard.role), wording::text(heard.role), heard.as, heard.why});
    view.raw = indented(conversation::toJson(published.message));
    view.usage = usageOf(published.message);
}

void describeQuestion(InspectorState& view, const QuestionAsked& asked, const session::Event& event,
                      const conversation::ConversationState& state)
{
    view.title = eventTitle(wording::text(asked.question.asker), event, state);
    const wording::RouteExplanation why = wording::explainQuestion(asked.question.asker, state);
    view.rule = why.rule;
    view.sentence = why.sentence;
    view.raw = indented(conversation::toJson(asked.question));
}

std::vector<InspectorState::Fact> momentFacts(const session::Event& event, const conversation::ConversationState& state)
{
    std::vector<InspectorState::Fact> facts = {
        {Inspector::tr("Event"), Inspector::tr("%1 of %2").arg(event.seq.value).arg(state.lastSeq().value), false}};
    if (!isMailKnown(state))
        return facts;
    QStringList unread;
    for (const conversation::RoleState& role : state.roles())
        if (role.unread() > 0)
            unread.append(QStringLiteral("%1 %2").arg(wording::text(role.role.name), QString::number(role.unread())));
    facts.push_back({Inspector::tr("Unread at the time"),
                     unread.isEmpty() ? Inspector::tr("nothing") : unread.join(QStringLiteral(", ")), false});
    return facts;
}

} // namespace

InspectorState inspector(const session::Event& event, const conversation::ConversationState& state,
                         const Members& members, bool isReplay)
{
    InspectorState view;
    view.isEmpty = false;
    if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        describeMessage(view, *published, state, members, event);
    } else if (const auto* asked = std::get_if<QuestionAsked>(&event.body)) {
        describeQuestion(view, *asked, event, state);
    } else {
        view.title = eventTitle(Inspector::tr("Event"), event, state);
        view.rule = Inspector::tr("Not a message");
        view.sentence = Inspector::tr("A log entry that no rule routed.");
        view.raw = indented(conversation::toJson(event));
    }
    if (isReplay)
        view.routeFacts = momentFacts(event, state);
    return view;
}

} // namespace quarterdeck::ui::present
