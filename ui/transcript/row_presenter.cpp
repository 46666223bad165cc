#include "ui/transcript/row_presenter.h"

#include "model/agents/model_agent/memory.h"
#include "model/agents/run/session_notes.h"
#include "model/conversation/event.h"
#include "model/conversation/json/event_json.h"
#include "ui/images/remote_image_address.h"
#include "ui/present/row_limits.h"
#include "ui/transcript/blocks_json.h"
#include "ui/transcript/people_json.h"
#include "ui/transcript/question_json.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <variant>

namespace quarterdeck::ui::transcript {

/// Switches and events of the run in one sentence each, as the page's `notice`. Pure; thread: any.

[[nodiscard]] nlohmann::json noticeJson(const conversation::PublicChatSet& change);
[[nodiscard]] nlohmann::json noticeJson(const conversation::RunStateChanged& change);
[[nodiscard]] nlohmann::json noticeJson(const conversation::RoleActivityChanged& change);
[[nodiscard]] nlohmann::json noticeJson(const conversation::HoldRuleSet& set);
[[nodiscard]] nlohmann::json noticeJson(const conversation::HoldRuleRemoved& removed);
[[nodiscard]] nlohmann::json noticeJson(const conversation::RoleModeSet& set);
[[nodiscard]] nlohmann::json noticeJson(const team::LimitsChange& change);
[[nodiscard]] nlohmann::json noticeJson(const team::ChosenModel& chosen);
/// A finished run goes on.
[[nodiscard]] nlohmann::json goingOnJson();

/// Why a private chat ended, for the line below it.
[[nodiscard]] std::string endReasonText(const conversation::DirectChatEnded& ended);

namespace {

using namespace conversation;
using nlohmann::json;

struct Notices
{
    Q_DECLARE_TR_FUNCTIONS(Notices)
};

/// `said`: the part of the text in somebody else's words. That may run from right to left while the sentence does not.
json notice(const char* icon, const QString& text, const char* tone, const std::string& said = {})
{
    json made{{"icon", icon}, {"text", cutText(text.toStdString(), longestNote)}, {"tone", tone}};
    if (!said.empty())
        made["said"] = cutText(said, longestNote);
    return made;
}

/// Two separate sentences, so that each language can join them in its own way.
QString withReason(const QString& what, const RunStateChanged& change)
{
    const std::string reason = runReasonText(change.cause, change.reason);
    return reason.empty() ? what : Notices::tr("%1 %2").arg(what, QString::fromStdString(reason));
}

} // namespace

json noticeJson(const PublicChatSet& change)
{
    if (change.isPublic)
        return notice("globe", Notices::tr("You made the chat public: from here on, everyone hears every message."),
                      "plain");
    return notice("lock", Notices::tr("You made the chat private: from here on, messages reach only those named."),
                  "plain");
}

namespace {

QString holdingNothing() { return Notices::tr("Not everything is held any more."); }

} // namespace

json noticeJson(const HoldRuleSet& set)
{
    const HoldRule& rule = set.rule;
    if (rule.id == holdsEverything)
        return notice("hand",
                      rule.isOn ? Notices::tr("Everything is held: what a member says to another waits for you.")
                                : holdingNothing(),
                      "held");
    const QString name = QString::fromStdString(rule.name);
    const QString sentence = QString::fromStdString(holdRuleText(rule));
    if (!rule.isOn)
        return notice("hand", Notices::tr("Hold rule off: %1").arg(name.isEmpty() ? sentence : name), "held",
                      rule.name);
    return notice("hand", name.isEmpty() ? sentence : Notices::tr("Hold rule “%1”: %2").arg(name, sentence), "held");
}

json noticeJson(const RoleModeSet& set)
{
    const QString who = QString::fromStdString(set.role.str());
    switch (set.mode) {
    case RoleMode::Active:
        return notice("play", Notices::tr("You let %1 take part again.").arg(who), "plain", set.role.str());
    case RoleMode::Paused:
        return notice("pause", Notices::tr("You paused %1, whose mail waits.").arg(who), "held", set.role.str());
    case RoleMode::Muted:
        return notice("hand", Notices::tr("You muted %1: nobody gets what %1 says.").arg(who), "held", set.role.str());
    }
    return {};
}

json noticeJson(const HoldRuleRemoved& removed)
{
    if (removed.id == holdsEverything)
        return notice("hand", holdingNothing(), "held");
    const QString name = QString::fromStdString(removed.name);
    return notice("hand",
                  name.isEmpty() ? Notices::tr("A hold rule was removed.")
                                 : Notices::tr("The hold rule “%1” was removed.").arg(name),
                  "held", removed.name);
}

json noticeJson(const RunStateChanged& change)
{
    switch (change.state) {
    case RunState::Paused:
        return notice("pause", withReason(Notices::tr("The team is paused."), change), "held", change.reason);
    case RunState::StopRequested:
        return notice("stop", withReason(Notices::tr("The team will stop after this step."), change), "plain",
                      change.reason);
    case RunState::Stopped:
        if (change.cause.kind == RunCauseKind::ProgramLeft) // nobody stopped it
            return notice("stop", Notices::tr("The program disconnected."), "plain");
        return notice("stop", withReason(Notices::tr("The team was stopped."), change), "limit", change.reason);
    case RunState::Finished:
        return notice("check", withReason(Notices::tr("The run has finished."), change), "plain", change.reason);
    case RunState::Running:
        if (change.cause.kind == RunCauseKind::ProgramBack)
            return notice("play", Notices::tr("The program is back."), "plain");
        return notice("play", withReason(Notices::tr("The team is working."), change), "plain", change.reason);
    case RunState::NotStarted:
        break;
    }
    return notice("info", withReason(Notices::tr("The run has not started."), change), "plain", change.reason);
}

json noticeJson(const RoleActivityChanged& change)
{
    const QString who = QString::fromStdString(change.role.str());
    if (change.detail.empty())
        return notice("alert", Notices::tr("%1 failed.").arg(who), "danger");
    const QString detail = QString::fromStdString(change.detail);
    return notice("alert", Notices::tr("%1 failed: %2").arg(who, detail), "danger", change.detail);
}

json noticeJson(const team::LimitsChange& change)
{
    return notice("info", QString::fromStdString(team::limitsChangeText(change)), "plain");
}

json noticeJson(const team::ChosenModel& chosen)
{
    if (chosen.connection.empty())
        return notice("info", Notices::tr("From here on, the team uses its own models again."), "plain");
    //: %1 is a model, %2 a connection to a model server
    return notice("info",
                  Notices::tr("From here on, the team uses %1 (%2).")
                      .arg(QString::fromStdString(chosen.model), QString::fromStdString(chosen.name)),
                  "plain");
}

json goingOnJson() { return notice("play", Notices::tr("The team continues."), "plain"); }

std::string endReasonText(const DirectChatEnded& ended)
{
    const QString who = QString::fromStdString(ended.role.str());
    switch (ended.reason) {
    case DirectChatEndReason::Reply:
        return Notices::tr("%1 replied").arg(who).toStdString();
    case DirectChatEndReason::EndedByUser:
        return Notices::tr("Ended by you").toStdString();
    case DirectChatEndReason::TimedOut:
        break;
    }
    return Notices::tr("Timed out").toStdString();
}

namespace {

struct Rows
{
    Q_DECLARE_TR_FUNCTIONS(Rows)
};

/// "WritePRD" of "metagpt.actions.write_prd.WritePRD".
std::string shortAction(const ActionName& cause)
{
    const std::string& text = cause.str();
    const std::size_t dot = text.rfind('.');
    return cutName(dot == std::string::npos ? text : text.substr(dot + 1));
}

/// Whatever agents say has the cause of running commands, whether they ran any or not.
bool tellsCause(const Message& message)
{
    const bool hasRun = std::ranges::any_of(message.content, [](const ContentBlock& block) {
        return std::holds_alternative<ToolUseBlock>(block) || std::holds_alternative<ToolResultBlock>(block);
    });
    return !message.causeBy.isEmpty() && message.causeBy != action::userRequirement
        && (hasRun || message.causeBy != action::runCommand);
}

/// The other side of the private chat: one name, or several if the message joined several chats.
std::string privateWith(const Route& route)
{
    QStringList names;
    for (const std::vector<RoleName>& roles : {route.directChatRoles, route.busyRoles}) {
        for (const RoleName& role : roles)
            names.append(QString::fromStdString(role.str()));
    }
    return names.join(Rows::tr(", ", "between names")).toStdString();
}

json privateJson(const Route& route)
{
    const std::string with = privateWith(route);
    // A message to a busy role opens no chat, but belongs to what is said with that role.
    return {{"chat", route.directChat.isEmpty() ? with : route.directChat.str()}, {"with", with}};
}

void addUsage(json& row, const std::optional<Usage>& usage)
{
    if (!usage)
        return;
    if (usage->totalTokens() > 0)
        row["tokens"] = usage->totalTokens();
    if (!usage->model.empty())
        row["model"] = cutName(usage->model);
    if (usage->durationMs > 0)
        row["duration"] = usage->durationMs;
}

QString lossText(const std::string& kind, int count)
{
    if (kind == "image")
        return Rows::tr("%n image(s) in the prompt could not be given to the model.", nullptr, count);
    if (kind == "audio")
        return Rows::tr("%n audio clip(s) in the prompt could not be given to the model.", nullptr, count);
    if (kind == "video")
        return Rows::tr("%n video(s) in the prompt could not be given to the model.", nullptr, count);
    if (kind == "file")
        return Rows::tr("%n file(s) in the prompt could not be given to the model.", nullptr, count);
    return Rows::tr("%n message(s) in the prompt could not be given to the model.", nullptr, count);
}

/// What one has to know about a model's answer besides its words.
void addAnswerNote(json& row, const Message& message)
{
    const team::AnswerNote note = team::answerNoteOf(message);
    const auto add = [&](const QString& text) {
        row["annotations"].push_back({{"kind", "note"}, {"text", text.toStdString()}});
    };
    if (note.cutAt && *note.cutAt > 0)
        add(Rows::tr("This answer was cut off at its limit of %n token(s).", nullptr, static_cast<int>(*note.cutAt)));
    else if (note.cutAt)
        add(Rows::tr("This answer was cut off at its maximum length."));
    if (note.isStopped)
        add(Rows::tr("This answer was stopped here, before it was complete."));
    for (const auto& [kind, count] : note.losses)
        add(lossText(kind, static_cast<int>(count)));
}

/// An outside program has been told that nobody answered, and may have gone on or ended.
void addLateness(json& row, const Presentation& presentation, const Route& route)
{
    if (presentation.areAskersRemote && !route.lateAnswerTo.isEmpty())
        row["annotations"].push_back(
            {{"kind", "note"},
             {"text",
              Rows::tr("This came after the question had timed out: the asker was no longer waiting for it.")
                  .toStdString()}});
}

void addAnnotations(json& row, const std::vector<Event>& amendments)
{
    std::size_t count = 0;
    for (const Event& amendment : amendments) {
        const auto* annotated = std::get_if<Annotated>(&amendment.body);
        if (!annotated)
            continue;
        if (++count > mostAnnotations)
            continue;
        json annotation{{"kind", annotated->kind == AnnotationKind::Mistake ? "mistake" : "note"},
                        {"text", cutText(annotated->text, longestNote)}};
        if (!annotated->by.empty())
            annotation["by"] = cutName(annotated->by);
        row["annotations"].push_back(std::move(annotation));
    }
    if (count > mostAnnotations)
        row["annotations"].push_back({{"kind", "note"}, {"text", partsLeftOut(count - mostAnnotations)}});
}

/// How important it is, if the program that reported it said so (notify_human).
void addLevel(json& row, const Message& message)
{
    const json& metadata = message.metadata.json();
    const json level = metadata.is_object() ? metadata.value("level", json()) : json();
    if (level == "warning" || level == "error")
        row["level"] = level;
}

json holdJson(const QString& text, const std::string& said = {})
{
    json made{{"text", cutText(text.toStdString(), longestNote)}};
    if (!said.empty())
        made["said"] = cutText(said, longestNote);
    return made;
}

QString whoLetGo(const std::string& by) { return by == "person" ? Rows::tr("you") : QString::fromStdString(by); }

json waitingJson(const Hold& hold)
{
    if (hold.rule.isEmpty())
        return holdJson(Rows::tr("Held: it waits behind an earlier message."));
    if (hold.isUntested)
        return holdJson(Rows::tr("Held, since a rule's expression took too long on it: nobody has it yet."));
    if (hold.name.empty())
        return holdJson(Rows::tr("Held: nobody has it yet."));
    return holdJson(Rows::tr("Held by “%1”: nobody has it yet.").arg(QString::fromStdString(hold.name)), hold.name);
}

json releasedJson(const Release& release)
{
    if (release.by.empty())
        return holdJson(Rows::tr("Held behind an earlier message, then delivered."));
    const QString by = whoLetGo(release.by);
    if (release.isEdited && release.isRedirected)
        return holdJson(Rows::tr("Held, then edited and redirected by %1.").arg(by));
    if (release.isEdited)
        return holdJson(Rows::tr("Held, then edited by %1 and delivered.").arg(by));
    if (release.isRedirected)
        return holdJson(Rows::tr("Held, then redirected by %1.").arg(by));
    return holdJson(Rows::tr("Held, then let go by %1.").arg(by));
}

json droppedJson(const HeldDropped& dropped)
{
    const QString what = Rows::tr("Held, then dropped by %1: nobody got it.").arg(whoLetGo(dropped.by));
    if (dropped.reason.empty())
        return holdJson(what);
    return holdJson(Rows::tr("%1 Reason: %2").arg(what, QString::fromStdString(dropped.reason)), dropped.reason);
}

/// That a message waits for the person, what became of it, or that it did wait.
void addHold(json& row, const Route& route, const std::vector<Event>& amendments)
{
    if (route.release && (route.release->isEdited || route.release->isRedirected))
        row["hold"] = releasedJson(*route.release);
    if (route.isMuted) {
        row["hold"] = holdJson(Rows::tr("Muted by you: nobody got it."));
        row["hold"]["kept"] = true;
    }
    if (!route.hold)
        return;
    row["hold"] = waitingJson(*route.hold);
    row["hold"]["waits"] = true;
    for (const Event& amendment : amendments) {
        if (const auto* published = std::get_if<MessagePublished>(&amendment.body))
            row["hold"] = releasedJson(published->route.release.value_or(Release()));
        else if (const auto* dropped = std::get_if<HeldDropped>(&amendment.body))
            row["hold"] = droppedJson(*dropped);
    }
    row["hold"]["kept"] = true; // what went is a row of its own
}

/// The last mark counts.
void addKept(json& row, const std::vector<Event>& amendments)
{
    const auto newest = std::find_if(amendments.rbegin(), amendments.rend(), [](const Event& amendment) {
        return std::holds_alternative<MessagePinned>(amendment.body);
    });
    if (newest != amendments.rend() && std::get<MessagePinned>(newest->body).isKept)
        row["kept"] = true;
}

void addPrivateEnd(json& row, const std::vector<Event>& amendments, const RowExtras& extras)
{
    for (const Event& amendment : amendments) {
        const auto* ended = std::get_if<DirectChatEnded>(&amendment.body);
        if (!ended)
            continue;
        const std::int64_t after =
            extras.privateChatStart ? amendment.time.msSinceEpoch - extras.privateChatStart->msSinceEpoch : 0;
        row["privateEnd"] = {{"reason", endReasonText(*ended)}, {"after", std::max<std::int64_t>(after, 0)}};
    }
}

/// Remote pictures that may be loaded if the person wants to, up to a limit.
void addPictures(json& row)
{
    constexpr int most = 60;
    QStringList written;
    const auto addOf = [&written](const json& block) {
        if (block["type"] == "image" && block.contains("url"))
            written.append(QString::fromStdString(block["url"].get<std::string>()));
    };
    for (const json& block : row["blocks"]) {
        if (block["type"] == "text")
            written.append(pictureAddressesIn(QString::fromStdString(block["text"].get<std::string>()), most));
        addOf(block);
        for (const json& part : block.value("parts", json::array()))
            addOf(part);
    }
    for (const QString& address : written.mid(0, most)) {
        if (const auto picture = remoteImageUrl(address))
            row["pictures"].push_back({{"key", picture->key.toStdString()},
                                       {"address", address.toStdString()},
                                       {"host", picture->host.toStdString()}});
    }
}

/// Keeps who spoke to whom, and the beginning of the text as it is in the log.
void makePlain(json& row, const EventBody& body)
{
    for (const char* part : {"question", "notice", "round", "raw", "annotations", "pictures"})
        row.erase(part);
    row["kind"] = "message";
    row["blocks"] = json::array();
    row["plain"] = cutText(eventPayload(body), longestPlainRow);
}

/// Fills in what depends on the kind of event.
struct BodyPresenter
{
    json& row;
    const Presentation& presentation;
    const session::Row& source;
    const RowExtras& extras;

    void operator()(const MessagePublished& published) const
    {
        const Message& message = published.message;
        const Route& route = published.route;
        if (const auto chosen = presentation.doesProgramSpeak ? team::chosenModelIn(message) : std::nullopt)
            return presentNotice(noticeJson(*chosen));
        if (const auto change = presentation.doesProgramSpeak ? team::limitsChangeIn(message) : std::nullopt)
            return presentNotice(noticeJson(*change));
        if (presentation.doesProgramSpeak && team::isResumeNote(message))
            return presentNotice(goingOnJson());
        row["kind"] = "message";
        // Identifies its draft. Ids of drafts are ours, so none of them is long.
        if (message.id.str().size() <= longestName)
            row["message"] = message.id.str();
        row["speaker"] = speakerJson(presentation, message);
        row["recipients"] = recipientsJson(presentation, message.sendTo, route.unknownRecipients, message.sentFrom);
        if (tellsCause(message))
            row["cause"] = shortAction(message.causeBy);
        if (!route.release) // where it was held, it was counted
            addUsage(row, message.usage);
        if (route.isPrivate && !route.isKeptBack()) {
            row["private"] = privateJson(route);
            addPrivateEnd(row, source.amendments, extras);
        }
        if (route.isUndelivered)
            row["undelivered"] = true;
        row["blocks"] = blocksJson(message);
        addLevel(row, message);
        addAnswerNote(row, message);
        addLateness(row, presentation, route);
        addKept(row, source.amendments);
        addHold(row, route, source.amendments);
        const bool isKnown = !route.deliveries.empty() || row["speaker"]["lane"] > 0;
        if (presentation.hasMemories && isKnown)
            row["keepable"] = true;
    }

    void operator()(const QuestionAsked& asked) const
    {
        row["kind"] = "question";
        row["speaker"] = roleJson(presentation, asked.question.asker);
        row["recipients"] = recipientsJson(presentation, {address::person}, {}, {});
        row["blocks"] = blocksJson(asked.question.images);
        row["question"] = questionJson(presentation, asked.question, source, extras.laterEnd);
    }

    void operator()(const RoundStarted& round) const
    {
        row["kind"] = "round";
        row["round"] = {{"number", round.number}, {"roles", round.roles}};
    }

    void operator()(const PublicChatSet& change) const { presentNotice(noticeJson(change)); }
    void operator()(const HoldRuleSet& set) const { presentNotice(noticeJson(set)); }
    void operator()(const HoldRuleRemoved& removed) const { presentNotice(noticeJson(removed)); }
    void operator()(const RoleModeSet& set) const { presentNotice(noticeJson(set)); }
    void operator()(const RunStateChanged& change) const { presentNotice(noticeJson(change)); }

    void operator()(const RoleActivityChanged& change) const
    {
        if (change.activity != RoleActivity::Failed)
            return presentRaw(eventPayload(source.event.body));
        presentNotice(noticeJson(change));
        // Only the latest failure, while it persists.
        const auto failure = presentation.failures.find(change.role);
        if (failure != presentation.failures.end() && failure->second == source.event.time)
            row["notice"]["retry"] = true;
    }

    void operator()(const UnknownEvent& unknown) const
    {
        presentRaw(unknown.payload.json().dump(2, ' ', false, json::error_handler_t::replace));
    }

    /// Not a row according to the channels' rules; a log that has one anyway is shown as it is.
    template <typename Other>
    void operator()(const Other&) const
    {
        presentRaw(eventPayload(source.event.body));
    }

private:
    void presentNotice(json notice) const
    {
        row["kind"] = "notice";
        row["notice"] = std::move(notice);
    }

    void presentRaw(const std::string& text) const
    {
        row["kind"] = "raw";
        row["raw"] = {{"kind", cutName(std::string(kindOf(source.event.body)))},
                      {"version", versionOf(source.event.body)},
                      {"json", cutText(text, longestRaw)}};
    }
};

} // namespace

RowPresenter::RowPresenter(Presentation presentation, std::set<EventSeq> plainRows)
    : m_presentation(std::move(presentation))
    , m_plainRows(std::move(plainRows))
{ }

json RowPresenter::present(const session::Row& source, const RowExtras& extras) const
{
    json row{
        {"ordinal", source.ordinal.value}, {"seq", source.event.seq.value}, {"time", source.event.time.msSinceEpoch},
        {"speaker", nobodyJson()},         {"recipients", json::array()},   {"blocks", json::array()}};
    if (m_presentation.isImported)
        row["imported"] = true;
    if (!m_presentation.areTimesKnown)
        row["untimed"] = true;
    std::visit(BodyPresenter{row, m_presentation, source, extras}, source.event.body);
    addPictures(row);
    addAnnotations(row, source.amendments);
    if (m_plainRows.contains(source.event.seq))
        makePlain(row, source.event.body);
    return row;
}

json RowPresenter::team() const
{
    json person = userJson();
    person["profile"] = "";
    person["initials"] = Rows::tr("Y", "the initial of “You”").toStdString();
    json members = json::array({std::move(person)});
    for (const PresentedMember& member : m_presentation.members) {
        members.push_back(memberJson(m_presentation, member));
        members.back()["initials"] = member.initials;
    }
    return {{"members", std::move(members)}};
}

json RowPresenter::draftHead(const session::StreamingMessage& draft) const
{
    const PresentedMember* member = memberNamed(m_presentation, draft.role);
    const Address from = member ? *member->addresses.begin() : Address(draft.role.str());
    json head{{"speaker", roleJson(m_presentation, draft.role)},
              {"recipients", recipientsJson(m_presentation, draft.sendTo, draft.route.unknownRecipients, from)}};
    if (draft.route.isPrivate && !draft.route.isKeptBack())
        head["private"] = privateJson(draft.route);
    if (draft.route.hold)
        head["willBeHeld"] = true;
    return head;
}

} // namespace quarterdeck::ui::transcript
