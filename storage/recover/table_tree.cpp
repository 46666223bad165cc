#include "storage/recover/table_tree.h"

#include "storage/recover/page_file.h"

#include <algorithm>
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

constexpr std::size_t usable = PageFile::pageSize;
constexpr char leafOfTable = 13;
constexpr char leafOfIndex = 10;
constexpr char interiorOfIndex = 2;
constexpr std::size_t fileHeaderSize = 100;

/// Reads from left to right; the caller asks once at the end whether everything was there.
class Cursor
{
public:
    explicit Cursor(std::string_view bytes, std::size_t at = 0) : m_bytes(bytes), m_at(at) { }

    std::int64_t varint()
    {
        std::uint64_t value = 0;
        for (int i = 0; i < 9; ++i) {
            if (m_at >= m_bytes.size()) {
                m_isWhole = false;
                return 0;
            }
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            if (i == 8)
                return static_cast<std::int64_t>(value << 8u | byte);
            value = value << 7u | (byte & 0x7fu);
            if ((byte & 0x80u) == 0)
                break;
        }
        return static_cast<std::int64_t>(value);
    }
    std::string_view bytes(std::size_t size)
    {
        if (m_at > m_bytes.size() || m_bytes.size() - m_at < size) {
            m_isWhole = false;
            return {};
        }
        m_at += size;
        return m_bytes.substr(m_at - size, size);
    }
    [[nodiscard]] std::size_t at() const { return m_at; }
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

private:
    std::string_view m_bytes;
    std::size_t m_at;
    bool m_isWhole = true;
};

/// How much of a payload is on its leaf ("Cell Payload Overflow Pages").
std::size_t localSize(std::size_t size)
{
    constexpr std::size_t most = usable - 35;
    constexpr std::size_t least = (usable - 12) * 32 / 255 - 23;
    if (size <= most)
        return size;
    const std::size_t fitting = least + (size - least) % (usable - 4);
    return fitting <= most ? fitting : least;
}

std::optional<std::string> payloadOf(PageFile& file, Cursor& cell, std::size_t size)
{
    const std::size_t local = localSize(size);
    std::string payload(cell.bytes(local));
    if (payload.size() < local)
        return std::nullopt;
    auto next = local < size ? static_cast<std::int64_t>(number(cell.bytes(4), 0, 4)) : 0;
    payload.reserve(size);
    while (payload.size() < size) {
        const std::string page = next > 0 && next <= file.pages() ? file.page(next) : std::string();
        if (page.size() < usable)
            return std::nullopt;
        payload.append(page, 4, std::min(size - payload.size(), usable - 4));
        next = static_cast<std::int64_t>(number(page, 0, 4));
    }
    return payload;
}

std::int64_t signedNumber(std::string_view bytes)
{
    if (bytes.empty())
        return 0;
    const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
    return static_cast<std::int64_t>(number(bytes, 0, bytes.size()) << unused) >> unused;
}

/// A column of this serial type ("Record Format").
Value valueOf(std::int64_t type, Cursor& body)
{
    constexpr std::int64_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    Value value;
    if (type < 0 || type == 10 || type == 11) {
        (void)body.bytes(SIZE_MAX); // no such type: the row is not whole
    } else if (type >= 12) {
        value.kind = type % 2 == 0 ? Value::Kind::Blob : Value::Kind::Text;
        value.bytes = body.bytes(static_cast<std::size_t>((type - 12) / 2));
    } else if (type > 0) {
        value.kind = type == 7 ? Value::Kind::Real : Value::Kind::Integer;
        const std::string_view bytes = body.bytes(static_cast<std::size_t>(sizes[type]));
        value.integer = type >= 8 ? type - 8 : signedNumber(bytes);
    }
    return value;
}

std::optional<LeafRow> rowOf(std::int64_t id, std::string_view payload)
{
    Cursor header(payload);
    const auto headerSize = static_cast<std::size_t>(header.varint());
    if (!header.isWhole() || headerSize > payload.size())
        return std::nullopt;
    Cursor types(payload.substr(0, headerSize), header.at());
    Cursor body(payload, headerSize);
    LeafRow row{id, {}};
    while (types.at() < headerSize && types.isWhole() && body.isWhole())
        row.columns.push_back(valueOf(types.varint(), body));
    const bool isWhole = types.isWhole() && body.isWhole() && body.at() == payload.size();
    return isWhole ? std::optional(std::move(row)) : std::nullopt;
}

} // namespace

std::string LeafRow::shape() const
{
    std::string letters;
    for (const Value& value : columns)
        letters += "nirtb"[static_cast<std::size_t>(value.kind)];
    return letters;
}

void visitLeafRows(PageFile& file, std::int64_t number, const std::function<void(const LeafRow&)>& visit)
{
    const std::string page = file.page(number);
    const std::size_t start = number == 1 ? fileHeaderSize : 0;
    if (page.size() < usable || page[start] != leafOfTable)
        return;
    const auto cells = static_cast<std::size_t>(recover::number(page, start + 3, 2));
    const auto fileSize = static_cast<std::size_t>(file.pages() * PageFile::pageSize);
    for (std::size_t i = 0; i < cells && start + 10 + 2 * i <= usable; ++i) {
        Cursor cell(page, static_cast<std::size_t>(recover::number(page, start + 8 + 2 * i, 2)));
        const auto size = static_cast<std::size_t>(cell.varint());
        const std::int64_t id = cell.varint();
        if (!cell.isWhole() || size > fileSize)
            continue;
        const std::optional<std::string> payload = payloadOf(file, cell, size);
        if (!payload)
            continue;
        if (const std::optional<LeafRow> row = rowOf(id, *payload))
            visit(*row);
    }
}

void visitIndexRows(PageFile& file, std::int64_t number, const std::function<void(const LeafRow&)>& visit)
{
    constexpr std::size_t mostLocal = (usable - 12) * 64 / 255 - 23;
    const std::string page = file.page(number);
    if (number == 1 || page.size() < usable || (page[0] != leafOfIndex && page[0] != interiorOfIndex))
        return;
    const bool isLeaf = page[0] == leafOfIndex;
    const std::size_t cellsAt = isLeaf ? 8 : 12;
    const auto cells = static_cast<std::size_t>(recover::number(page, 3, 2));
    for (std::size_t i = 0; i < cells && cellsAt + 2 * i + 2 <= usable; ++i) {
        // A cell of an inner page starts with the page to its left.
        const auto at = static_cast<std::size_t>(recover::number(page, cellsAt + 2 * i, 2)) + (isLeaf ? 0 : 4);
        Cursor cell(page, at);
        const auto size = static_cast<std::size_t>(cell.varint());
        if (!cell.isWhole() || size > mostLocal)
            continue;
        const std::string_view payload = cell.bytes(size);
        if (!cell.isWhole())
            continue;
        if (const std::optional<LeafRow> row = rowOf(0, payload))
            visit(*row);
    }
}

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
