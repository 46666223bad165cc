#pragma once

#include "model/gateway/http/http_message.h"

namespace quarterdeck::gateway {

class StudioRuns;

/// Answers the Studio requests of AgentScope's programs: 200 `{"result":{}}` once a post is durable, 400 for a body
/// that is not JSON or names no run, 404 for other routes, 507 if nothing can be stored. Thread: the server's; `runs`
/// is called on its own thread, and must outlive the server.
void handleStudioRequest(StudioRuns& runs, const HttpRequest& request, SendResponse answer);

} // namespace quarterdeck::gateway
