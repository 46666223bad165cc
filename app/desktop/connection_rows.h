#pragma once

#include "model/agents/provider/model_connection.h"
#include "ui/present/new_session.h"

#include <vector>

namespace quarterdeck::app {

/// In the form in which dialogs offer them.
[[nodiscard]] QList<ui::view::ConnectionRow> rowsOf(const std::vector<team::ModelConnection>& connections);

} // namespace quarterdeck::app
