#include "model/gateway/http/request_rules.h"
#include "model/gateway/routes.h"
#include "require.h"

#include <cstdint>

using namespace quarterdeck::gateway;
using quarterdeck::fuzz::require;

namespace {

/// What precedes the line's end, which is removed, too.
std::string_view lineOf(std::string_view& rest)
{
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
}

} // namespace

/// Any lines as a request: target, host, origin, authorization and type, and then its body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::string_view token = "word";
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const std::string target = targetMeantBy(lineOf(rest));
    HttpRequest request{"POST", plainPath(target), queryOf(target), {}, {}};
    for (const char* name : {"host", "origin", "authorization", "content-type"})
        if (const std::string_view value = lineOf(rest); !value.empty())
            request.fields[name] = value;
    request.body = rest;
    require(request.path.find("//") == std::string::npos && request.path.find('?') == std::string::npos);
    const RouteRules rules = rulesOf(partOf(request.path));
    const HttpAdmission admission = admit(request, rules, token);
    const bool isFromHere = isLoopbackHost(request.field("host"));
    const bool isPage = !request.field("origin").empty() && !rules.takesOwnOrigin;
    const bool bringsToken = request.field("authorization").ends_with(token);
    if (!isFromHere || isPage || (rules.wantsToken && !rules.takesTokenInQuery && !bringsToken))
        require(admission.refusal && admission.refusal->status >= 401);
    static_cast<void>(orderOf(request));
    return 0;
}
