#include "mcp/schema_check.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace quarterdeck::gateway::mcp {

class SchemaCheck::Private
{
public:
    valijson::Schema schema;
};

namespace {

/// `<root>[question]` is `question` to who wrote it.
std::string placeOf(const valijson::ValidationResults::Error& error)
{
    std::string place;
    for (std::size_t i = 1; i < error.context.size(); ++i)
        place += error.context[i];
    return place.empty() ? "arguments" : "arguments" + place;
}

} // namespace

SchemaCheck::SchemaCheck(const nlohmann::json& schema) : d(std::make_unique<Private>())
{
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), d->schema);
}
SchemaCheck::~SchemaCheck() = default;

std::optional<std::string> SchemaCheck::findingIn(const nlohmann::json& value) const
{
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(d->schema, valijson::adapters::NlohmannJsonAdapter(value), &results))
        return std::nullopt;
    // What is found last is the whole's sentence on its parts; the first says which part.
    valijson::ValidationResults::Error first;
    return results.popError(first) ? placeOf(first) + ": " + first.description : "The arguments do not fit.";
}

} // namespace quarterdeck::gateway::mcp
