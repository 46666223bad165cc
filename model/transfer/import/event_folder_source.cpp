#include "model/transfer/import/event_folder_source.h"

#include "model/formats/json/json_text.h"
#include "model/formats/read_limits.h"
#include "model/session/safe_files.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <system_error>
#include <utility>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Result;

namespace {

constexpr qsizetype mostEvents = 1'000'000;
const QString eventBeginning = QStringLiteral("event-");
const QString eventEnding = QStringLiteral(".json");

/// `event-00012-<id>.json` of the SDK, `12.json` of OpenHands 0.x; -1 for any other name.
qint64 numberOf(const QString& name)
{
    if (!name.endsWith(eventEnding)) {
        return -1;
    }
    const bool isOfSdk = name.startsWith(eventBeginning);
    const QString digits = isOfSdk ? name.section(QLatin1Char('-'), 1, 1) : name.chopped(eventEnding.size());
    bool isNumber = false;
    const qint64 number = digits.toLongLong(&isNumber);
    return isNumber && number >= 0 && digits.front().isDigit() ? number : -1;
}

QStringList eventsIn(const QString& folder)
{
    QStringList names = QDir(folder).entryList({QLatin1Char('*') + eventEnding}, QDir::Files | QDir::NoSymLinks);
    names.removeIf([](const QString& name) { return numberOf(name) < 0; });
    std::stable_sort(names.begin(), names.end(),
                     [](const QString& one, const QString& other) { return numberOf(one) < numberOf(other); });
    return names.mid(0, mostEvents);
}

/// What OpenHands keeps beside the folder.
bool isOfConversation(const QString& folder)
{
    const QDir conversation(QFileInfo(folder).absolutePath());
    return conversation.exists(QStringLiteral("base_state.json"))
        || conversation.exists(QStringLiteral("metadata.json"));
}

} // namespace

bool EventFolderSource::isEventFolder(const QString& path)
{
    const QFileInfo folder(QDir::cleanPath(path));
    return folder.fileName() == QStringLiteral("events") && folder.isDir() && isOfConversation(folder.filePath())
        && !eventsIn(folder.filePath()).isEmpty();
}

QString EventFolderSource::folderOf(const QString& file)
{
    const QFileInfo event(file);
    const QString folder = event.absolutePath();
    const bool isEvent = numberOf(event.fileName()) >= 0 && QFileInfo(folder).fileName() == QStringLiteral("events");
    return isEvent && isOfConversation(folder) ? folder : QString();
}

EventFolderSource::EventFolderSource(QString folder, QStringList names, const ImportFile& file)
    : MadeLinesSource(
        QFileInfo(QFileInfo(folder).absolutePath()).fileName().toStdString(),
        file.modified.value_or(Timestamp{QFileInfo(folder + u'/' + names.back()).lastModified().toMSecsSinceEpoch()}),
        names.size())
    , m_folder(std::move(folder))
    , m_names(std::move(names))
{ }

Result<std::unique_ptr<EventFolderSource>> EventFolderSource::open(const ImportFile& file)
{
    const QString folder = QFileInfo(QDir::cleanPath(QString::fromStdString(file.path))).absoluteFilePath();
    QStringList names = eventsIn(folder);
    if (names.isEmpty()) {
        return tl::unexpected(errors::noSuchFile(file.path)); // they went since they were looked at
    }
    return std::unique_ptr<EventFolderSource>(new EventFolderSource(folder, std::move(names), file));
}

Result<std::string> EventFolderSource::textOf(const QString& folder, const QString& name)
{
    const std::string path = (folder + u'/' + name).toStdString();
    QFile file;
    if (const std::error_code failure = session::openBeneath(file, folder, name)) {
        return tl::unexpected(errors::notOpenedBeneath(path, failure));
    }
    const std::int64_t most = formats::ReadLimits().maxRecordBytes;
    return file.read(most + 1).toStdString(); // whoever reads too long a line refuses it
}

/// As the event with which the SDK tells them while it runs.
std::string EventFolderSource::costs()
{
    const auto text = textOf(QFileInfo(m_folder).absolutePath(), QStringLiteral("base_state.json"));
    const auto state = text ? formats::parseText(*text) : std::nullopt;
    const json& stats = state ? formats::memberOf(*state, "stats") : json();
    if (!stats.is_object()) {
        return {};
    }
    const json event{{"kind", "ConversationStateUpdateEvent"}, {"key", "stats"}, {"value", stats}};
    return formats::plainTextOfJson(event) + "\n";
}

Result<std::string> EventFolderSource::nextLine()
{
    if (m_next >= m_names.size()) {
        return m_next++ == m_names.size() ? costs() : std::string();
    }
    auto text = textOf(m_folder, m_names[m_next++]);
    setDone(m_next);
    return text ? onOneLine(std::move(*text)) + "\n" : std::move(text);
}

} // namespace quarterdeck::transfer
