#pragma once

#include "model/conversation/event.h"
#include "model/conversation/json/event_fields.h"
#include "model/conversation/json/event_kinds.h"

#include <string_view>
#include <variant>

namespace quarterdeck::conversation::json {

template <typename Body, typename Source>
bool tryRead(std::string_view kind, const Source& payload, EventBody& body)
{
    if constexpr (!kindName<Body>.empty()) {
        if (kind == kindName<Body>) {
            body = Body{};
            decode(payload, std::get<Body>(body));
            return true;
        }
    }
    return false;
}

/// False for an unknown kind. Throws Mismatch.
template <typename Source, typename... Bodies>
bool tryReadAny(std::string_view kind, const Source& payload, std::variant<Bodies...>& body)
{
    return (tryRead<Bodies>(kind, payload, body) || ...);
}

} // namespace quarterdeck::conversation::json
