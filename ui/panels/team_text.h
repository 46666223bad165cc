#pragma once

#include "ui/present/team_member.h"

#include <QString>

namespace quarterdeck::ui::team {

/// "Thinking · 14 s", "Waiting for you · 10 min", "RunCode", "Failed: the model refused the key". Ui thread.
QString stateWords(const view::TeamMember& member, conversation::Timestamp now);

/// The meaning of a member's mark; empty = it has none.
QString toolTip(const view::TeamMember& member);

/// The whole row for a screen reader: "Alice, Product Manager, Thinking · 14 s, 1 unread mail, $0.12, 14.2k tok".
QString accessibleWords(const view::TeamMember& member, conversation::Timestamp now);

} // namespace quarterdeck::ui::team
