#pragma once

#include "model/gateway/http/http_message.h"
#include "model/session/library.h"

#include <memory>
#include <optional>
#include <string_view>

namespace quarterdeck::gateway {

/// What /v1/health answers to anybody: that this is Quarterdeck, and how to speak to it.
[[nodiscard]] HttpResponse healthAnswer();

/// What it answers to those who are let in: also how the library is doing. Replies on the library's thread.
void answerHealth(session::Library& library, std::shared_ptr<HttpExchange> exchange);

/// Reads it back; times come out to the second. Empty if it tells nothing of a library. Untrusted input.
[[nodiscard]] std::optional<session::LibraryStatus> libraryStatusIn(std::string_view healthBody);

} // namespace quarterdeck::gateway
