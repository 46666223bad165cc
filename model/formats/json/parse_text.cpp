#include "model/formats/json/parse_text.h"

#include "model/formats/json/record_builder.h"

namespace quarterdeck::formats {

std::optional<nlohmann::json> parseText(std::string_view text, const ReadLimits& limits)
{
    std::optional<nlohmann::json> parsed;
    RecordBuilder builder(false, limits, [&](nlohmann::json value) {
        parsed = std::move(value);
        return true;
    });
    return nlohmann::json::sax_parse(text.begin(), text.end(), &builder) ? std::move(parsed) : std::nullopt;
}

} // namespace quarterdeck::formats
