#include "storage/log/labels_row.h"

#include "storage/sqlite/schema.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::storage::sqlite {

using namespace session;
using nlohmann::json;

std::vector<std::string> tagsFromText(std::string_view text)
{
    std::vector<std::string> tags;
    const json array = json::parse(text, nullptr, false);
    if (!array.is_array())
        return tags;
    for (const json& tag : array)
        if (tag.is_string())
            tags.push_back(tag.get<std::string>());
    return tags;
}

void writeLabels(Connection& connection, SessionNumber session, const SessionLabels& labels)
{
    if (labels == SessionLabels{}) {
        connection.query("DELETE FROM labels WHERE session = ?").bind(session.value).run();
        return;
    }
    const std::string tags = json(labels.tags).dump(-1, ' ', false, json::error_handler_t::replace);
    Query row = connection.query("INSERT OR REPLACE INTO labels (session, title, tags, note, is_pinned, archived_at)"
                                 " VALUES (?, ?, ?, ?, ?, nullif(?, -1))");
    const std::int64_t archivedAt = labels.archivedAt ? labels.archivedAt->msSinceEpoch : -1;
    row.bind(session.value, labels.title, tags, labels.note, labels.isPinned ? 1 : 0, archivedAt).run();
}

bool isArchived(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT 1 FROM labels WHERE session = ? AND archived_at IS NOT NULL");
    return row.bind(session.value).next();
}

SessionLabels labelsFrom(const Query& row, int column)
{
    SessionLabels labels;
    labels.title = row.text(column);
    labels.tags = tagsFromText(row.view(column + 1));
    labels.note = row.text(column + 2);
    labels.isPinned = row.number(column + 3) != 0;
    if (!row.isNull(column + 4))
        labels.archivedAt = Timestamp{row.number(column + 4)};
    return labels;
}

namespace {

std::int64_t eventBytes(Connection& connection, std::int64_t session)
{
    Query row = connection.query("SELECT events FROM sizes WHERE session = ?");
    return row.bind(session).next() ? row.number(0) : 0;
}

} // namespace

std::vector<SessionSize> readSizes(Connection& connection)
{
    const bool hasSizes = readSchemaState(connection).version >= labelsVersion;
    Query row =
        connection.query("SELECT key, id,"
                         " (SELECT sum(size) FROM attachment_references AS mine JOIN attachments USING (hash)"
                         "  WHERE mine.session = sessions.id),"
                         " (SELECT sum(size) FROM attachment_references AS mine JOIN attachments USING (hash)"
                         "  WHERE mine.session = sessions.id AND EXISTS (SELECT * FROM attachment_references AS other"
                         "   WHERE other.hash = mine.hash AND other.session <> mine.session))"
                         " FROM sessions WHERE is_complete");
    std::vector<SessionSize> sizes;
    while (row.next())
        sizes.push_back({SessionId(row.text(0)), hasSizes ? eventBytes(connection, row.number(1)) : 0, row.number(2),
                         row.number(3)});
    return sizes;
}

} // namespace quarterdeck::storage::sqlite
