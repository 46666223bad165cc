#pragma once

#include "team/provider/connection.h"

#include <QUrl>
#include <optional>

namespace quarterdeck::team {

/// Where requests go, made of what a person typed: the base with or without "/v1", or a whole endpoint. None when it is
/// no address of http or https with a host, or has a password in it.
[[nodiscard]] std::optional<QUrl> chatUrl(const Connection& connection);
[[nodiscard]] std::optional<QUrl> modelsUrl(const Connection& connection);
/// The host and port that a person sees in sentences.
[[nodiscard]] QString placeOf(const Connection& connection);
[[nodiscard]] bool isLoopback(const QString& host);

} // namespace quarterdeck::team
