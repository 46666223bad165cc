#pragma once

#include "storage/recover/page_file.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::recover {

/// One column of a row, as in the file.
struct Value
{
    enum class Kind { Null, Integer, Real, Text, Blob };
    Kind kind = Kind::Null;
    std::int64_t integer = 0;
    std::string_view bytes; ///< of a text or blob; as long as the row
};

struct LeafRow
{
    std::int64_t id = 0;
    std::vector<Value> columns;
    /// One letter per column: n, i, r, t, b.
    [[nodiscard]] std::string shape() const;
};

/// Calls `visit` with each row on this page, if it is a leaf of a table with row ids. Incomplete rows are left out.
void visitLeafRows(PageFile& file, std::int64_t page, const std::function<void(const LeafRow&)>& visit);

/// The same for a page of an index, leaf or not: its rows have the indexed columns, followed by the row id. Rows too
/// long for an index page are left out.
void visitIndexRows(PageFile& file, std::int64_t page, const std::function<void(const LeafRow&)>& visit);

/// Whether all pages of the list of sessions exist and can be read to their last row: only then was everything found.
/// Thread: one.
[[nodiscard]] bool isListIntact(PageFile& file);

/// The sessions' keys by number, from the list's index: including those whose row is lost. As far as its pages can be
/// read. A key that starts with a control character belongs to a session being removed.
[[nodiscard]] std::map<std::int64_t, std::string> sessionKeysOf(PageFile& file);

} // namespace quarterdeck::storage::recover
