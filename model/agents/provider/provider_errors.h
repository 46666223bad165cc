#pragma once

#include "model/agents/provider/model_connection.h"

#include <cstdint>
#include <string>

/// Sentences about model servers, in the application's language. Each names the server and its address.
namespace quarterdeck::team::provider_errors {

// About a connection itself.
[[nodiscard]] std::string noName();
[[nodiscard]] std::string noAddress(const ModelConnection& server);
[[nodiscard]] std::string noVariable();
[[nodiscard]] std::string noConnection();
[[nodiscard]] std::string unknownConnection();
[[nodiscard]] std::string keyIsMissing(const ModelConnection& server);
[[nodiscard]] std::string cancelled();

// About reaching it.
[[nodiscard]] std::string notRunning(const ModelConnection& server);
[[nodiscard]] std::string hostUnknown(const ModelConnection& server);
[[nodiscard]] std::string proxyRefused(const ModelConnection& server, const std::string& reason);
[[nodiscard]] std::string notSafe(const ModelConnection& server, const std::string& reason);
[[nodiscard]] std::string connectionFailed(const ModelConnection& server, const std::string& reason);
[[nodiscard]] std::string hasMoved(const ModelConnection& server, const std::string& target);
[[nodiscard]] std::string closedAtOnce(const ModelConnection& server);
[[nodiscard]] std::string brokeOff(const ModelConnection& server);
[[nodiscard]] std::string wasSilent(const ModelConnection& server, std::int64_t milliseconds);
[[nodiscard]] std::string tookTooLong(const ModelConnection& server, std::int64_t milliseconds);
[[nodiscard]] std::string sentTooMuch(const ModelConnection& server, std::int64_t bytes);
[[nodiscard]] std::string isNoModelServer(const ModelConnection& server);
[[nodiscard]] std::string isUnreadable(const ModelConnection& server);

// What it refused; `words` are its own, and may be empty.
[[nodiscard]] std::string keyRefused(const ModelConnection& server, const std::string& words);
[[nodiscard]] std::string notAllowed(const ModelConnection& server, const std::string& words);
[[nodiscard]] std::string noSuchModel(const ModelConnection& server, const std::string& model,
                                      const std::string& words);
[[nodiscard]] std::string noSuchPath(const ModelConnection& server, const std::string& words);
[[nodiscard]] std::string tooLong(const ModelConnection& server, const std::string& model, const std::string& words);
[[nodiscard]] std::string noMoney(const ModelConnection& server, const std::string& words);
[[nodiscard]] std::string tooManyRequests(const ModelConnection& server, const std::string& words);
[[nodiscard]] std::string hadAnError(const ModelConnection& server, int status, const std::string& words);
[[nodiscard]] std::string refused(const ModelConnection& server, int status, const std::string& words);
[[nodiscard]] std::string reportedAnError(const ModelConnection& server, const std::string& words);

} // namespace quarterdeck::team::provider_errors
