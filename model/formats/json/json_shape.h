#pragma once

#include "model/formats/byte_source.h"
#include "model/formats/read_limits.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::formats {

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
