#pragma once

#include "model/conversation/event.h"

#include <map>
#include <string>

namespace quarterdeck::formats {

/// Knows the tools of unanswered calls, since some programs name a tool only in its call. Thread: one at a time.
class CallNames
{
public:
    /// The event with its results named after their calls; unchanged if none lacks a name. Valid until the next call.
    [[nodiscard]] const conversation::Event& named(const conversation::Event& event);

private:
    std::map<std::string, std::string> m_names; ///< by the call's id
    conversation::Event m_named;
};

} // namespace quarterdeck::formats
