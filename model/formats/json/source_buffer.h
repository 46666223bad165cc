#pragma once

#include "model/formats/byte_source.h"
#include "model/formats/json/python_filter.h"

#include <array>
#include <cstdint>
#include <optional>
#include <streambuf>
#include <string_view>

namespace quarterdeck::formats {

/// A ByteSource as the stream from which the JSON parser reads: counts lines, ends a record that exceeds its limit, and
/// remembers why it ended.
class SourceBuffer final : public std::streambuf
{
public:
    SourceBuffer(ByteSource& source, std::int64_t maxRecordBytes);

    /// The line of the last byte taken, from 1.
    [[nodiscard]] std::int64_t line() const;
    /// Everything was handed out, and there is no more.
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    [[nodiscard]] bool isOverLimit() const { return m_isOverLimit; }
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }
    [[nodiscard]] std::int64_t taken() const;
    /// The bytes that are buffered next.
    [[nodiscard]] std::string_view ahead() const { return {gptr(), static_cast<std::size_t>(egptr() - gptr())}; }
    /// From here on, Python's JSON is handed out as JSON, see PythonFilter. Nothing can be put back immediately after.
    void beginPython();
    /// The limit counts from here again.
    void beginRecord() { m_recordStart = taken(); }
    /// The text up to the next line break, without it; empty at the end or if it ended early.
    [[nodiscard]] std::optional<std::string> nextLine();
    /// The same into a reused buffer; false instead of empty. It has spare room for parsers that read beyond the end.
    [[nodiscard]] bool readLine(std::string& line);

protected:
    int_type underflow() override;

private:
    /// The next bytes of the source; empty at the end, or if it ended early.
    [[nodiscard]] std::string_view readMore();
    void give(std::string_view bytes);
    [[nodiscard]] bool isLineTooLong(const std::string& line);

    ByteSource& m_source;
    std::int64_t m_maxRecordBytes = 0;
    std::int64_t m_recordStart = 0;
    std::int64_t m_bytesBefore = 0; ///< of the buffers before this one
    std::int64_t m_linesBefore = 0;
    bool m_isAtEnd = false;
    bool m_isOverLimit = false;
    std::optional<Error> m_failure;
    std::optional<PythonFilter> m_python;
    std::array<char, 65536> m_buffer{};
};

} // namespace quarterdeck::formats
