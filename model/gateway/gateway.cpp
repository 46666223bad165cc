#include "gateway/gateway.h"

#include "http/http_server.h"
#include "studio/studio_routes.h"
#include "studio/studio_runs.h"

#include <utility>

namespace quarterdeck::gateway {

class Gateway::Private
{
public:
    explicit Private(session::SessionHub& hub) : runs(hub) { }

    StudioRuns runs;
    std::unique_ptr<HttpServer> server; ///< ends before what it hands its requests to
};

session::Result<std::unique_ptr<Gateway>> Gateway::start(session::SessionHub& hub, std::uint16_t port)
{
    auto made = std::make_unique<Private>(hub);
    auto server = HttpServer::start(port, {}, [runs = &made->runs](HttpRequest request, AnswerHttp answer) {
        answerStudio(*runs, request, std::move(answer));
    });
    if (!server)
        return tl::unexpected(std::move(server.error()));
    made->server = std::move(*server);
    return std::unique_ptr<Gateway>(new Gateway(std::move(made)));
}

Gateway::Gateway(std::unique_ptr<Private> made) : d(std::move(made)) { }
Gateway::~Gateway() = default;

std::uint16_t Gateway::port() const { return d->server->port(); }

} // namespace quarterdeck::gateway
