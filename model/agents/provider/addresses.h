#pragma once

#include "model/agents/provider/model_connection.h"

#include <QUrl>
#include <optional>

namespace quarterdeck::team {

/// Request addresses made from what a person typed: the base with or without "/v1", or a whole endpoint. Empty if it is
/// no http or https address with a host, or contains a password.
[[nodiscard]] std::optional<QUrl> chatUrl(const ModelConnection& connection);
[[nodiscard]] std::optional<QUrl> modelsUrl(const ModelConnection& connection);
/// The host and port shown in sentences.
[[nodiscard]] QString placeOf(const ModelConnection& connection);
[[nodiscard]] bool isLoopback(const QString& host);

} // namespace quarterdeck::team
