#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace quarterdeck::team {

/// What a server says has gone wrong, of whichever shape.
struct ServerError
{
    int status = 0;    ///< of HTTP; where that was 200, as the code or type tells; 0 = unknown
    std::string code;  ///< code and type as the server names them, in small letters, each not long, without the key
    std::string words; ///< for a person: one line, not long, without the key; may be empty

    [[nodiscard]] bool isAboutKey() const;
    [[nodiscard]] bool isAboutModel() const;
    [[nodiscard]] bool isAboutLength() const;
    [[nodiscard]] bool isAboutMoney() const;
};

/// A text, or a whole number as text; empty where the member is something else, or there is none.
[[nodiscard]] std::string wordOf(const nlohmann::json& object, const char* key);
/// One line of foreign text without the key, shortened to so many characters: fit to be shown and logged.
[[nodiscard]] std::string cleaned(const std::string& foreign, const std::string& key, int longest = 300);
/// Of a body, which may be no JSON at all.
[[nodiscard]] ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key);
/// Of an error object within an answer.
[[nodiscard]] ServerError serverErrorOf(int status, const nlohmann::json& error, const std::string& key);

} // namespace quarterdeck::team
