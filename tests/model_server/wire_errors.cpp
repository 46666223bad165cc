#include "wire.h"

#include <array>

namespace model_server {

using nlohmann::json;

namespace {

struct NamedError
{
    const char* name;
    int status;
    const char* openAiCode;
    const char* anthropicType;
    const char* message; ///< `%` stands for the model's name
};

constexpr std::array errors = {
    NamedError{"wrong_key", 401, "invalid_api_key", "authentication_error", "Incorrect API key provided."},
    NamedError{"forbidden", 403, "unsupported_country_region_territory", "permission_error", "Country not supported."},
    NamedError{"no_such_model", 404, "model_not_found", "not_found_error", "The model `%` does not exist."},
    NamedError{"not_found", 404, "", "not_found_error", "Invalid URL."},
    NamedError{"rate_limited", 429, "rate_limit_exceeded", "rate_limit_error", "Rate limit reached."},
    NamedError{"no_credit", 429, "insufficient_quota", "billing_error", "You exceeded your current quota."},
    NamedError{"overloaded", 529, "overloaded", "overloaded_error", "Overloaded"},
    NamedError{"server_error", 500, "server_error", "api_error", "Internal server error"},
    NamedError{"bad_request", 400, "invalid_value", "invalid_request_error", "Invalid value for 'temperature'."},
    NamedError{"context_too_long", 400, "context_length_exceeded", "invalid_request_error",
               "prompt is too long: 250000 tokens > 200000 maximum context length"},
};

} // namespace

PlainAnswer errorOf(const std::string& name, const Asked& asked, const std::string& retryAfter)
{
    if (name == "html")
        return {200, "text/html", "<!doctype html><title>Welcome</title><p>It works!"};
    if (name == "redirect")
        return {301, "text/plain", "", {"Location: http://canary.invalid/v1"}};
    if (name == "in_200") {
        PlainAnswer answer = errorOf("rate_limited", asked, {});
        answer.status = 200;
        return answer;
    }
    for (const NamedError& error : errors) {
        if (error.name != name)
            continue;
        std::string message = error.message;
        if (const auto place = message.find('%'); place != std::string::npos)
            message.replace(place, 1, asked.model);
        const json body = asked.isAnthropic
            ? json{{"type", "error"}, {"error", {{"type", error.anthropicType}, {"message", message}}}}
            : json{
                {"error", {{"message", message}, {"type", "error"}, {"param", nullptr}, {"code", error.openAiCode}}}};
        PlainAnswer answer{error.status, "application/json", QByteArray::fromStdString(body.dump())};
        if (!retryAfter.empty())
            answer.headers.append("Retry-After: " + QByteArray::fromStdString(retryAfter));
        return answer;
    }
    return {500, "text/plain", "no such error in the script"};
}

} // namespace model_server
