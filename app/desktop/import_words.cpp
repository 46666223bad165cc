#include "app/desktop/import_words.h"

#include "app/desktop/import_controller.h"
#include "app/services/language.h"
#include "model/formats/formats_read.h"
#include "model/transfer/transfer_errors.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <set>

namespace quarterdeck::app {

using transfer::DuplicateSession;
using transfer::FileReport;
using transfer::ImportFile;
using transfer::ImportReport;
using ui::view::Notice;
using ui::view::NoticeTone;

namespace {

/// At most this many files are named.
constexpr int mostNamed = 3;

QString nameOf(const std::string& path) { return QFileInfo(text(path)).fileName(); }

/// Left as it was.
bool isLeft(const DuplicateSession& known) { return known.what != DuplicateSession::What::Differs && !known.isUpdated; }

bool isCancelled(const FileReport& file)
{
    return file.error && file.error->code == conversation::ErrorCode::Cancelled;
}

bool hasFailed(const FileReport& file) { return file.error && !isCancelled(file); }

/// A session that existed already keeps what came in before.
bool isPartlyIn(const FileReport& file) { return std::ranges::any_of(file.known, &DuplicateSession::isUpdated); }

QString whatCameIn(const FileReport& file)
{
    return isPartlyIn(file) ? ImportController::tr("Some of the new messages had already been added and are kept.")
                            : ImportController::tr("None of it was imported.");
}

/// Sessions that were left as they were.
struct Left
{
    std::vector<ImportFile> files;
    const DuplicateSession* first = nullptr;
    int sessions = 0;
    qint64 newMessages = 0;
};

Left leftOf(const ImportReport& report)
{
    Left left;
    std::set<conversation::SessionId> ids;
    for (const FileReport& file : report.files) {
        ImportFile again{file.path, std::nullopt};
        for (const DuplicateSession& known : file.known) {
            if (!isLeft(known))
                continue;
            again.only.push_back(known.place);
            left.newMessages += known.newMessages;
            left.first = left.first != nullptr ? left.first : &known;
            left.sessions += ids.insert(known.id).second ? 1 : 0; // one may have several runs of a file
        }
        if (!again.only.empty())
            left.files.push_back(std::move(again));
    }
    return left;
}

QString namesOf(const std::vector<std::string>& files)
{
    QStringList names;
    for (const std::string& file : files)
        names << QStringLiteral("“%1”").arg(nameOf(file));
    return names.join(QStringLiteral(", "));
}

/// For a cancelled import.
QStringList notBegunSentences(const std::vector<std::string>& files)
{
    if (files.empty())
        return {};
    if (files.size() > mostNamed)
        return {ImportController::tr("%n other file(s) were not started.", nullptr, static_cast<int>(files.size()))};
    //: %1 is the names of files
    return {ImportController::tr("Not started: %1.").arg(namesOf(files))};
}

QStringList passedOverSentences(const ImportReport& report)
{
    if (report.passedOver == 0)
        return {};
    if (report.passedOver > mostNamed)
        return {
            ImportController::tr("%n other file(s) are not recordings.", nullptr, static_cast<int>(report.passedOver))};
    //: %1 is the names of files
    return {ImportController::tr("Not recordings: %1.").arg(namesOf(report.passedOverFirst))};
}

QStringList leftOutSentences(const ImportReport& report)
{
    QStringList said;
    for (const FileReport& file : report.files)
        if (!file.error && !file.leftOut.empty() && said.size() < mostNamed)
            said << text(file.leftOut);
    return said;
}

QStringList experimentalSentences(const ImportReport& report)
{
    QStringList said;
    for (const FileReport& file : report.files)
        if (!file.error && formats::isExperimental(file.kind) && said.size() < mostNamed)
            said << text(transfer::errors::readExperimentally(nameOf(file.path).toStdString()));
    return said;
}

QStringList cancelSentences(const ImportReport& report)
{
    if (!report.isCancelled)
        return {};
    const auto file = std::ranges::find_if(report.files, isCancelled);
    const QStringList said = file == report.files.end() ? QStringList{ImportController::tr("The import was cancelled.")}
                                                        : QStringList{text(file->error->sentence), whatCameIn(*file)};
    return said + notBegunSentences(report.notBegun);
}

QStringList successSentences(const ImportReport& report)
{
    int sessions = 0;
    int updated = 0;
    qint64 messages = 0;
    for (const FileReport& file : report.files) {
        sessions += static_cast<int>(file.sessions.size());
        updated += static_cast<int>(std::ranges::count_if(file.known, &DuplicateSession::isUpdated));
        messages += file.messages;
    }
    QStringList said;
    if (sessions > 0)
        said << ImportController::tr("Imported %n session(s).", nullptr, sessions)
             << ImportController::tr("%n message(s) in total.", nullptr, static_cast<int>(messages));
    if (updated > 0)
        said << ImportController::tr("Updated %n session(s).", nullptr, updated);
    if (updated > 0 && sessions == 0)
        said << ImportController::tr("%n new message(s).", nullptr, static_cast<int>(messages));
    return said;
}

QStringList failureSentences(const ImportReport& report)
{
    QStringList reasons;
    QString cameIn;
    for (const FileReport& file : report.files) {
        if (!hasFailed(file))
            continue;
        reasons << text(file.error->sentence);
        cameIn = whatCameIn(file);
    }
    if (reasons.isEmpty())
        return {};
    if (reasons.size() == 1)
        return reasons << cameIn;
    const QString count =
        ImportController::tr("%n file(s) were not imported.", nullptr, static_cast<int>(reasons.size()));
    if (reasons.size() > mostNamed)
        return {count, ImportController::tr("The first: %1").arg(reasons.front())};
    return QStringList{count} + reasons;
}

QStringList problemSentences(const ImportReport& report)
{
    QStringList said;
    int files = 0;
    for (const FileReport& file : report.files) {
        if (file.error || file.problemCount == 0 || ++files > mostNamed)
            continue;
        const auto count = static_cast<int>(file.problemCount);
        said << ImportController::tr("%n record(s) of “%1” could not be read.", nullptr, count).arg(nameOf(file.path))
             << (file.problems.empty() ? ImportController::tr("The rest was imported.")
                                       : text(file.problems.front().sentence));
    }
    if (files > mostNamed)
        said << ImportController::tr("%n more file(s) have records that could not be read.", nullptr,
                                     files - mostNamed);
    return said;
}

QStringList knownSentences(const Left& left)
{
    if (left.first == nullptr)
        return {};
    const auto news = static_cast<int>(left.newMessages);
    const auto files = static_cast<int>(left.files.size());
    const QString what = files == 1
        ? (news > 0 ? ImportController::tr("“%1” was imported before and has %n new message(s).", nullptr, news)
                    : ImportController::tr("“%1” was imported before and has nothing new."))
              .arg(nameOf(left.files.front().path))
        : news > 0 ? ImportController::tr("%n file(s) were imported before; some have new messages.", nullptr, files)
                   : ImportController::tr("%n file(s) were imported before and have nothing new.", nullptr, files);
    const QString meaning = left.sessions > 1
        ? ImportController::tr("%n session(s) in the library were left unchanged.", nullptr, left.sessions)
        : (left.first->isArchived ? ImportController::tr("It is “%1”, which is archived.")
                                  : ImportController::tr("It is “%1”."))
              .arg(text(left.first->title));
    return {what, meaning};
}

} // namespace

QStringList differenceOf(const FileReport& file)
{
    const auto other = std::ranges::find(file.known, DuplicateSession::What::Differs, &DuplicateSession::what);
    if (other == file.known.end())
        return {};
    return {ImportController::tr("“%1” starts like “%2”, which was imported before, but continues differently.")
                .arg(nameOf(file.path), text(other->title)),
            ImportController::tr("It was imported as a separate session; the other one is unchanged.")};
}

QString troubleOf(const FileReport& file)
{
    using conversation::ErrorCode;
    if (file.error) {
        const ErrorCode code = file.error->code;
        const bool isSilent = code == ErrorCode::Cancelled || code == ErrorCode::NotFound
            || (code == ErrorCode::BadInput && !file.isRecordingFile);
        return isSilent ? QString() : QStringLiteral("error %1").arg(static_cast<int>(code));
    }
    return !file.problems.empty() ? QStringLiteral("problems")
        : !file.leftOut.empty()   ? QStringLiteral("left out")
                                  : QString();
}

ui::view::Notice troubleNotice(const ImportReport& report)
{
    QStringList said = failureSentences(report) + problemSentences(report) + leftOutSentences(report);
    ui::view::Notice notice{{}, NoticeTone::Limit, said.takeFirst(), {}, {}};
    notice.meaning = ui::wording::paragraph(said);
    return notice;
}

ImportWords importWords(const ImportReport& report, bool isAsking)
{
    Left left = leftOf(report);
    const QStringList came = successSentences(report);
    const QStringList failed = failureSentences(report);
    QStringList wrong = failed + problemSentences(report);
    for (const FileReport& file : report.files)
        wrong += differenceOf(file);
    QStringList said = cancelSentences(report) + came + wrong + knownSentences(left);
    if (said.isEmpty())
        said = QStringList{ImportController::tr("Nothing was imported."),
                           ImportController::tr("The library has not changed.")};
    const QStringList leftOut = leftOutSentences(report);
    // A notice about losses stays until somebody has read it.
    const bool passes = !came.isEmpty() && said.size() == came.size() && leftOut.isEmpty();
    said += leftOut + experimentalSentences(report) + passedOverSentences(report);
    const NoticeTone tone = wrong.isEmpty() && leftOut.isEmpty() ? NoticeTone::Plain
        : !failed.isEmpty() && came.isEmpty()                    ? NoticeTone::Danger
                                                                 : NoticeTone::Limit;
    ImportWords words{{{}, tone, said.takeFirst(), {}, {}, passes}, {}};
    words.notice.meaning = ui::wording::paragraph(said);
    if (isAsking && left.newMessages > 0)
        words.notice.button.label = ImportController::tr("Update");
    if (isAsking && left.first != nullptr)
        words.notice.otherButton.label = ImportController::tr("Import as new");
    words.left = std::move(left.files);
    return words;
}

} // namespace quarterdeck::app
