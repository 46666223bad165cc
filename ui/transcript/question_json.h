#pragma once

#include "model/session/library.h"
#include "ui/present/members.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace quarterdeck::ui::transcript {

/// A question as the page's JSON, with its end and its deadline according to the row's amendments. `laterEnd` is how it
/// ended after the moment shown. Pure; thread: any.
[[nodiscard]] nlohmann::json questionJson(const Presentation& presentation, const conversation::Question& question,
                                          const session::Row& row,
                                          const std::optional<conversation::QuestionEnd>& laterEnd);

/// The question's end among the row's amendments; null while it is open.
[[nodiscard]] const conversation::QuestionEnd* endOf(const session::Row& row);

} // namespace quarterdeck::ui::transcript
