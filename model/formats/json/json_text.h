#pragma once

#include "model/formats/read_limits.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// A member's text as a person reads it; empty if it is missing or not a text, or `value` is not an object.
[[nodiscard]] std::string textMember(const nlohmann::json& value, const char* key);
/// A member of a JSON object; null if there is none. Refers into `object`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* key);
/// A member that counts something; 0 if it is missing or no natural number.
[[nodiscard]] std::int64_t countMember(const nlohmann::json& object, const char* key);
/// Compact JSON text; marked texts become the tokens they stand for (model/formats/json/python_json.h). Never throws:
/// invalid UTF-8 is replaced.
[[nodiscard]] std::string textOfJson(const nlohmann::json& value);
/// The same with marked texts as they are: always valid JSON.
[[nodiscard]] std::string plainTextOfJson(const nlohmann::json& value);

/// One complete JSON value; empty if it is invalid or exceeds the limits. Never throws.
[[nodiscard]] std::optional<nlohmann::json> parseText(std::string_view text, const ReadLimits& limits = {});

/// Parses one text after the other, several times as fast as nlohmann_json's parser.
class LineParser
{
public:
    /// `isOfPython`: texts that python_json would mark are refused as well.
    explicit LineParser(const ReadLimits& limits, bool isOfPython = false);
    ~LineParser();
    LineParser(const LineParser&) = delete;
    LineParser& operator=(const LineParser&) = delete;

    /// The same value that nlohmann_json's parser finds; empty for invalid or oversized text, for large values, and for
    /// numbers of more than 64 bits: that parser then accepts it, or says why not.
    [[nodiscard]] std::optional<nlohmann::json> parse(const std::string& text);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::formats
