#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/paint.h"

#include <QString>

#include <vector>

namespace quarterdeck::ui {

/// A member as the composer's rail and completion draw it, in lane order without the person.
struct ComposerMember
{
    QString name; ///< as shown
    QString profile;
    theme::AvatarStyle look;
    QString address; ///< what is typed after the @
};

/// What would happen if the text were sent now; comes from the routing rules, never from a guess.
struct ComposerPreview
{
    std::vector<theme::ChipStyle> recipients;
    std::vector<int> lanes;        ///< who acts: an arrow head; the person is lane 0
    std::vector<int> hearingLanes; ///< who is told but need not act: a ring
    bool isPrivate = false;        ///< lock, dashed plum arrow
    bool canSwitchAudience = false;
    bool isRefused = false; ///< cannot be sent; `sentence` says why
    QString sentence;
    QString waiting;        ///< why nobody reads it yet, and when they will; empty = they do at once
    bool canResume = false; ///< "Send and resume" makes them read it
};

/// One line of the completion: a member and what naming it would do now. Icon::Play marks a role at work.
struct CompletionRow
{
    ComposerMember member;
    QString effect;
    theme::Icon icon = theme::Icon::None;
    bool isPrivate = false;
};

} // namespace quarterdeck::ui
