#pragma once

#include "model/conversation/ids.h"

#include "ui/theme/role_look.h"
#include "ui/theme/state_glyph.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace quarterdeck::ui::view {

/// One role as the Team dock shows it, in hire order.
struct TeamMember
{
    QString key; ///< the role's name, as the model knows it
    QString name;
    QString profile; ///< "Product Manager"
    theme::AvatarStyle avatar;
    theme::StateGlyph state = theme::StateGlyph::Idle;
    QString activity; ///< what it acts on ("RunCode"), or why it failed; empty = the state's own word
    std::optional<conversation::Timestamp> since = {}; ///< start of the state; shown for Thinking and Waiting
    bool asksUser = false;                             ///< has a question open while it does something else
    int unread = 0;                                    ///< mails not yet observed
    std::optional<double> dollars = {};                ///< none = no known price
    std::int64_t tokens = 0;
    bool isInDirectChat = false; ///< one with the person is open
    bool canRetry = false;       ///< it failed, and can be told to try again
    bool isRemote = false;       ///< played by an outside program
    bool isAwaited = false;      ///< the run waits for that program, which has not taken its mail

    bool operator==(const TeamMember&) const = default;
};

using Team = std::vector<TeamMember>;

} // namespace quarterdeck::ui::view
