#pragma once

#include "model/formats/json/python_json.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <streambuf>
#include <string>
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
    /// After a line over the limit: passes over the rest of it, so that the next one can be read. False if the reading
    /// ended for another reason.
    [[nodiscard]] bool skipLine();

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

/// Why a parse ended early.
enum class ParseFailure { None, Syntax, NotUtf8, NumberTooLarge, TooDeep, TooManyValues };

[[nodiscard]] ParseFailure failureOf(const nlohmann::detail::exception& error);

/// The sentence for it, with the current line of `buffer`.
[[nodiscard]] Error errorOf(ParseFailure failure, const SourceBuffer& buffer, const std::string& file,
                            const ReadLimits& limits, const std::string& detail);

/// How a file's records are laid out.
enum class Layout {
    Document, ///< one value
    Array,    ///< elements of one top-level list
    Lines,    ///< one value per line
};

using Keys = std::set<std::string>;

/// The names in a record.
struct RecordShape
{
    bool isObject = false;
    Keys keys;                              ///< the record's own
    std::map<std::string, Keys> listKeys;   ///< for each list in it: the keys of the list's first object
    std::map<std::string, Keys> memberKeys; ///< for each object in it: its keys
    std::string format;                     ///< text of its member "format", if it is text
};

/// What a file looks like, judged by the names in its first records. Values are ignored, except for a few short texts.
/// As a RecordShape, it is that of its first record.
struct JsonShape : RecordShape
{
    Layout layout = Layout::Document;
    std::string start; ///< its first bytes after any spaces, at most 64 kB
    RecordShape any{}; ///< the first records combined, like seenKeys; of lists all objects, of formats none
    // Of the first sixty records or so together, since the first may not tell the kind.
    Keys seenKeys;              ///< their keys
    Keys types;                 ///< the texts of all members "type", at any depth
    Keys roles;                 ///< likewise "role"
    std::optional<Error> error; ///< why reading ended early; what was seen until then is valid

    /// The same with the combined first records in place of the first one: for a file that starts with something
    /// untypical.
    [[nodiscard]] JsonShape widened() const;
    [[nodiscard]] bool has(const std::string& key) const { return keys.contains(key); }
    /// Whether the list with that name contains objects with that key.
    [[nodiscard]] bool listHas(const std::string& list, const std::string& key) const;
    /// Whether the object of that name has that key.
    [[nodiscard]] bool memberHas(const std::string& member, const std::string& key) const;
    [[nodiscard]] bool hasTypeOf(std::initializer_list<const char*> names) const { return hasOneOf(types, names); }
    [[nodiscard]] bool hasRoleOf(std::initializer_list<const char*> names) const { return hasOneOf(roles, names); }

private:
    [[nodiscard]] static bool hasOneOf(const Keys& keys, std::initializer_list<const char*> names);
};

/// Looks at the beginning of the source (at its first byte), then rewinds it.
[[nodiscard]] JsonShape sniffShape(ByteSource& source, const ReadLimits& limits);

} // namespace quarterdeck::formats
