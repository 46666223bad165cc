#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QLatin1StringView>
#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace quarterdeck::ui::transcript {

/// Checks of single values: each gives the value, or nothing if it is of another type or beyond a limit.
namespace check {

/// Numbers arrive as doubles, in which only those up to 2^53 are exact.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(const QJsonValue& value, std::int64_t least, std::int64_t most);

template <typename Number>
struct WholeNumber
{
    std::int64_t least;
    std::int64_t most;
    std::optional<Number> operator()(const QJsonValue& value) const
    {
        const auto number = wholeNumber(value, least, most);
        return number ? std::optional(static_cast<Number>(*number)) : std::nullopt;
    }
};

/// One of the model's numbers, which have a `value`.
template <typename Id>
struct NumberOf
{
    std::int64_t least;
    std::int64_t most;
    std::optional<Id> operator()(const QJsonValue& value) const
    {
        const auto number = wholeNumber(value, least, most);
        return number ? std::optional(Id{*number}) : std::nullopt;
    }
};

/// 1 or -1
struct Step
{
    std::optional<int> operator()(const QJsonValue& value) const;
};

struct Number
{
    double least;
    double most;
    std::optional<double> operator()(const QJsonValue& value) const;
};

struct Flag
{
    std::optional<bool> operator()(const QJsonValue& value) const;
};

/// Of so many UTF-16 units.
struct Text
{
    qsizetype least;
    qsizetype most;
    std::optional<QString> operator()(const QJsonValue& value) const;
};

/// The beginning of a longer one.
struct CutText
{
    qsizetype most;
    std::optional<QString> operator()(const QJsonValue& value) const;
};

/// 64 hexadecimal digits, in small letters
struct Key
{
    std::optional<QString> operator()(const QJsonValue& value) const;
};

/// Never empty; `most` of the text.
struct Base64
{
    qsizetype most;
    std::optional<QByteArray> operator()(const QJsonValue& value) const;
};

/// Words are compared whole, and as they are.
template <typename Value, std::size_t count>
struct WordOf
{
    const std::array<std::pair<QLatin1StringView, Value>, count>& words;
    std::optional<Value> operator()(const QJsonValue& value) const
    {
        const QString given = value.toString();
        for (const auto& [word, meaning] : words) {
            if (word == given)
                return meaning;
        }
        return std::nullopt;
    }
};
template <typename Value, std::size_t count>
WordOf(const std::array<std::pair<QLatin1StringView, Value>, count>&) -> WordOf<Value, count>;

template <typename Check>
struct ListOf
{
    using Item = typename std::invoke_result_t<Check, const QJsonValue&>::value_type;
    Check check;
    qsizetype most;
    std::optional<std::vector<Item>> operator()(const QJsonValue& value) const
    {
        const QJsonArray given = value.toArray();
        if (!value.isArray() || given.size() > most)
            return std::nullopt;
        std::vector<Item> items;
        for (const QJsonValue& one : given) {
            auto item = check(one);
            if (!item)
                return std::nullopt;
            items.push_back(std::move(*item));
        }
        return items;
    }
};
template <typename Check>
ListOf(Check, int) -> ListOf<Check>;

} // namespace check

/// The fields of one call, taken one by one. Thread: any.
class CallFields
{
public:
    /// `json`: a JSON object; anything else is no good.
    explicit CallFields(const QString& json);

    /// What stands there, or an empty value if that is not as it should be.
    template <typename Check>
    auto take(QLatin1StringView name, const Check& check)
    {
        using Value = typename std::invoke_result_t<Check, const QJsonValue&>::value_type;
        auto value = check(m_fields.value(name));
        ++m_taken;
        m_areGood = m_areGood && value.has_value();
        return value ? std::move(*value) : Value{};
    }
    /// All were as they should be, and there is no other.
    [[nodiscard]] bool areGood() const { return m_areGood && m_taken == m_fields.size(); }

private:
    QJsonObject m_fields;
    qsizetype m_taken = 0;
    bool m_areGood = false;
};

} // namespace quarterdeck::ui::transcript
