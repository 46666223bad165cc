#pragma once

#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "ui/present/members.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::ui {

/// A message that waits for the person, as its card in Needs you shows it.
struct HeldCardState
{
    conversation::SessionId session;
    conversation::EventSeq seq;
    QString speaker;
    theme::AvatarStyle look;
    QString recipients; ///< who would act on it: "Bob, Mike"
    QString why;        ///< "Held by “deploy”"
    QString text;
    conversation::Timestamp since;
    int others = 0;                        ///< that wait, too
    bool mayGoNow = true;                  ///< no earlier one of its speaker waits
    std::vector<std::string> members = {}; ///< to whom it could go instead

    friend bool operator==(const HeldCardState&, const HeldCardState&) = default;
};

/// What the person made of a held message before it went.
struct HeldEdit
{
    std::optional<QString> text = {}; ///< empty = as it was written
    std::string recipient = {};       ///< a member, or conversation::address::person; empty = as it was written
    bool mayReachOthers = false;      ///< than when it was held

    friend bool operator==(const HeldEdit&, const HeldEdit&) = default;
};

/// How one is dropped.
struct HeldDrop
{
    QString reason = {};
    bool isTold = true; ///< its speaker

    friend bool operator==(const HeldDrop&, const HeldDrop&) = default;
};

/// What the bar above the conversation says while messages are held.
struct HoldBarState
{
    bool holdsEverything = false;
    int waiting = 0;

    friend bool operator==(const HoldBarState&, const HoldBarState&) = default;
};

/// What is held in a session, and between whom.
struct HoldRulesState
{
    std::vector<conversation::HoldRule> rules; ///< in the order of setting
    std::vector<std::string> members;

    friend bool operator==(const HoldRulesState&, const HoldRulesState&) = default;
};

/// What a rule would have done so far.
struct HoldPreview
{
    int held = 0;
    int of = 0; ///< the last so many messages between members
};

} // namespace quarterdeck::ui

namespace quarterdeck::ui::present {

/// `text`: the message's, which the state does not have.
[[nodiscard]] HeldCardState heldCard(const conversation::ConversationState& state, const Members& members,
                                     const conversation::HeldMessage& held, const std::string& text);
[[nodiscard]] HoldBarState holdBar(const conversation::ConversationState& state);
[[nodiscard]] HoldRulesState holdRules(const conversation::ConversationState& state);
/// `rows`: the last ones of the session, in order. At most 50 messages count.
[[nodiscard]] HoldPreview holdPreview(const conversation::ConversationState& state, const conversation::HoldRule& rule,
                                      const std::vector<session::Row>& rows);
/// Whether "hold everything" is on.
[[nodiscard]] bool isEverythingHeld(const conversation::ConversationState& state);

} // namespace quarterdeck::ui::present
