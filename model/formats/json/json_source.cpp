#include "model/formats/json/json_source.h"

#include "model/formats/format_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <istream>
#include <string_view>
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
            // No more than a line may have: the largest is not to be held twice.
            const auto most = std::max(static_cast<std::size_t>(m_maxRecordBytes), line.size() + length) + room;
            line.reserve(std::min(2 * (line.size() + length) + room, most));
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

bool SourceBuffer::skipLine()
{
    if (!std::exchange(m_isOverLimit, false) || m_failure) {
        return false;
    }
    for (beginRecord(); !traits_type::eq_int_type(sgetc(), traits_type::eof()); beginRecord()) {
        const void* found = std::memchr(gptr(), '\n', static_cast<std::size_t>(egptr() - gptr()));
        const char* end = found ? static_cast<const char*>(found) + 1 : egptr();
        gbump(static_cast<int>(end - gptr()));
        if (found) {
            return true;
        }
    }
    return !m_failure;
}

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

namespace {

using nlohmann::json;

/// How many records are examined for what the first does not tell.
constexpr int mostRecords = 64;
constexpr std::int64_t mostBytes = std::int64_t{1} << 20;
constexpr std::size_t longestStart = 65'536;

/// Follows the parser and notes names; stops after the first records. Memory stays flat, since nothing is built.
class ShapeNotes final : public json::json_sax_t
{
public:
    /// `isFirst`: this starts with the file's first record.
    ShapeNotes(JsonShape& shape, const SourceBuffer& buffer, std::int32_t maxDepth, bool isFirst = true)
        : m_shape(shape)
        , m_buffer(buffer)
        , m_maxDepth(maxDepth)
        , m_isDone(!isFirst)
    { }

    /// The first record is over.
    [[nodiscard]] bool isDone() const { return m_isDone; }
    [[nodiscard]] ParseFailure failure() const { return m_failure; }

    bool null() override { return leaf(); }
    bool boolean(bool) override { return leaf(); }
    bool number_integer(number_integer_t) override { return leaf(); }
    bool number_unsigned(number_unsigned_t) override { return leaf(); }
    bool number_float(number_float_t, const string_t&) override { return leaf(); }
    bool binary(binary_t&) override { return leaf(); }
    bool string(string_t& value) override
    {
        if (!m_isDone && m_depth == m_recordDepth + 1 && m_key == "format") {
            m_shape.format = value.substr(0, 100);
        }
        if (m_texts != nullptr) {
            note(*m_texts, value);
        }
        return leaf();
    }
    bool start_object(std::size_t) override
    {
        if (!m_isDone && m_depth == m_recordDepth) {
            m_shape.isObject = true;
        }
        m_shape.any.isObject |= m_depth == m_recordDepth;
        if (m_depth == m_recordDepth + 2) {
            ++m_objectsInList;
        }
        return open();
    }
    bool key(string_t& value) override
    {
        m_texts = value == "type" ? &m_shape.types : value == "role" ? &m_shape.roles : nullptr;
        if (m_depth == m_recordDepth + 1) {
            m_key = value;
            note(m_shape.seenKeys, value);
        }
        noteIn(m_shape.any, value, true);
        if (!m_isDone) {
            noteIn(m_shape, value, m_objectsInList == 1);
        }
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override
    {
        if (!m_isDone && m_depth == 0 && m_recordDepth == 0) {
            m_shape.layout = Layout::Array;
            m_recordDepth = 1;
            m_depth = 1;
            return true;
        }
        if (m_depth == m_recordDepth + 1) {
            m_isInList = true;
            m_objectsInList = 0;
        }
        return open();
    }
    bool end_array() override
    {
        if (m_depth == m_recordDepth + 2) {
            m_isInList = false;
        }
        return close();
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override
    {
        m_failure = failureOf(error);
        return false;
    }

private:
    /// A hostile file may have any number of names; no kind needs more than this.
    static void note(Keys& keys, const std::string& key)
    {
        if (keys.size() < 64 && key.size() < 100) {
            keys.insert(key);
        }
    }
    void noteIn(RecordShape& record, const std::string& key, bool isListWanted) const
    {
        if (m_depth == m_recordDepth + 1) {
            note(record.keys, key);
        } else if (m_depth == m_recordDepth + 2 && !m_isInList && record.memberKeys.size() < 64) {
            note(record.memberKeys[m_key], key);
        } else if (m_depth == m_recordDepth + 3 && m_isInList && isListWanted && record.listKeys.size() < 64) {
            note(record.listKeys[m_key], key);
        }
    }
    bool leaf() { return !endsRecord(); }
    bool open()
    {
        ++m_depth;
        if (m_depth > m_maxDepth) {
            m_failure = ParseFailure::TooDeep;
            return false;
        }
        return true;
    }
    bool close()
    {
        --m_depth;
        return !endsRecord();
    }
    /// Whether that was enough.
    bool endsRecord()
    {
        const bool isFar = m_isDone && m_buffer.taken() > mostBytes;
        if (m_depth > m_recordDepth) {
            return isFar;
        }
        m_isDone = true;
        ++m_records;
        return isFar || m_records >= mostRecords || m_depth < m_recordDepth || m_recordDepth == 0;
    }

    JsonShape& m_shape;
    const SourceBuffer& m_buffer;
    Keys* m_texts = nullptr; ///< takes the text that comes next
    int m_records = 0;
    std::int32_t m_maxDepth = 0;
    std::int32_t m_depth = 0;
    std::int32_t m_recordDepth = 0;
    std::int32_t m_objectsInList = 0;
    bool m_isInList = false;
    bool m_isDone;
    std::string m_key;
    ParseFailure m_failure = ParseFailure::None;
};

/// Skips white space and the like.
bool isFollowedByMore(SourceBuffer& buffer)
{
    using Traits = SourceBuffer::traits_type;
    while (!Traits::eq_int_type(buffer.sgetc(), Traits::eof())) {
        const char next = Traits::to_char_type(buffer.sgetc());
        if (next != ' ' && next != '\t' && next != '\r' && next != '\n') {
            return true;
        }
        buffer.sbumpc();
    }
    return false;
}

/// Notes what the lines after the first tell; anything that is not JSON tells nothing. Returns whether one of them is a
/// complete value, which matters only if `areWhole`.
bool noteLines(JsonShape& shape, SourceBuffer& buffer, std::int32_t maxDepth, bool areWhole)
{
    bool isOneWhole = false;
    for (int lines = 1; lines < mostRecords && buffer.taken() < mostBytes; ++lines) {
        const auto line = buffer.nextLine();
        if (!line) {
            break;
        }
        if (areWhole && !json::accept(*line)) {
            continue;
        }
        isOneWhole = true;
        ShapeNotes notes(shape, buffer, maxDepth, false);
        // Whether it is complete does not matter here.
        (void)json::sax_parse(*line, &notes, nlohmann::detail::input_format_t::json, false);
    }
    return isOneWhole;
}

/// For a first line that is not JSON, followed by lines that are.
void lookBehindFirstLine(ByteSource& source, const ReadLimits& limits, JsonShape& shape)
{
    if (!source.rewind()) {
        return;
    }
    SourceBuffer buffer(source, limits.maxRecordBytes);
    buffer.beginPython();
    JsonShape lines;
    if (buffer.nextLine() && noteLines(lines, buffer, limits.maxDepth, true)) {
        lines.layout = Layout::Lines;
        lines.start = std::move(shape.start);
        lines.error = std::move(shape.error);
        shape = std::move(lines);
    }
}

} // namespace

bool JsonShape::hasOneOf(const Keys& keys, std::initializer_list<const char*> names)
{
    return std::ranges::any_of(names, [&](const char* name) { return keys.contains(name); });
}

bool JsonShape::listHas(const std::string& list, const std::string& key) const
{
    const auto found = listKeys.find(list);
    return found != listKeys.end() && found->second.contains(key);
}

bool JsonShape::memberHas(const std::string& member, const std::string& key) const
{
    const auto found = memberKeys.find(member);
    return found != memberKeys.end() && found->second.contains(key);
}

JsonShape JsonShape::widened() const
{
    JsonShape wide = *this;
    static_cast<RecordShape&>(wide) = any;
    return wide;
}

JsonShape sniffShape(ByteSource& source, const ReadLimits& limits)
{
    JsonShape shape;
    SourceBuffer buffer(source, limits.maxRecordBytes);
    if (!isFollowedByMore(buffer)) {
        shape.error = buffer.failure() ? *buffer.failure() : errors::empty(source.name());
        return shape;
    }
    shape.start = std::string(buffer.ahead().substr(0, longestStart));
    const std::int64_t firstLine = buffer.line();
    buffer.beginPython();
    std::istream stream(&buffer);
    ShapeNotes notes(shape, buffer, limits.maxDepth);
    const bool isWhole = json::sax_parse(stream, &notes, nlohmann::detail::input_format_t::json, false);
    if (!isWhole && !notes.isDone()) {
        shape.error = errorOf(notes.failure(), buffer, source.name(), limits, {});
        const bool isWrong = notes.failure() == ParseFailure::Syntax || notes.failure() == ParseFailure::NotUtf8;
        if (isWrong && !buffer.failure() && !buffer.isOverLimit() && buffer.line() == firstLine) {
            lookBehindFirstLine(source, limits, shape);
        }
    } else if (shape.layout == Layout::Document && isFollowedByMore(buffer)) {
        shape.layout = Layout::Lines;
        noteLines(shape, buffer, limits.maxDepth, false);
    }
    if (const auto back = source.rewind(); !back) {
        shape.error = back.error();
    }
    return shape;
}

} // namespace quarterdeck::formats
