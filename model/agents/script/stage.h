#pragma once

#include "model/agents/script/placeholders.h"
#include "model/agents/script/scripted_team.h"

#include <cstddef>
#include <set>

namespace quarterdeck::team {

/// Keys in the metadata of a scripted message.
inline constexpr const char* stepKey = "script_step";
inline constexpr const char* roleKey = "script_role";      ///< the role whose reply it is
inline constexpr const char* replyKey = "script_reply_to"; ///< ids of the person's messages that it answers

/// What its agents share. Thread: engine.
struct ScriptedTeam::ScriptProgress
{
    std::shared_ptr<const Script> script;
    double pace = 1.0;

    std::set<std::string> done;
    Answers answers;
    std::set<conversation::MessageId> answered; ///< messages of the person
    std::map<conversation::RoleName, std::size_t> replies;
    std::set<conversation::QuestionId> withdrawn;
    bool isRead = false; ///< the log was read up to where this process began

    /// Learns from the log what was played. Reading twice does no harm.
    void learn(const conversation::SessionId& session, const conversation::Event& event);
    /// The role's next step, if everything it waits for is done; otherwise null.
    [[nodiscard]] const ScriptStep* nextDue(const conversation::RoleName& role, bool hasEnded) const;
    void keepAnswer(const ScriptStep& step, const conversation::QuestionEnd& end);
    /// The id under which the step asks: another one if the person stopped the run while it was open.
    [[nodiscard]] conversation::QuestionId questionId(const conversation::SessionId& session,
                                                      const ScriptStep& step) const;
};

/// Always the same id, so that a step in the log is recognised.
[[nodiscard]] std::string stableId(const conversation::SessionId& session, const std::string& what);

} // namespace quarterdeck::team
