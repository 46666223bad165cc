#include "model/formats/json/source_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quarterdeck::formats {

namespace {

std::int64_t lineBreaksIn(const char* at, const char* end)
{
    std::int64_t count = 0;
    const auto next = [&] { return std::memchr(at, '\n', static_cast<std::size_t>(end - at)); };
    for (const void* found = at < end ? next() : nullptr; found; found = at < end ? next() : nullptr) {
        at = static_cast<const char*>(found) + 1;
        ++count;
    }
    return count;
}

} // namespace

SourceBuffer::SourceBuffer(ByteSource& source, std::int64_t maxRecordBytes)
    : m_source(source)
    , m_maxRecordBytes(maxRecordBytes)
{ }

std::int64_t SourceBuffer::taken() const { return m_bytesBefore + (gptr() - eback()); }

std::int64_t SourceBuffer::line() const
{
    // A line break that was just taken still belongs to the line that it ends.
    const char* end = gptr() > eback() ? gptr() - 1 : gptr();
    return m_linesBefore + lineBreaksIn(eback(), end) + 1;
}

SourceBuffer::int_type SourceBuffer::underflow()
{
    give({});
    while (!m_isAtEnd && !m_failure && !m_isOverLimit) {
        std::string_view bytes = readMore();
        if (m_python && !m_failure && !m_isOverLimit) {
            bytes = m_isAtEnd ? m_python->rest() : m_python->next(bytes);
        }
        if (!bytes.empty()) {
            give(bytes);
            return traits_type::to_int_type(*gptr());
        }
    }
    return traits_type::eof();
}

std::string_view SourceBuffer::readMore()
{
    const auto waiting = static_cast<std::int64_t>(m_python ? m_python->waiting() : 0);
    if (m_bytesBefore + waiting - m_recordStart > m_maxRecordBytes) {
        m_isOverLimit = true;
        return {};
    }
    const auto count = m_source.read(m_buffer.data(), m_buffer.size());
    if (!count) {
        m_failure = count.error();
        return {};
    }
    m_isAtEnd = *count == 0;
    return {m_buffer.data(), *count};
}

/// What was handed out before is consumed.
void SourceBuffer::give(std::string_view bytes)
{
    m_bytesBefore += gptr() - eback();
    m_linesBefore += lineBreaksIn(eback(), gptr());
    char* start = const_cast<char*>(bytes.data()); // streams do not write to what they read
    setg(start, start, start + bytes.size());
}

void SourceBuffer::beginPython()
{
    m_python.emplace();
    give(m_python->next(ahead()));
}

bool SourceBuffer::isLineTooLong(const std::string& line)
{
    m_isOverLimit = m_isOverLimit || static_cast<std::int64_t>(line.size()) > m_maxRecordBytes;
    return m_isOverLimit;
}

std::optional<std::string> SourceBuffer::nextLine()
{
    std::string line;
    return readLine(line) ? std::optional(std::move(line)) : std::nullopt;
}

bool SourceBuffer::readLine(std::string& line)
{
    constexpr std::size_t room = 64;
    constexpr std::size_t much = std::size_t{4} << 20;
    beginRecord();
    line.clear();
    if (line.capacity() > much) {
        line.shrink_to_fit(); // of a line as there are few
    }
    if (traits_type::eq_int_type(sgetc(), traits_type::eof())) {
        return false;
    }
    do {
        const auto left = static_cast<std::size_t>(egptr() - gptr());
        const void* found = std::memchr(gptr(), '\n', left);
        const char* lineEnd = found ? static_cast<const char*>(found) : egptr();
        const auto length = static_cast<std::size_t>(lineEnd - gptr());
        if (line.capacity() < line.size() + length + room) {
            line.reserve(2 * (line.size() + length) + room);
        }
        line.append(gptr(), length);
        gbump(static_cast<int>(length + (found ? 1 : 0)));
        if (isLineTooLong(line)) {
            return false;
        }
        if (found) {
            return true;
        }
    } while (!traits_type::eq_int_type(sgetc(), traits_type::eof()));
    return !m_failure && !m_isOverLimit;
}

} // namespace quarterdeck::formats
