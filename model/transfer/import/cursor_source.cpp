#include "model/transfer/import/cursor_source.h"

#include "model/formats/json/json_text.h"
#include "model/formats/read_limits.h"
#include "model/transfer/transfer_errors.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <set>
#include <string_view>
#include <utility>

namespace quarterdeck::transfer {

using formats::memberOf;
using formats::textMember;
using nlohmann::json;
using session::Result;

namespace {

/// No program has more; each takes some hundred bytes.
constexpr std::size_t mostRowsOfCursor = 5'000'000;
constexpr std::string_view composerKey = "composerData:";
constexpr std::string_view bubbleKey = "bubbleId:";
constexpr const char* chatKey = "workbench.panel.aichat.view.aichat.chatdata"; // in 2024
constexpr const char* composersKey = "composer.composerData";                  // with the conversations in 2024

bool isLineFull(const std::string& line)
{
    return static_cast<std::int64_t>(line.size()) > formats::ReadLimits().maxRecordBytes; // whoever reads it refuses it
}

/// What is said in a bubble (null if it is none), without the context, files and lists of tools that were sent along.
json saidInBubble(const json& bubble)
{
    json said = bubble.is_object() ? json::object() : json();
    for (const char* key : {"type", "bubbleId", "id", "text", "rawText", "thinking", "toolFormerData", "createdAt",
                            "modelInfo", "modelType", "tokenCount", "images", "selectedImages", "errorDetails",
                            "isNudge", "skipRendering", "isPlanExecution"}) {
        if (const json& member = memberOf(bubble, key); !member.is_null()) {
            said[key] = member;
        }
    }
    return said;
}

/// What a conversation tells of itself.
json cursorHead(const json& composer)
{
    json head = json::object();
    for (const char* key :
         {"_v", "composerId", "tabId", "name", "chatTitle", "subtitle", "createdAt", "lastUpdatedAt", "lastSendTime",
          "unifiedMode", "forceMode", "status", "modelConfig", "subagentInfo", "subComposerIds"}) {
        if (const json& member = memberOf(composer, key); !member.is_null()) {
            head[key] = member;
        }
    }
    return head;
}

/// Empty for one without a message.
std::string cursorLine(const json& composer, const std::string& bubbles)
{
    return bubbles.empty()
        ? std::string()
        : "{\"cursor_chat\":" + formats::plainTextOfJson(cursorHead(composer)) + ",\"bubbles\":[" + bubbles + "]}\n";
}

void addBubble(const json& bubble, std::string& bubbles)
{
    if (!isLineFull(bubbles)) {
        bubbles += (bubbles.empty() ? "" : ",") + formats::plainTextOfJson(saidInBubble(bubble));
    }
}

} // namespace

bool CursorSource::isCursor(const std::string& path)
{
    return isDatabaseWith(path, [](ForeignDatabase& database) {
        const auto hasRows = [&](const char* table, const std::string& condition) {
            const std::set<std::string> columns = database.columnsOf(table);
            return columns.contains("key") && columns.contains("value") && !hasOwnRowNumber(columns)
                && SQLite::Statement(*database,
                                     std::string("SELECT 1 FROM ") + table + " NOT INDEXED WHERE " + condition
                                         + " LIMIT 1")
                       .executeStep();
        };
        return hasRows("cursorDiskKV", "key LIKE 'composerData:%'")
            || hasRows("ItemTable",
                       std::string("(key = '") + chatKey + "' AND value LIKE '%\"bubbles\"%') OR (key = '"
                           + composersKey + "' AND value LIKE '%\"conversation\"%')");
    });
}

CursorSource::CursorSource(const ImportFile& file, GoesOn goesOn) : ProgramDatabaseSource(file, std::move(goesOn)) { }

Result<std::unique_ptr<CursorSource>> CursorSource::open(const ImportFile& file, const GoesOn& goesOn)
{
    std::unique_ptr<CursorSource> source(new CursorSource(file, goesOn));
    if (auto error = source->openCopy()) {
        return tl::unexpected(std::move(*error));
    }
    return source;
}

void CursorSource::prepare()
{
    const auto isKeyed = [&](const char* table) {
        const std::set<std::string> columns = columnsOf(table);
        return columns.contains("key") && columns.contains("value") && !hasOwnRowNumber(columns);
    };
    if (isKeyed("cursorDiskKV")) {
        findRows();
    }
    if (isKeyed("ItemTable")) {
        findOlder();
    }
}

void CursorSource::findRows()
{
    SQLite::Statement rows(database(), "SELECT rowid, key FROM cursorDiskKV NOT INDEXED ORDER BY rowid");
    std::size_t count = 0;
    std::set<std::string> composers;
    while (rows.executeStep() && ++count < mostRowsOfCursor) {
        const std::string key = rows.getColumn(1).getString();
        if (key.starts_with(composerKey)) {
            if (composers.insert(key).second) {
                m_composers.push_back({key.substr(composerKey.size()), rows.getColumn(0).getInt64()});
            }
        } else if (key.starts_with(bubbleKey)) {
            m_bubbles.emplace(key.substr(bubbleKey.size()), rows.getColumn(0).getInt64());
        }
    }
}

/// Conversations of earlier versions, which one value of the workspace's database holds all.
void CursorSource::findOlder()
{
    SQLite::Statement rows(database(), "SELECT key, value FROM ItemTable NOT INDEXED WHERE key = ? OR key = ?");
    rows.bind(1, chatKey);
    rows.bind(2, composersKey);
    std::set<std::string> read;
    while (rows.executeStep()) {
        const std::string key = rows.getColumn(0).getString();
        if (!read.insert(key).second) {
            continue;
        }
        const bool isChat = key == chatKey;
        const json value = formats::parseText(rows.getColumn(1).getString()).value_or(json());
        addOlder(memberOf(value, isChat ? "tabs" : "allComposers"), isChat ? "bubbles" : "conversation");
    }
}

void CursorSource::addOlder(const json& list, const char* messages)
{
    for (const json& one : list.is_array() ? list : json::array()) {
        std::string bubbles;
        const json& held = memberOf(one, messages);
        for (const json& bubble : held.is_array() ? held : json::array()) {
            addBubble(bubble, bubbles);
        }
        if (std::string line = cursorLine(one, bubbles); !line.empty()) {
            m_older.push_back(std::move(line));
        }
    }
}

/// Null for what is no JSON.
json CursorSource::valueOf(Row row)
{
    SQLite::Statement found(database(), "SELECT value FROM cursorDiskKV NOT INDEXED WHERE rowid = ?");
    found.bind(1, row);
    return found.executeStep() ? formats::parseText(found.getColumn(0).getString()).value_or(json()) : json();
}

/// In their order: in rows of their own, of which each is read once, or as before 2025 beside what the conversation
/// tells of itself.
std::string CursorSource::bubblesOf(const std::string& id, const json& composer)
{
    std::string bubbles;
    std::set<std::string> read;
    const json& headers = memberOf(composer, "fullConversationHeadersOnly");
    for (const json& header : headers.is_array() ? headers : json::array()) {
        const std::string bubble = textMember(header, "bubbleId");
        if (const auto row = m_bubbles.find(id + ":" + bubble); row != m_bubbles.end() && read.insert(bubble).second) {
            addBubble(valueOf(row->second), bubbles);
        }
    }
    const json& held = memberOf(composer, "conversation");
    for (const json& bubble : held.is_array() && bubbles.empty() ? held : json::array()) {
        addBubble(bubble, bubbles);
    }
    return bubbles;
}

std::string CursorSource::lineOf(const Composer& composer)
{
    const json value = valueOf(composer.row);
    return cursorLine(value, bubblesOf(composer.id, value));
}

std::string CursorSource::lineOfRows()
{
    while (m_next < m_older.size() + m_composers.size()) {
        const std::size_t at = m_next++;
        std::string line = at < m_older.size() ? m_older[at] : lineOf(m_composers[at - m_older.size()]);
        if (!line.empty()) { // one that was only opened says nothing
            m_given += static_cast<std::int64_t>(line.size());
            return line;
        }
    }
    return {};
}

void CursorSource::rewindRows()
{
    m_next = 0;
    m_given = 0;
}

} // namespace quarterdeck::transfer
