#include "json/json_shape.h"

#include "sentences.h"
#include "json/parse_failure.h"
#include "json/source_buffer.h"

#include <istream>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;

/// Follows the parser and notes names; stops after the first record. Memory stays flat: nothing is built.
class ShapeNotes final : public json::json_sax_t
{
public:
    ShapeNotes(JsonShape& shape, std::int32_t maxDepth) : m_shape(shape), m_maxDepth(maxDepth) { }

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
        if (m_depth == m_recordDepth + 1 && m_key == "format") {
            m_shape.format = value.substr(0, 100);
        }
        return leaf();
    }
    bool start_object(std::size_t) override
    {
        if (m_depth == m_recordDepth) {
            m_shape.isObject = true;
        }
        if (m_depth == m_recordDepth + 2) {
            ++m_objectsInList;
        }
        return open();
    }
    bool key(string_t& value) override
    {
        if (m_depth == m_recordDepth + 1) {
            m_key = value;
            note(m_shape.keys, value);
        } else if (m_depth == m_recordDepth + 2 && !m_isInList && m_shape.memberKeys.size() < 64) {
            note(m_shape.memberKeys[m_key], value);
        } else if (m_depth == m_recordDepth + 3 && m_isInList && m_objectsInList == 1) {
            note(m_shape.listKeys[m_key], value);
        }
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override
    {
        if (m_depth == 0 && m_recordDepth == 0) {
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
    /// A hostile file may have any number of names; no kind needs more.
    static void note(Keys& keys, const std::string& key)
    {
        if (keys.size() < 64 && key.size() < 100) {
            keys.insert(key);
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
    bool endsRecord()
    {
        m_isDone = m_isDone || m_depth <= m_recordDepth;
        return m_isDone;
    }

    JsonShape& m_shape;
    std::int32_t m_maxDepth = 0;
    std::int32_t m_depth = 0;
    std::int32_t m_recordDepth = 0;
    std::int32_t m_objectsInList = 0;
    bool m_isInList = false;
    bool m_isDone = false;
    std::string m_key;
    ParseFailure m_failure = ParseFailure::None;
};

bool isFollowedByMore(SourceBuffer& buffer)
{
    using Traits = SourceBuffer::traits_type;
    while (!Traits::eq_int_type(buffer.sgetc(), Traits::eof())) {
        const char next = Traits::to_char_type(buffer.sbumpc());
        if (next != ' ' && next != '\t' && next != '\r' && next != '\n') {
            return true;
        }
    }
    return false;
}

} // namespace

bool JsonShape::listHas(const std::string& list, const std::string& key) const
{
    const auto found = listKeys.find(list);
    return found != listKeys.end() && found->second.contains(key);
}

JsonShape shapeOf(ByteSource& source, const ReadLimits& limits)
{
    JsonShape shape;
    SourceBuffer buffer(source, limits.maxRecordBytes);
    if (!isFollowedByMore(buffer)) {
        shape.error = buffer.failure() ? *buffer.failure() : sentences::empty(source.name());
        return shape;
    }
    buffer.sungetc();
    std::istream stream(&buffer);
    ShapeNotes notes(shape, limits.maxDepth);
    const bool isWhole = json::sax_parse(stream, &notes, nlohmann::detail::input_format_t::json, false);
    if (!isWhole && !notes.isDone()) {
        shape.error = errorOf(notes.failure(), buffer, source.name(), limits, {});
    } else if (shape.layout == Layout::Document && isFollowedByMore(buffer)) {
        shape.layout = Layout::Lines;
    }
    if (const auto back = source.rewind(); !back) {
        shape.error = back.error();
    }
    return shape;
}

} // namespace quarterdeck::formats
