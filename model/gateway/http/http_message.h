#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace quarterdeck::gateway {

/// A request whose body is there. Names of headers' fields are those of RFC 9110; a field that was not sent is empty.
struct HttpRequest
{
    std::string method;
    std::string path; ///< as sent, without the query, several slashes made one
    std::string host;
    std::string origin;
    std::string contentType;
    std::string contentEncoding;
    std::string body;
};

struct HttpAnswer
{
    std::uint32_t status = 200;
    std::string body;
    std::string contentType = "application/json";
};

/// Takes the answer once; from any thread, and also when the one who asked, or the server, is gone by then.
using AnswerHttp = std::function<void(HttpAnswer)>;

} // namespace quarterdeck::gateway
