#include "storage/recover/recovery_report_file.h"

#include "model/conversation/text.h"
#include "storage/backup/copies.h"
#include "storage/sqlite/library_file.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::storage {

using nlohmann::json;

namespace fs = std::filesystem;

namespace {

constexpr int format = 1;
constexpr const char* ending = ".report.json";
constexpr std::size_t mostSessions = 100'000;
constexpr std::int64_t longestFile = 64LL * 1024 * 1024;
constexpr std::size_t longestName = 200;
/// More than any library has; sums of it stay far below 64 bits.
constexpr std::int64_t mostOfAnything = 1'000'000'000'000;

/// One field of a session, as the file has it.
struct Count
{
    const char* key;
    std::int64_t RecoveredSession::*field;
};
constexpr std::array counts = {
    Count{"events", &RecoveredSession::events},
    Count{"lost", &RecoveredSession::lost},
    Count{"messages", &RecoveredSession::messages},
    Count{"attachments", &RecoveredSession::attachments},
    Count{"lost_attachments", &RecoveredSession::lostAttachments},
};

json jsonOf(const RecoveredSession& session)
{
    json value = {{"id", conversation::utf8::shortened(session.id.str(), longestName)},
                  {"title", conversation::utf8::shortened(session.title, longestName)},
                  {"is_end_known", session.isEndKnown}};
    for (const Count& count : counts)
        value[count.key] = session.*count.field;
    return value;
}

json jsonOf(const RecoveryReport& report)
{
    json sessions = json::array();
    for (const RecoveredSession& session : report.sessions)
        sessions.push_back(jsonOf(session));
    json value = {{"format", format},
                  {"recovered", report.recovered.msSinceEpoch},
                  {"is_part_missing", report.isPartMissing},
                  {"is_from_log_alone", report.isFromLogAlone},
                  {"sessions", std::move(sessions)}};
    if (report.newestCopy)
        value["newest_copy"] = {{"file", report.newestCopy->path},
                                {"sessions", report.newestCopy->sessions},
                                {"events", report.newestCopy->events}};
    return value;
}

// Anybody may have written this: whatever is not in our form is treated as missing.

std::int64_t numberIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer()
        ? std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, mostOfAnything)
        : 0;
}

/// Times exceed the limit for counts.
conversation::Timestamp momentIn(const json& object, const char* key)
{
    constexpr std::int64_t last = 253'402'300'799'000; // of the year 9999
    const auto found = object.find(key);
    const bool isNumber = found != object.end() && found->is_number_integer();
    return {isNumber ? std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, last) : 0};
}

std::string textIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isTrue(const json& object, const char* key, bool otherwise)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

std::optional<RecoveredSession> sessionFrom(const json& value)
{
    if (!value.is_object())
        return std::nullopt;
    RecoveredSession session;
    session.id = session::SessionId(conversation::utf8::shortened(textIn(value, "id"), longestName));
    session.title = conversation::utf8::shortened(textIn(value, "title"), longestName);
    session.isEndKnown = isTrue(value, "is_end_known", false);
    for (const Count& count : counts)
        session.*count.field = numberIn(value, count.key);
    return session.id.str().empty() ? std::nullopt : std::optional(std::move(session));
}

/// Only one that is among the library's own, and still exists, can be restored.
std::optional<Backup> copyFrom(const json& report, const std::string& place)
{
    const auto value = report.find("newest_copy");
    if (value == report.end() || !value->is_object())
        return std::nullopt;
    const std::string path = textIn(*value, "file");
    std::vector<Backup> own = backup::namedBackups(place);
    std::ranges::move(backup::namedAsides(place), std::back_inserter(own));
    const auto found = std::ranges::find(own, path, &Backup::path);
    if (found == own.end())
        return std::nullopt;
    found->sessions = numberIn(*value, "sessions");
    found->events = numberIn(*value, "events");
    return std::move(*found);
}

std::optional<RecoveryReport> reportFrom(const json& value, const std::string& place)
{
    const auto sessions = value.is_object() ? value.find("sessions") : value.end();
    if (!value.is_object() || numberIn(value, "format") != format || sessions == value.end() || !sessions->is_array()
        || sessions->size() > mostSessions)
        return std::nullopt;
    RecoveryReport report;
    for (const json& one : *sessions) {
        std::optional<RecoveredSession> session = sessionFrom(one);
        if (!session)
            return std::nullopt; // its counts would be wrong without it
        report.sessions.push_back(std::move(*session));
    }
    report.recovered = momentIn(value, "recovered");
    report.isPartMissing = isTrue(value, "is_part_missing", true);
    report.isFromLogAlone = isTrue(value, "is_from_log_alone", false);
    report.newestCopy = copyFrom(value, place);
    return report;
}

/// Private, because of the titles in it. On the disk if there is no error.
std::error_code writeForOwner(const std::string& text, const std::string& path)
{
    QFile file(QString::fromStdString(path));
    const bool isWritten = file.open(QIODevice::WriteOnly | QIODevice::Truncate)
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size())
        && file.flush();
    file.close();
    return isWritten && file.error() == QFileDevice::NoError ? syncFile(path)
                                                             : std::make_error_code(std::errc::io_error);
}

} // namespace

namespace recover {

std::string reportNameOf(const std::string& damaged) { return damaged + ending; }

std::error_code writeReport(const RecoveryReport& report, const std::string& making, const std::string& damaged)
{
    if (report.sessions.size() > mostSessions)
        return std::make_error_code(std::errc::file_too_large);
    const std::string text = jsonOf(report).dump(1, ' ', false, json::error_handler_t::replace) + '\n';
    if (static_cast<std::int64_t>(text.size()) > longestFile)
        return std::make_error_code(std::errc::file_too_large);
    std::error_code failure = writeForOwner(text, making);
    if (!failure)
        fs::rename(making, reportNameOf(damaged), failure);
    if (!failure)
        return syncFolderOf(damaged);
    std::error_code ignored;
    fs::remove(making, ignored);
    return failure;
}

void removeReportOf(const std::string& damaged)
{
    std::error_code ignored;
    fs::remove(reportNameOf(damaged), ignored);
}

void removeOrphanedReports(const std::string& library)
{
    const QFileInfo info(QString::fromStdString(library));
    for (QDir folder : {info.absoluteDir(), QDir(backup::folderOf(info))}) {
        for (const QFileInfo& file : folder.entryInfoList({QLatin1Char('*') + QLatin1String(ending)}, QDir::Files)) {
            const QString name = file.fileName();
            const QString damaged = name.chopped(static_cast<qsizetype>(std::strlen(ending)));
            const bool isOurs = damaged.startsWith(info.completeBaseName() + QLatin1Char(' '));
            if (isOurs && !folder.exists(damaged))
                folder.remove(name);
        }
    }
}

} // namespace recover

std::optional<RecoveryReport> savedRecoveryReport(const std::string& library, const std::string& damaged)
{
    QFile file(QString::fromStdString(recover::reportNameOf(damaged)));
    if (!QFileInfo(file).isFile() || file.size() > longestFile || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray bytes = file.read(longestFile);
    const json value = json::parse(bytes.begin(), bytes.end(), nullptr, false);
    std::optional<RecoveryReport> report = reportFrom(value, resolveLibraryPath(library));
    if (report)
        report->keptAside = damaged;
    return report;
}

std::vector<RecoveryReport> savedRecoveryReports(const std::string& library)
{
    const std::string place = resolveLibraryPath(library);
    std::vector<Backup> files = backup::damagedAsides(place);
    std::ranges::move(backup::namedAsides(place), std::back_inserter(files));
    std::ranges::move(backup::namedBackups(place), std::back_inserter(files));
    std::vector<RecoveryReport> reports;
    for (const Backup& file : files) {
        if (std::optional<RecoveryReport> report = savedRecoveryReport(place, file.path))
            reports.push_back(std::move(*report));
    }
    std::ranges::stable_sort(reports, std::ranges::greater{}, &RecoveryReport::recovered);
    return reports;
}

} // namespace quarterdeck::storage
