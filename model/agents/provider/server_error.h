#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace quarterdeck::team {

/// What a server reports as wrong, in any form.
struct ServerError
{
    int status = 0;    ///< of HTTP; if that was 200, from the code or type; 0 = unknown
    std::string code;  ///< code and type in the server's words, in lower case, shortened, without the key
    std::string words; ///< for a person: one line, shortened, without the key; may be empty

    [[nodiscard]] bool isAboutKey() const;
    [[nodiscard]] bool isAboutModel() const;
    [[nodiscard]] bool isAboutLength() const;
    [[nodiscard]] bool isAboutMoney() const;
};

/// A string, or an integer as text; empty if the member is something else, or missing.
[[nodiscard]] std::string wordOf(const nlohmann::json& object, const char* key);
/// One line of foreign text without the key, shortened to this many characters: safe to show and log.
[[nodiscard]] std::string cleaned(const std::string& foreign, const std::string& key, int longest = 300);
/// From a body, which may not be JSON at all.
[[nodiscard]] ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key);
/// From an error object inside an answer.
[[nodiscard]] ServerError serverErrorOf(int status, const nlohmann::json& error, const std::string& key);

} // namespace quarterdeck::team
