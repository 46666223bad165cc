#pragma once

#include "model/formats/byte_source.h"
#include "model/formats/read_limits.h"

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

class SourceBuffer;

/// Why a parse ended early.
enum class ParseFailure { None, Syntax, NotUtf8, NumberTooLarge, TooDeep, TooManyValues };

[[nodiscard]] ParseFailure failureOf(const nlohmann::detail::exception& error);

/// The sentence for it, with the current line of `buffer`.
[[nodiscard]] Error errorOf(ParseFailure failure, const SourceBuffer& buffer, const std::string& file,
                            const ReadLimits& limits, const std::string& detail);

} // namespace quarterdeck::formats
