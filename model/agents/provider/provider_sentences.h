#pragma once

#include "model/agents/provider/connection.h"

#include <cstdint>
#include <string>

/// Sentences about model servers, in the application's language. Each names the server and its address.
namespace quarterdeck::team::provider_sentences {

// About a connection itself.
[[nodiscard]] std::string noName();
[[nodiscard]] std::string noAddress(const Connection& server);
[[nodiscard]] std::string noVariable();
[[nodiscard]] std::string noConnection();
[[nodiscard]] std::string unknownConnection();
[[nodiscard]] std::string variableIsEmpty(const Connection& server);
[[nodiscard]] std::string keyIsMissing(const Connection& server);
[[nodiscard]] std::string cancelled();

// About reaching it.
[[nodiscard]] std::string notRunning(const Connection& server);
[[nodiscard]] std::string hostUnknown(const Connection& server);
[[nodiscard]] std::string proxyRefused(const Connection& server, const std::string& reason);
[[nodiscard]] std::string notSafe(const Connection& server, const std::string& reason);
[[nodiscard]] std::string connectionFailed(const Connection& server, const std::string& reason);
[[nodiscard]] std::string hasMoved(const Connection& server, const std::string& target);
[[nodiscard]] std::string closedAtOnce(const Connection& server);
[[nodiscard]] std::string brokeOff(const Connection& server);
[[nodiscard]] std::string wasSilent(const Connection& server, std::int64_t milliseconds);
[[nodiscard]] std::string tookTooLong(const Connection& server, std::int64_t milliseconds);
[[nodiscard]] std::string sentTooMuch(const Connection& server, std::int64_t bytes);
[[nodiscard]] std::string isNoModelServer(const Connection& server);
[[nodiscard]] std::string isUnreadable(const Connection& server);

// What it refused; `words` are its own, and may be empty.
[[nodiscard]] std::string keyRefused(const Connection& server, const std::string& words);
[[nodiscard]] std::string notAllowed(const Connection& server, const std::string& words);
[[nodiscard]] std::string noSuchModel(const Connection& server, const std::string& model, const std::string& words);
[[nodiscard]] std::string noSuchPath(const Connection& server, const std::string& words);
[[nodiscard]] std::string tooLong(const Connection& server, const std::string& model, const std::string& words);
[[nodiscard]] std::string noMoney(const Connection& server, const std::string& words);
[[nodiscard]] std::string tooManyRequests(const Connection& server, const std::string& words);
[[nodiscard]] std::string hadAnError(const Connection& server, int status, const std::string& words);
[[nodiscard]] std::string refused(const Connection& server, int status, const std::string& words);
[[nodiscard]] std::string reportedAnError(const Connection& server, const std::string& words);

} // namespace quarterdeck::team::provider_sentences
