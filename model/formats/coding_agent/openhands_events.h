#pragma once

#include "model/formats/coding_agent/openhands_session.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

/// An event of OpenHands 0.x: `{source, action, args}` of somebody, or `{source, observation, content, extras}` that
/// answers it. The oldest have their arguments beside the name.
void addOpenHandsEvent(const nlohmann::json& event, const SourceLocation& place, OpenHandsSession& session);

/// An event of OpenHands' SDK: `{kind, source, ..}`.
void addOpenHandsSdkEvent(const nlohmann::json& event, const SourceLocation& place, OpenHandsSession& session);

} // namespace quarterdeck::formats
