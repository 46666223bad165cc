#pragma once

#include "model/conversation/ids.h"
#include "ui/present/routing_text.h"
#include "ui/theme/paint.h"

#include <QString>

#include <vector>

namespace quarterdeck::ui {

/// Everything the inspector says about one selected message.
struct InspectorState
{
    struct RoleLine
    {
        theme::AvatarStyle look;
        QString name;
        wording::HeardAs as = wording::HeardAs::NotTold;
        QString why;
        friend bool operator==(const RoleLine&, const RoleLine&) = default;
    };
    struct Fact
    {
        QString name;
        QString value;
        bool isCode = false;
        friend bool operator==(const Fact&, const Fact&) = default;
    };
    /// A step of the program around the message, as its tracing told it.
    struct TraceLine
    {
        QString name;
        int depth = 0;         ///< 0 = has no parent
        QString tokens;        ///< empty = none used
        QString time;          ///< how long it took
        QString error;         ///< empty = no failure
        QString detail;        ///< the rest, for a tooltip
        bool isChosen = false; ///< the message came from it
        friend bool operator==(const TraceLine&, const TraceLine&) = default;
    };

    /// Something the agent remembered, and what became of it in the prompt.
    struct SeenLine
    {
        conversation::EventSeq seq; ///< 0 = not a message in the log: the instructions
        QString name;               ///< who said it, or the tool that returned it
        int hue = -1;               ///< a member's; negative = nobody's
        QString text;               ///< its beginning
        QString fate;               ///< "320 tok", "no room"
        QString why;                ///< a sentence, for a tooltip
        bool isInPrompt = true;
        friend bool operator==(const SeenLine&, const SeenLine&) = default;
    };
    /// What the model was given for the message.
    struct Seen
    {
        std::vector<Fact> facts;     ///< empty = no model was called
        std::vector<SeenLine> lines; ///< in the order of its memory
        QString before;              ///< about what comes before the lines; empty = nothing
        QString text;                ///< all of it, for copying
        QString json;                ///< the same in OpenAI's format
        bool isOffered = false;      ///< said by an agent, whose model may have been called
        bool isRead = false;         ///< otherwise the rest is still to come; it is read while that page is shown
        friend bool operator==(const Seen&, const Seen&) = default;
    };

    bool isEmpty = true; ///< nothing is selected
    QString title;       ///< "Alice, 09:43"
    QString rule;
    QString sentence;
    std::vector<RoleLine> roles;
    std::vector<Fact> routeFacts;      ///< event number, state and unread mail in replay
    QString raw;                       ///< JSON, indented, in the chosen format; empty = none
    std::vector<Fact> usage;           ///< model, tokens, duration, cost
    std::vector<TraceLine> trace = {}; ///< in tree order; empty for most
    int traceLeftOut = 0;              ///< further lines of it
    Seen seen = {};

    friend bool operator==(const InspectorState&, const InspectorState&) = default;
};

} // namespace quarterdeck::ui
