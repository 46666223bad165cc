#include "model/transfer/import/opencode_source.h"

#include "model/formats/read_limits.h"
#include "model/transfer/transfer_errors.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Result;

namespace {

/// No program has more; each takes some hundred bytes.
constexpr std::size_t mostRows = 5'000'000;

std::string lineTextOf(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// The columns of a session that its export has, by their names there.
constexpr std::array sessionColumns = {std::pair{"title", "title"},         std::pair{"directory", "directory"},
                                       std::pair{"version", "version"},     std::pair{"agent", "agent"},
                                       std::pair{"slug", "slug"},           std::pair{"cost", "cost"},
                                       std::pair{"project_id", "projectID"}};

} // namespace

bool OpenCodeSource::isOpenCode(const std::string& path)
{
    return isDatabaseWith(path, [](ForeignDatabase& database) {
        return database.columnsOf("session").contains("directory")
            && database.columnsOf("message").contains("session_id") && database.columnsOf("part").contains("message_id")
            && database.columnsOf("part").contains("data");
    });
}

OpenCodeSource::OpenCodeSource(const ImportFile& file, GoesOn goesOn) : ProgramDatabaseSource(file, std::move(goesOn))
{ }

Result<std::unique_ptr<OpenCodeSource>> OpenCodeSource::open(const ImportFile& file, const GoesOn& goesOn)
{
    std::unique_ptr<OpenCodeSource> source(new OpenCodeSource(file, goesOn));
    if (auto error = source->openCopy()) {
        return tl::unexpected(std::move(*error));
    }
    return source;
}

void OpenCodeSource::prepare()
{
    findSessions();
    findMessages();
    findParts();
}

void OpenCodeSource::findSessions()
{
    std::unordered_map<std::string, std::size_t> places;
    SQLite::Statement rows(database(),
                           "SELECT rowid, id, parent_id, time_created FROM session NOT INDEXED ORDER BY rowid");
    while (rows.executeStep() && m_sessions.size() < mostRows) {
        Session session;
        session.row = rows.getColumn(0).getInt64();
        session.id = rows.getColumn(1).getString();
        session.parent = rows.getColumn(2).getString();
        session.created = rows.getColumn(3).getInt64();
        if (places.try_emplace(session.id, m_sessions.size()).second) {
            m_sessions.push_back(std::move(session));
        }
    }
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        const auto parent = places.find(m_sessions[i].parent);
        if (parent == places.end() || parent->second == i) {
            m_roots.push_back(i);
        } else {
            m_sessions[parent->second].children.push_back(i);
        }
    }
    const auto isEarlier = [this](std::size_t a, std::size_t b) {
        return std::tie(m_sessions[a].created, m_sessions[a].id) < std::tie(m_sessions[b].created, m_sessions[b].id);
    };
    std::sort(m_roots.begin(), m_roots.end(), isEarlier);
    for (Session& session : m_sessions) {
        std::sort(session.children.begin(), session.children.end(), isEarlier);
    }
}

void OpenCodeSource::findMessages()
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        places.emplace(m_sessions[i].id, i);
    }
    SQLite::Statement rows(database(),
                           "SELECT rowid, id, session_id, time_created FROM message NOT INDEXED ORDER BY rowid");
    while (rows.executeStep() && m_messages.size() < mostRows) {
        const auto session = places.find(rows.getColumn(2).getString());
        if (session == places.end()) {
            continue;
        }
        Message message;
        message.row = rows.getColumn(0).getInt64();
        message.id = rows.getColumn(1).getString();
        message.created = rows.getColumn(3).getInt64();
        m_sessions[session->second].messages.push_back(m_messages.size());
        m_messages.push_back(std::move(message));
    }
    for (Session& session : m_sessions) {
        std::sort(session.messages.begin(), session.messages.end(), [this](std::size_t a, std::size_t b) {
            return std::tie(m_messages[a].created, m_messages[a].id)
                < std::tie(m_messages[b].created, m_messages[b].id);
        });
    }
}

void OpenCodeSource::findParts()
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < m_messages.size(); ++i) {
        places.emplace(m_messages[i].id, i);
    }
    std::size_t count = 0;
    SQLite::Statement rows(database(), "SELECT rowid, id, message_id FROM part NOT INDEXED ORDER BY rowid");
    while (rows.executeStep() && ++count < mostRows) {
        const auto message = places.find(rows.getColumn(2).getString());
        if (message != places.end()) {
            m_messages[message->second].parts.push_back(
                {rows.getColumn(1).getString(), 0, rows.getColumn(0).getInt64()});
        }
    }
    for (Message& message : m_messages) { // ids ascend with time
        std::sort(message.parts.begin(), message.parts.end(),
                  [](const Item& one, const Item& other) { return one.id < other.id; });
    }
}

/// With all sub-agents, a parent before its children. A circle has no root and is never reached.
void OpenCodeSource::addFamily(std::size_t session, std::vector<std::size_t>& family) const
{
    std::vector<std::size_t> waiting{session};
    while (!waiting.empty()) {
        const std::size_t next = waiting.back();
        waiting.pop_back();
        family.push_back(next);
        const std::vector<std::size_t>& children = m_sessions[next].children;
        waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
}

/// The row's JSON with its id, on one line; an empty object if it is no JSON.
std::string OpenCodeSource::dataOf(const std::string& table, Row row, const std::string& id)
{
    SQLite::Statement found(database(), "SELECT data FROM " + table + " NOT INDEXED WHERE rowid = ?");
    found.bind(1, row);
    const std::string data = found.executeStep() ? found.getColumn(0).getString() : std::string();
    json value = json::parse(data, nullptr, false);
    if (!value.is_object()) {
        value = json::object();
    }
    value["id"] = id;
    return lineTextOf(value);
}

std::string OpenCodeSource::infoOf(const Session& session)
{
    const std::set<std::string> columns = columnsOf("session");
    json info = {{"id", session.id}, {"time", {{"created", session.created}}}};
    if (!session.parent.empty()) {
        info["parentID"] = session.parent;
    }
    const auto column = [&](const std::string& name) -> json {
        if (!columns.contains(name)) {
            return nullptr;
        }
        SQLite::Statement found(database(), "SELECT " + quoted(name) + " FROM session NOT INDEXED WHERE rowid = ?");
        found.bind(1, session.row);
        if (!found.executeStep() || found.isColumnNull(0)) {
            return nullptr;
        }
        const SQLite::Column value = found.getColumn(0);
        return value.isFloat() ? json(value.getDouble()) : json(value.getString());
    };
    for (const auto& [name, exported] : sessionColumns) {
        if (json value = column(name); !value.is_null()) {
            info[exported] = std::move(value);
        }
    }
    for (const char* name : {"revert", "model"}) { // JSON
        if (const json text = column(name); text.is_string()) {
            if (json value = json::parse(text.get<std::string>(), nullptr, false); value.is_object()) {
                info[name] = std::move(value);
            }
        }
    }
    return lineTextOf(info);
}

std::string OpenCodeSource::sessionText(const Session& session)
{
    std::string text = "{\"info\":" + infoOf(session) + ",\"messages\":[";
    for (std::size_t i = 0; i < session.messages.size(); ++i) {
        const Message& message = m_messages[session.messages[i]];
        text += (i == 0 ? "{\"info\":" : ",{\"info\":") + dataOf("message", message.row, message.id) + ",\"parts\":[";
        for (std::size_t part = 0; part < message.parts.size(); ++part) {
            text += (part == 0 ? "" : ",") + dataOf("part", message.parts[part].row, message.parts[part].id);
        }
        text += "]}";
        if (static_cast<std::int64_t>(text.size()) > formats::ReadLimits().maxRecordBytes) {
            break; // whoever reads the line refuses it
        }
    }
    return text + "]}";
}

std::string OpenCodeSource::lineOfRows()
{
    while (m_next < m_roots.size()) {
        std::vector<std::size_t> family;
        addFamily(m_roots[m_next++], family);
        std::string text = "{\"opencode_sessions\":[";
        bool hasMessages = false;
        for (std::size_t i = 0; i < family.size(); ++i) {
            hasMessages = hasMessages || !m_sessions[family[i]].messages.empty();
            // Whoever reads too long a line refuses it.
            if (static_cast<std::int64_t>(text.size()) <= formats::ReadLimits().maxRecordBytes) {
                text += (i == 0 ? "" : ",") + sessionText(m_sessions[family[i]]);
            }
        }
        if (hasMessages) { // one that was only opened says nothing
            m_given += static_cast<std::int64_t>(text.size());
            return text + "]}\n";
        }
    }
    return {};
}

void OpenCodeSource::rewindRows()
{
    m_next = 0;
    m_given = 0;
}

} // namespace quarterdeck::transfer
