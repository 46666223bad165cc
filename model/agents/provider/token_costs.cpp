#include "model/agents/provider/token_costs.h"

#include <QCoreApplication>
#include <QFile>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace quarterdeck::team {

using nlohmann::json;

namespace {

std::int64_t bytesOf(const conversation::ContentBlock& block)
{
    struct Sizes
    {
        std::size_t operator()(const conversation::TextBlock& text) const { return text.text.size(); }
        std::size_t operator()(const conversation::ThinkingBlock& thought) const { return thought.text.size(); }
        std::size_t operator()(const conversation::MediaBlock&) const { return 2400; }
        std::size_t operator()(const conversation::ToolUseBlock& use) const
        {
            return use.name.size()
                + std::max(use.rawInput.size(),
                           use.input.json().dump(-1, ' ', false, json::error_handler_t::replace).size());
        }
        std::size_t operator()(const conversation::ToolResultBlock& result) const { return result.output.size(); }
        std::size_t operator()(const conversation::UnknownBlock&) const { return 0; }
    };
    return static_cast<std::int64_t>(std::visit(Sizes{}, block));
}

} // namespace

std::int64_t estimatedTokens(const std::string& text) { return static_cast<std::int64_t>(text.size()) / 3 + 1; }

std::int64_t estimatedTokens(const conversation::Message& message)
{
    std::int64_t bytes = 0;
    for (const conversation::ContentBlock& block : message.content)
        bytes += bytesOf(block);
    constexpr std::int64_t frame = 8; // a message's role and marks
    return bytes / 3 + frame;
}

std::int64_t estimatedTokens(const conversation::ContentBlock& block) { return bytesOf(block) / 3 + 1; }

std::int64_t estimatedTokens(std::span<const conversation::Message> messages)
{
    std::int64_t tokens = 0;
    for (const conversation::Message& message : messages)
        tokens += estimatedTokens(message);
    return tokens;
}

std::int64_t estimatedTokens(std::span<const formats::Tool> tools)
{
    std::int64_t tokens = 0;
    for (const formats::Tool& tool : tools) {
        tokens += estimatedTokens(tool.name + tool.description.value_or(std::string()));
        for (const formats::ToolParameter& parameter : tool.parameters)
            tokens += estimatedTokens(parameter.name + parameter.description.value_or(std::string()));
    }
    return tokens;
}

using conversation::Error;
using conversation::ErrorCode;
using conversation::JsonValue;
using conversation::Result;

namespace {

struct PriceSentences
{
    Q_DECLARE_TR_FUNCTIONS(PriceSentences)
};

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& character : result)
        character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return result;
}

/// How well a row fits: the length of the name it gives, a complete name being best; empty if it does not fit.
std::optional<std::size_t> fit(const ModelPrice& row, std::string_view model)
{
    const std::string name = lower(row.model);
    if (name == model)
        return std::string::npos;
    if (!name.ends_with('*'))
        return std::nullopt;
    const std::string_view beginning = std::string_view(name).substr(0, name.size() - 1);
    return model.starts_with(beginning) ? std::optional(beginning.size()) : std::nullopt;
}

const ModelPrice* best(const std::vector<ModelPrice>& rows, std::string_view model)
{
    const ModelPrice* found = nullptr;
    std::size_t most = 0;
    for (const ModelPrice& row : rows) {
        const auto how = fit(row, model);
        if (how && (found == nullptr || *how > most)) {
            found = &row;
            most = *how;
        }
    }
    return found;
}

const PriceClass& classFor(const ModelPrice& price, std::int64_t promptTokens)
{
    for (const PriceClass& one : price.classes)
        if (one.upToPromptTokens == 0 || promptTokens <= one.upToPromptTokens)
            return one;
    return price.classes.back();
}

/// A price that a server could charge; empty for anything else.
std::optional<double> amountOf(const json& object, const char* key)
{
    const auto member = object.find(key);
    if (member == object.end() || !member->is_number())
        return std::nullopt;
    const double amount = member->get<double>();
    return std::isfinite(amount) && amount >= 0 ? std::optional(amount) : std::nullopt;
}

std::int64_t tokenCountOf(const json& object, const char* key, std::int64_t otherwise)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_number_integer() && member->get<std::int64_t>() >= 0
        ? member->get<std::int64_t>()
        : otherwise;
}

std::optional<PriceClass> classOf(const json& object)
{
    if (!object.is_object())
        return std::nullopt;
    const auto prompt = amountOf(object, "prompt");
    const auto completion = amountOf(object, "completion");
    if (!prompt || !completion)
        return std::nullopt;
    return PriceClass{tokenCountOf(object, "up_to_prompt_tokens", 0),
                      *prompt,
                      *completion,
                      amountOf(object, "cached"),
                      amountOf(object, "cache_written"),
                      amountOf(object, "reasoning")};
}

std::optional<ModelPrice> rowOf(const json& object)
{
    const auto name = object.is_object() ? object.find("model") : object.end();
    if (!object.is_object() || name == object.end() || !name->is_string() || name->get<std::string>().empty())
        return std::nullopt;
    ModelPrice row;
    row.model = name->get<std::string>();
    row.perTokens = tokenCountOf(object, "per_tokens", 1'000'000);
    row.contextTokens = tokenCountOf(object, "context_tokens", 0);
    row.answerTokens = tokenCountOf(object, "answer_tokens", 0);
    if (const auto images = object.find("images"); images != object.end() && images->is_boolean())
        row.hasImages = images->get<bool>();
    if (row.perTokens != 1'000 && row.perTokens != 1'000'000)
        return std::nullopt;
    const json classes = object.value("classes", json::array());
    for (const json& one : classes) {
        const auto read = classOf(one);
        if (!read)
            return std::nullopt;
        row.classes.push_back(*read);
    }
    return row;
}

void setIfKnown(json& object, const char* key, const std::optional<double>& amount)
{
    if (amount)
        object[key] = *amount;
}

json jsonOf(const ModelPrice& row)
{
    json object{{"model", row.model}, {"per_tokens", row.perTokens}, {"classes", json::array()}};
    for (const PriceClass& one : row.classes) {
        json written{{"prompt", one.prompt}, {"completion", one.completion}};
        if (one.upToPromptTokens > 0)
            written["up_to_prompt_tokens"] = one.upToPromptTokens;
        setIfKnown(written, "cached", one.cached);
        setIfKnown(written, "cache_written", one.cacheWritten);
        setIfKnown(written, "reasoning", one.reasoning);
        object["classes"].push_back(std::move(written));
    }
    if (row.contextTokens > 0)
        object["context_tokens"] = row.contextTokens;
    if (row.answerTokens > 0)
        object["answer_tokens"] = row.answerTokens;
    if (row.hasImages)
        object["images"] = *row.hasImages;
    return object;
}

Error unreadable(std::size_t place)
{
    return {ErrorCode::BadInput,
            PriceSentences::tr("Row %1 of the price table is not valid.").arg(place + 1).toStdString(),
            {}};
}

} // namespace

PriceTable::PriceTable(std::vector<ModelPrice> rows, std::string date)
    : m_rows(std::move(rows))
    , m_date(std::move(date))
{
    for (ModelPrice& row : m_rows) {
        std::ranges::stable_sort(row.classes, [](const PriceClass& a, const PriceClass& b) {
            return a.upToPromptTokens != 0 && (b.upToPromptTokens == 0 || a.upToPromptTokens < b.upToPromptTokens);
        });
    }
}

PriceTable PriceTable::builtIn()
{
    QFile file(QStringLiteral(":/models/prices.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    return fromJson(JsonValue(json::parse(bytes.begin(), bytes.end()))).value();
}

Result<PriceTable> PriceTable::fromJson(const JsonValue& value)
{
    const json& object = value.json();
    const auto list = object.is_object() ? object.find("models") : object.end();
    if (!object.is_object() || list == object.end() || !list->is_array())
        return tl::unexpected(
            Error{ErrorCode::BadInput, PriceSentences::tr("This is not a price table.").toStdString(), {}});
    std::vector<ModelPrice> rows;
    for (const json& one : *list) {
        auto row = rowOf(one);
        if (!row)
            return tl::unexpected(unreadable(rows.size()));
        rows.push_back(std::move(*row));
    }
    const auto date = object.find("date");
    return PriceTable(std::move(rows),
                      date != object.end() && date->is_string() ? date->get<std::string>() : std::string());
}

JsonValue PriceTable::toJson() const
{
    json object{{"models", json::array()}};
    if (!m_date.empty())
        object["date"] = m_date;
    for (const ModelPrice& row : m_rows)
        object["models"].push_back(jsonOf(row));
    return JsonValue(std::move(object));
}

PriceTable PriceTable::changedBy(const PriceTable& first) const
{
    std::vector<ModelPrice> rows = first.m_rows;
    for (const ModelPrice& row : m_rows) {
        const bool isChanged = std::ranges::any_of(
            first.m_rows, [&](const ModelPrice& other) { return lower(other.model) == lower(row.model); });
        if (!isChanged)
            rows.push_back(row);
    }
    return PriceTable(std::move(rows), m_date);
}

const ModelPrice* PriceTable::find(std::string_view model) const
{
    const std::string name = lower(model);
    if (const ModelPrice* found = best(m_rows, name))
        return found;
    const std::size_t slash = name.rfind('/');
    return slash == std::string::npos ? nullptr : best(m_rows, std::string_view(name).substr(slash + 1));
}

std::optional<double> PriceTable::costOf(std::string_view model, const formats::TokenCounts& tokens) const
{
    const ModelPrice* price = find(model);
    if (price == nullptr || price->classes.empty())
        return std::nullopt;
    const PriceClass& one = classFor(*price, tokens.prompt);
    const auto plain = static_cast<double>(tokens.prompt - tokens.cached - tokens.cacheWritten);
    const auto said = static_cast<double>(tokens.completion - tokens.reasoning);
    const double sum = plain * one.prompt + static_cast<double>(tokens.cached) * one.cached.value_or(one.prompt)
        + static_cast<double>(tokens.cacheWritten) * one.cacheWritten.value_or(one.prompt) + said * one.completion
        + static_cast<double>(tokens.reasoning) * one.reasoning.value_or(one.completion);
    return sum / static_cast<double>(price->perTokens);
}

} // namespace quarterdeck::team
