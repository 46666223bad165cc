#pragma once

#include "http/http_message.h"
#include "programs/client_processes.h"
#include "programs/program_news.h"

#include <memory>
#include <optional>

/// What programs are refused, for the roster.
namespace quarterdeck::gateway {

/// By whom a request comes, as far as its head tells; nobody where any program may ask.
[[nodiscard]] std::optional<ProgramName> programOf(const HttpRequest& head);
/// Tells of what is an error for the program, and no part of how its protocol usually goes.
void tellRefusal(ProgramNews& news, const HttpRequest& head, const HttpAnswer& answer);
/// The same exchange, of which the roster hears: who refuses it tells so, and a program whose session the path names is
/// here as long as it is open. Its answer waits for the look at who asks, where there is one.
[[nodiscard]] std::shared_ptr<HttpExchange> watched(const std::shared_ptr<HttpExchange>& exchange,
                                                    const HttpRequest& head, const std::shared_ptr<ProgramNews>& news,
                                                    std::shared_ptr<ClientLook> client = nullptr);

} // namespace quarterdeck::gateway
