#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace quarterdeck::team {

/// What a server says has gone wrong, of whichever shape.
struct ServerError
{
    int status = 0;    ///< of HTTP; where that was 200, as the code or type tells; 0 = unknown
    std::string code;  ///< code and type as the server names them, in small letters
    std::string words; ///< for a person: one line, not long, without the key; may be empty

    [[nodiscard]] bool isAboutKey() const;
    [[nodiscard]] bool isAboutModel() const;
    [[nodiscard]] bool isAboutLength() const;
    [[nodiscard]] bool isAboutMoney() const;
};

/// Of a body, which may be no JSON at all.
[[nodiscard]] ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key);
/// Of an error object within an answer.
[[nodiscard]] ServerError serverErrorOf(int status, const nlohmann::json& error, const std::string& key);

} // namespace quarterdeck::team
