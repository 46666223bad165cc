#pragma once

#include "http/http_message.h"

namespace quarterdeck::gateway {

class StudioRuns;

/// Answers what AgentScope's programs ask of Studio: 200 `{"result":{}}` after what was posted is durable, 400 for a
/// body that is no JSON or names no run, 404 for other routes, 507 when nothing can be stored. Thread: the server's;
/// `runs` is asked on its own, and must outlive the server.
void answerStudio(StudioRuns& runs, const HttpRequest& request, AnswerHttp answer);

} // namespace quarterdeck::gateway
