#pragma once

#include "model/formats/metagpt/pickle_machine.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::formats::pickle {

/// A value as JSON (see python_json for what JSON does not hold): tuples are lists. Nothing for cycles, what nests too
/// deeply or grows too large where it refers to itself, sets, bytes, names and objects, and keys that are no texts or
/// whole numbers. One writer counts all that it writes.
class JsonWriter
{
public:
    explicit JsonWriter(const Machine& machine, std::size_t maxValues = 1'000'000)
        : m_machine(machine)
        , m_left(maxValues)
    { }

    [[nodiscard]] std::optional<nlohmann::json> write(ValueId id, int depth = 0);

private:
    [[nodiscard]] std::optional<nlohmann::json> writeList(const Value& value, int depth);
    [[nodiscard]] std::optional<nlohmann::json> writeDictionary(const Value& value, int depth);

    const Machine& m_machine;
    std::size_t m_left = 0;
};

/// A text as JSON holds it: one with lone surrogates is marked. Nothing for what is no UTF-8 otherwise.
[[nodiscard]] std::optional<std::string> jsonText(std::string_view text);

} // namespace quarterdeck::formats::pickle
