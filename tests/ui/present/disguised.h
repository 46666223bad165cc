#pragma once

#include "ui/present/present.h"

#include <string>

namespace quarterdeck::test {

inline const std::string hidden = "\xE2\x80\xAE"; // right-to-left override

/// A session whose title and names try to look like others.
struct Disguised
{
    Disguised()
    {
        conversation::SessionStarted started;
        started.title = "gpj" + hidden + ".exe";
        apply(started);
        apply(conversation::RoleHired{role("Bob" + hidden + "ecila", "Arch" + hidden + "itect")});
        apply(conversation::RoleHired{role("Bob Li", "Engineer")});
        members = ui::present::membersOf(state);
    }

    static conversation::Role role(const std::string& name, const std::string& profile)
    {
        conversation::Role result;
        result.name = conversation::RoleName(name);
        result.profile = profile;
        return result;
    }

    /// Bob Li asks, and turns to something else.
    void ask(conversation::RoleActivity activity)
    {
        conversation::Question question;
        question.id = conversation::QuestionId("q");
        question.asker = conversation::RoleName("Bob Li");
        question.askedAt = {500};
        apply(conversation::QuestionAsked{question});
        apply(conversation::RoleActivityChanged{conversation::RoleName("Bob Li"), activity, "RunCode"});
    }

    void apply(conversation::EventBody body) { state.apply({{state.lastSeq().value + 1}, {1000}, 0, std::move(body)}); }

    conversation::ConversationState state;
    ui::present::Members members;
    const QString name = QStringLiteral("Bob\u202Eecila");
    const QString shown = QStringLiteral("Bob[RLO]ecila");
};

} // namespace quarterdeck::test
