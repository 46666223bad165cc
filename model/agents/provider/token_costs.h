#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_request.h"
#include "model/formats/requests/streamed_reply.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// Roughly how many tokens a model sees in it; for most languages never too few.
[[nodiscard]] std::int64_t estimatedTokens(const std::string& text);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::ContentBlock& block);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::Message& message);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const conversation::Message> messages);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const formats::Tool> tools);

/// What tokens cost for prompts up to a length, in US dollars for as many tokens as the price says.
struct PriceClass
{
    std::int64_t upToPromptTokens = 0; ///< 0 = any length
    double prompt = 0;
    double completion = 0;
    std::optional<double> cached = {};       ///< none = as `prompt`
    std::optional<double> cacheWritten = {}; ///< none = as `prompt`
    std::optional<double> reasoning = {};    ///< none = as `completion`
    friend bool operator==(const PriceClass&, const PriceClass&) = default;
};

/// What is known of a model, or of all whose names begin alike.
struct ModelPrice
{
    std::string model = {};               ///< its name, or a prefix followed by `*`
    std::int64_t perTokens = 1'000'000;   ///< 1,000,000 or 1,000
    std::vector<PriceClass> classes = {}; ///< by length, the longest last; empty = unknown price
    std::int64_t contextTokens = 0;       ///< 0 = unknown
    std::optional<bool> hasImages = {};
    std::int64_t answerTokens = 0; ///< the maximum for one answer; 0 = unknown
    friend bool operator==(const ModelPrice&, const ModelPrice&) = default;
};

/// What models cost. A value: the app's table, preceded by a person's changes.
class PriceTable
{
public:
    PriceTable() = default;
    explicit PriceTable(std::vector<ModelPrice> rows, std::string date = {});

    /// The table of this version. `date` says from when its prices are.
    [[nodiscard]] static PriceTable builtIn();
    /// Errors: BadInput, naming the row.
    [[nodiscard]] static conversation::Result<PriceTable> fromJson(const conversation::JsonValue& json);
    [[nodiscard]] conversation::JsonValue toJson() const;
    /// `first`'s rows precede these; a row for the same model replaces the other.
    [[nodiscard]] PriceTable changedBy(const PriceTable& first) const;

    [[nodiscard]] const std::vector<ModelPrice>& rows() const { return m_rows; }
    [[nodiscard]] const std::string& date() const { return m_date; } ///< "2025-01"; may be empty
    /// The row with that very name, otherwise the longest matching beginning; the part before a `/` (`openai/gpt-4o`)
    /// is ignored if nothing has the whole name. Case does not matter. Null if there is none.
    [[nodiscard]] const ModelPrice* find(std::string_view model) const;
    /// US dollars; none when there is no price.
    [[nodiscard]] std::optional<double> costOf(std::string_view model, const formats::TokenCounts& tokens) const;
    friend bool operator==(const PriceTable&, const PriceTable&) = default;

private:
    std::vector<ModelPrice> m_rows;
    std::string m_date;
};

} // namespace quarterdeck::team
