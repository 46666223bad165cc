#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/http/lower_case.h"
#include "model/gateway/http/request_rules.h"

#include <boost/beast/http.hpp>
#include <string>

/// Converts heads between Beast and the server's handlers: for the few sources that include Beast.
namespace quarterdeck::gateway {

/// Without its body.
template <typename Body>
HttpRequest requestOf(const boost::beast::http::request<Body>& head)
{
    const HostAndTarget sent = hostAndTarget({head.target().data(), head.target().size()});
    const std::string target = targetMeantBy(sent.target);
    HttpRequest request = {std::string(head.method_string()), plainPath(target), queryOf(target), {}, {}};
    for (const auto& field : head) { // one that is sent twice is a list
        std::string& value = request.fields[lowerCase(std::string(field.name_string()))];
        value += (value.empty() ? "" : ", ") + std::string(field.value());
    }
    // Two hosts count as none: a proxy and a server might each pick a different one.
    if (head.count(boost::beast::http::field::host) > 1)
        request.fields.erase("host");
    else if (!sent.host.empty())
        request.fields["host"] = sent.host;
    return request;
}

/// Without its body.
inline boost::beast::http::response<boost::beast::http::string_body> responseOf(const HttpResponse& given)
{
    boost::beast::http::response<boost::beast::http::string_body> response;
    response.version(11);
    response.result(given.status);
    response.set(boost::beast::http::field::content_type, given.contentType);
    response.set(boost::beast::http::field::cache_control, "no-store");
    for (const auto& [name, value] : given.fields)
        response.set(name, value);
    if (given.wholeBytes)
        response.content_length(*given.wholeBytes);
    return response;
}

} // namespace quarterdeck::gateway
