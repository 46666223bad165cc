#pragma once

#include "model/conversation/ids.h"

#include <string>

namespace quarterdeck::gateway {

/// What a program tells the person, who need not look (MCP's notify_human). It is in its session, too.
struct UserNotification
{
    enum class Level { Info, Warning, Error };
    conversation::SessionId session;
    std::string program; ///< its name; untrusted, like the text
    std::string text;    ///< its beginning
    Level level = Level::Info;
};

} // namespace quarterdeck::gateway
