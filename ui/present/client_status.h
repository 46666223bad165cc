#pragma once

#include <QString>

namespace quarterdeck::ui::view {

/// How the program behind a session is doing.
struct Connection
{
    bool isHere = false; ///< surely or likely
    QString who;         ///< "AgentScope"
    QString since;       ///< "Connected since 14:02"; "Not connected" if no more is known
    QString rate;        ///< "12 messages a minute · 1 open question"; empty = nothing to say
    QString error;       ///< the last one: "14:05: refused (400): The content is no JSON."; empty = none
    bool isSure = true;  ///< otherwise it was heard lately, and may have left silently

    bool operator==(const Connection&) const = default;
};

} // namespace quarterdeck::ui::view
