#include "storage/recover/table_tree.h"

#include "storage/recover/bytes.h"
#include "storage/recover/leaf_rows.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::recover {

namespace {

constexpr char treeLeafOfTable = 13;
constexpr char interiorOfTable = 5;
constexpr char treeLeafOfIndex = 10;
constexpr char treeInteriorOfIndex = 2;
constexpr std::size_t treeFileHeaderSize = 100;

/// Header of a b-tree page ("B-tree Pages").
struct PageHeader
{
    std::size_t at = 0;
    char type = 0;
    std::size_t cells = 0;
};

std::optional<PageHeader> headerOf(const std::string& page, std::int64_t number)
{
    if (std::ssize(page) < PageFile::pageSize)
        return std::nullopt;
    const std::size_t at = number == 1 ? treeFileHeaderSize : 0;
    return PageHeader{at, page[at], static_cast<std::size_t>(recover::number(page, at + 3, 2))};
}

/// Of an inner page; empty if it is not as it should be.
std::vector<std::int64_t> childrenOf(const std::string& page, const PageHeader& header)
{
    constexpr std::size_t lastChildAt = 8;
    constexpr std::size_t cellsAt = 12;
    std::vector<std::int64_t> children;
    for (std::size_t i = 0; i < header.cells; ++i) {
        const std::size_t place = header.at + cellsAt + 2 * i;
        if (place + 2 > page.size())
            return {};
        const auto cell = static_cast<std::size_t>(number(page, place, 2));
        children.push_back(static_cast<std::int64_t>(number(page, cell, 4)));
    }
    children.push_back(static_cast<std::int64_t>(number(page, header.at + lastChildAt, 4)));
    return children;
}

/// Passes each row of the table to `visit`. False if a page or a row is missing or malformed.
bool visitTable(PageFile& file, std::int64_t root, const std::function<void(const LeafRow&)>& visit)
{
    std::set<std::int64_t> seen;
    std::vector<std::int64_t> waiting{root};
    bool isWhole = true;
    while (!waiting.empty()) {
        const std::int64_t number = waiting.back();
        waiting.pop_back();
        const std::string page = file.page(number);
        const std::optional<PageHeader> header = headerOf(page, number);
        if (!header || !seen.insert(number).second) {
            isWhole = false;
        } else if (header->type == interiorOfTable) {
            const std::vector<std::int64_t> children = childrenOf(page, *header);
            isWhole &= !children.empty();
            waiting.insert(waiting.end(), children.begin(), children.end());
        } else if (header->type == treeLeafOfTable) {
            std::size_t rows = 0;
            visitLeafRows(file, number, [&](const LeafRow& row) {
                ++rows;
                visit(row);
            });
            isWhole &= rows == header->cells;
        } else {
            isWhole = false;
        }
    }
    return isWhole;
}

/// The same for an index, as far as its pages can be read: nothing in it is needed completely.
void visitIndex(PageFile& file, std::int64_t root, const std::function<void(const LeafRow&)>& visit)
{
    std::set<std::int64_t> seen;
    std::vector<std::int64_t> waiting{root};
    while (!waiting.empty()) {
        const std::int64_t number = waiting.back();
        waiting.pop_back();
        const std::string page = file.page(number);
        const std::optional<PageHeader> header = headerOf(page, number);
        if (!header || !seen.insert(number).second
            || (header->type != treeLeafOfIndex && header->type != treeInteriorOfIndex))
            continue;
        visitIndexRows(file, number, visit);
        if (header->type == treeLeafOfIndex)
            continue;
        const std::vector<std::int64_t> children = childrenOf(page, *header);
        waiting.insert(waiting.end(), children.begin(), children.end());
    }
}

/// According to the schema; empty if that cannot be read. `kind`: "table" or "index".
std::optional<std::int64_t> rootOf(PageFile& file, std::string_view kind, std::string_view name)
{
    constexpr std::int64_t schemaRoot = 1;
    std::optional<std::int64_t> root;
    (void)visitTable(file, schemaRoot, [&](const LeafRow& row) {
        const bool isRoot = row.shape().starts_with("ttti") && row.columns.size() == 5;
        if (isRoot && row.columns[0].bytes == kind && row.columns[1].bytes == name)
            root = row.columns[3].integer;
    });
    return root;
}

} // namespace

bool isListIntact(PageFile& file)
{
    const std::optional<std::int64_t> root = rootOf(file, "table", "sessions");
    return root && visitTable(file, *root, [](const LeafRow&) {});
}

std::map<std::int64_t, std::string> sessionKeysOf(PageFile& file)
{
    std::map<std::int64_t, std::string> keys;
    if (const auto root = rootOf(file, "index", "sqlite_autoindex_sessions_1"))
        visitIndex(file, *root, [&](const LeafRow& row) {
            if (row.shape() == "ti" && !row.columns[0].bytes.empty())
                keys.try_emplace(row.columns[1].integer, row.columns[0].bytes);
        });
    return keys;
}

} // namespace quarterdeck::storage::recover
