#pragma once

#include "recover/page_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::recover {

/// One column of a row as the file has it.
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

/// Calls `visit` with each row that stands on this page, if it is a leaf of a table with row ids. Rows that are not
/// whole are left out.
void visitLeafRows(PageFile& file, std::int64_t page, const std::function<void(const LeafRow&)>& visit);

/// The same for a page of an index, a leaf or not: a row there has the indexed columns, and last the row id. What is
/// longer than a page of an index holds is left out.
void visitIndexRows(PageFile& file, std::int64_t page, const std::function<void(const LeafRow&)>& visit);

} // namespace quarterdeck::storage::recover
