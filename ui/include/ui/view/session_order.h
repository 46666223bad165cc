#pragma once

namespace quarterdeck::ui::view {

/// By what the list of sessions is sorted. Only by activity it is parted into days; sizes are read from the library.
enum class SessionOrder { Activity, Title, Start, Size };

} // namespace quarterdeck::ui::view
