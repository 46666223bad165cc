#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"
#include "model/conversation/message.h"
#include "model/conversation/route.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// Which messages wait for the person before anybody gets them. A value; part of the state and of a team's file. What
/// is empty matches everything. The person's own words and what a role tells itself are never held; nor is what an
/// outside program routed, since that is recorded as delivered.
struct HoldRule
{
    HoldRuleId id; ///< unique in the session; empty = one is made
    std::string name;
    bool isOn = true;
    std::set<RoleName> from;
    AddressSet to; ///< names of roles that would act on the message; address::person = the person. Empty = any role
    ActionName cause;
    std::string tool;       ///< a call of it is in the message
    std::string text;       ///< occurs in the message's text, whatever its case; or matches it
    bool isPattern = false; ///< `text` is a regular expression (QRegularExpression)
    friend bool operator==(const HoldRule&, const HoldRule&) = default;
};

/// The rule behind "hold everything": no conditions.
inline const HoldRuleId holdsEverything{"everything"};
constexpr std::size_t maxHoldRules = 64;
/// Further messages are refused, rather than given to those who were not to get them.
constexpr std::size_t mostHeld = 10'000;

/// A held message, as the state knows it: the log has its text.
struct HeldMessage
{
    EventSeq seq; ///< of its MessagePublished
    MessageId id;
    Timestamp since;
    RoutingRule rule = RoutingRule::None; ///< of the table, when it was held
    bool isRemembered = false;            ///< its speaker has it in its inbox already
    Hold hold;
    friend bool operator==(const HeldMessage&, const HeldMessage&) = default;
};

/// Whether one would overtake the other if it went first: one speaker, and somebody who gets both.
[[nodiscard]] bool isSameWay(const HeldMessage& earlier, const Hold& later);

/// "Hold what Alex says to David if the text contains “deploy”", in the program's language.
[[nodiscard]] std::string holdRuleText(const HoldRule& rule);

/// Whatever they are called, and whether they are on or not.
[[nodiscard]] bool hasSameConditions(const HoldRule& one, const HoldRule& other);

/// In all texts of a rule, in bytes.
constexpr std::size_t longestHoldRule = 20'000;
/// What is wrong with the rule by itself, in a sentence.
[[nodiscard]] std::optional<Error> problemOf(const HoldRule& rule);

} // namespace quarterdeck::conversation
