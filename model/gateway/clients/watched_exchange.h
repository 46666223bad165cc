#pragma once

#include "model/gateway/clients/client_activity.h"
#include "model/gateway/clients/client_processes.h"
#include "model/gateway/http/http_message.h"

#include <memory>
#include <optional>

/// What programs are refused, for the roster.
namespace quarterdeck::gateway {

/// Who sent a request, as far as its head tells; empty if any program might have.
[[nodiscard]] std::optional<ClientIdentity> programOf(const HttpRequest& head);
/// Tells of what is an error for the program, and no part of how its protocol usually goes.
void tellRefusal(ClientActivity& news, const HttpRequest& head, const HttpResponse& answer);
/// The same exchange, reported to the roster: refusals are reported, and a program whose session the path names is
/// present while it is open. Its reply waits for the search for the client's process, if there is one.
[[nodiscard]] std::shared_ptr<HttpExchange> watched(const std::shared_ptr<HttpExchange>& exchange,
                                                    const HttpRequest& head,
                                                    const std::shared_ptr<ClientActivity>& news,
                                                    std::shared_ptr<ProcessLookup> client = nullptr);

} // namespace quarterdeck::gateway
