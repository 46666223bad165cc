#include "model/gateway/free_port.h"

#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"

#include <algorithm>

namespace quarterdeck::gateway {

std::uint16_t nextFreePort(std::uint16_t after)
{
    constexpr int mostTried = 50;
    HttpHandlers nobody; // for clients that connect in this moment
    nobody.admit = [](const HttpRequest&) {
        return HttpAdmission{errorAnswer(503, "There is nobody here."), 0, false};
    };
    for (int port = after + 1; port <= std::min(after + mostTried, int{UINT16_MAX}); ++port)
        if (HttpServer::start(static_cast<std::uint16_t>(port), {}, nobody))
            return static_cast<std::uint16_t>(port);
    return 0;
}

} // namespace quarterdeck::gateway
