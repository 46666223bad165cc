#include "ui/transcript/notice_json.h"

#include "ui/present/row_limits.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
