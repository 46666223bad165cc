#pragma once

#include "model/gateway/http/http_message.h"

#include <memory>
#include <string_view>

namespace quarterdeck::gateway::api {

class SessionResources;

/// What a path below /v1/sessions, or /v1/roles, refers to; None = nothing.
enum class Address {
    None,
    Sessions,
    Session,
    Roles,
    Role,
    OpenRoles,
    Messages,
    Questions,
    Question,
    Events,
    Status,
    Attachments,
    Attachment
};
[[nodiscard]] Address addressOf(std::string_view path);

/// Parses the request, and hands it to the sessions' thread. Thread: any.
void handleApiRequest(SessionResources& sessions, HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);

} // namespace quarterdeck::gateway::api
