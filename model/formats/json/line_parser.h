#pragma once

#include "model/formats/read_limits.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats {

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
