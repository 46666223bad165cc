#pragma once

#include "model/agents/provider/connection.h"
#include "ui/present/new_session.h"

#include <vector>

namespace quarterdeck::app {

/// In the form in which dialogs offer them.
[[nodiscard]] QList<ui::view::ConnectionRow> rowsOf(const std::vector<team::Connection>& connections);

} // namespace quarterdeck::app
