#pragma once

#include "model/agents/run/session_notes.h"
#include "model/conversation/event.h"

#include <nlohmann/json_fwd.hpp>

/// Switches and events of the run in one sentence each, as the page's `notice`. Pure; thread: any.
namespace quarterdeck::ui::transcript {

[[nodiscard]] nlohmann::json noticeJson(const conversation::PublicChatSet& change);
[[nodiscard]] nlohmann::json noticeJson(const conversation::RunStateChanged& change);
[[nodiscard]] nlohmann::json noticeJson(const conversation::RoleActivityChanged& change);
[[nodiscard]] nlohmann::json noticeJson(const team::ChosenModel& chosen);
/// A finished run goes on.
[[nodiscard]] nlohmann::json goingOnJson();

/// Why a private chat ended, for the line below it.
[[nodiscard]] std::string endReasonText(const conversation::DirectChatEnded& ended);

} // namespace quarterdeck::ui::transcript
