#pragma once

namespace quarterdeck::ui::view {

/// The sort key of the list of sessions. Only by activity is it divided into days; sizes are read from the library.
enum class SessionOrder { Activity, Title, Start, Size };

} // namespace quarterdeck::ui::view
