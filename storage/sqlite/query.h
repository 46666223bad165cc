#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace quarterdeck::storage::sqlite {

/// Marks a value to be bound as a blob.
struct Bytes
{
    const std::string& bytes;
};

/// One use of a prepared statement: bound from left to right, stepped, and reset on destruction, so that no read stays
/// open by accident. Texts are not copied: they must live as long as the query. Throws SQLite::Exception.
class Query
{
public:
    explicit Query(SQLite::Statement& statement) : m_statement(statement) { }
    ~Query() { m_statement.tryReset(); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    template <typename... Values>
    Query& bind(const Values&... values)
    {
        (bindNext(values), ...);
        return *this;
    }
    [[nodiscard]] bool next() { return m_statement.executeStep(); }
    void run() { m_statement.exec(); }

    [[nodiscard]] std::int64_t number(int column) const { return m_statement.getColumn(column).getInt64(); }
    [[nodiscard]] double real(int column) const { return m_statement.getColumn(column).getDouble(); }
    [[nodiscard]] std::string text(int column) const { return m_statement.getColumn(column).getString(); }
    [[nodiscard]] bool isNull(int column) const { return m_statement.getColumn(column).isNull(); }
    /// Valid until the next step.
    [[nodiscard]] std::string_view view(int column) const
    {
        const SQLite::Column value = m_statement.getColumn(column);
        const char* bytes = static_cast<const char*>(value.getBlob());
        return {bytes != nullptr ? bytes : "", static_cast<std::size_t>(value.getBytes())};
    }

private:
    template <typename Value>
    void bindNext(const Value& value)
    {
        ++m_bound;
        if constexpr (std::is_same_v<Value, std::string>)
            m_statement.bindNoCopy(m_bound, value);
        else if constexpr (std::is_same_v<Value, Bytes>)
            // An empty blob must not become NULL, which SQLite distinguishes by the pointer.
            m_statement.bindNoCopy(m_bound, static_cast<const void*>(value.bytes.c_str()),
                                   static_cast<int>(value.bytes.size()));
        else if constexpr (std::is_same_v<Value, double>)
            m_statement.bind(m_bound, value);
        else
            m_statement.bind(m_bound, static_cast<std::int64_t>(value));
    }

    SQLite::Statement& m_statement;
    int m_bound = 0;
};

} // namespace quarterdeck::storage::sqlite
