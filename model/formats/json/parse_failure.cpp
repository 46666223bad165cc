#include "model/formats/json/parse_failure.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/source_buffer.h"

#include <string_view>

namespace quarterdeck::formats {

ParseFailure failureOf(const nlohmann::detail::exception& error)
{
    constexpr int numberOverflow = 406; // of nlohmann_json's list of exceptions
    const bool isOtherText = std::string_view(error.what()).find("ill-formed UTF-8") != std::string_view::npos;
    return error.id == numberOverflow ? ParseFailure::NumberTooLarge
        : isOtherText                 ? ParseFailure::NotUtf8
                                      : ParseFailure::Syntax;
}

Error errorOf(ParseFailure failure, const SourceBuffer& buffer, const std::string& file, const ReadLimits& limits,
              const std::string& detail)
{
    if (buffer.failure()) {
        return *buffer.failure();
    }
    if (buffer.isOverLimit() || failure == ParseFailure::TooManyValues) {
        return errors::tooLarge(file, buffer.line(), limits);
    }
    if (failure == ParseFailure::TooDeep) {
        return errors::tooDeep(file, buffer.line(), limits.maxDepth);
    }
    if (failure == ParseFailure::NumberTooLarge) {
        return errors::numberTooLarge(file, buffer.line());
    }
    return buffer.isAtEnd()                ? errors::incomplete(file, buffer.line())
        : failure == ParseFailure::NotUtf8 ? errors::notUtf8(file, buffer.line())
                                           : errors::notJson(file, buffer.line(), detail);
}

} // namespace quarterdeck::formats
