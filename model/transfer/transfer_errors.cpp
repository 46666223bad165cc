#include "model/transfer/transfer_errors.h"

#include "model/session/safe_files.h"

#include <QCoreApplication>
#include <QDir>
#include <algorithm>
#include <limits>

namespace quarterdeck::transfer::errors {

using conversation::ErrorCode;

namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

} // namespace

Error noSuchFile(const std::string& path)
{
    return {ErrorCode::NotFound,
            QCoreApplication::translate("Transfer", "There is no file “%1”.").arg(text(path)).toStdString(),
            {}};
}

Error isFolder(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a folder, not a recorded session.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error isSpecialFile(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a device or pipe, not a recorded session.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error isLink(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer",
                                        "“%1” is a link, or is behind one. Links inside an import are not followed, "
                                        "because they may lead to any of your files.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error notOpenedBeneath(const std::string& path, const std::error_code& failure)
{
    if (session::isLink(failure)) {
        return isLink(path);
    }
    if (failure == std::errc::operation_not_permitted) {
        return isSpecialFile(path);
    }
    if (failure == std::errc::device_or_resource_busy) {
        return isOpenLibrary(path);
    }
    return failure == std::errc::no_such_file_or_directory ? noSuchFile(path) : notReadable(path, failure.message());
}

Error isOpenLibrary(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer",
                                        "“%1” is the library that is open in this program, so it was not imported.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error noRecordings(const std::string& folder)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "There is no recorded session in the folder “%1”.")
                .arg(text(folder))
                .toStdString(),
            {}};
}

Error beingWritten(const std::string& path)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("Transfer", "Another program is writing to “%1”. Import it again in a moment.")
                .arg(text(path))
                .toStdString(),
            {}};
}

std::string tablesLeftOut(const std::string& file, const std::string& tables)
{
    //: %2 is a list of tables with the number of their rows
    return QCoreApplication::translate("Transfer", "Only the conversations in “%1” were imported. Left out: %2.")
        .arg(text(file), text(tables))
        .toStdString();
}

std::string readExperimentally(const std::string& file)
{
    return QCoreApplication::translate("Transfer",
                                       "“%1” was read experimentally: files of this kind are known from their "
                                       "description only. Check the result.")
        .arg(text(file))
        .toStdString();
}

std::string messagesWithoutRun(const std::string& file, std::int64_t count)
{
    const auto number = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
    return QCoreApplication::translate("Transfer", "%n message(s) in “%1” were left out because their run is missing.",
                                       nullptr, number)
        .arg(text(file))
        .toStdString();
}

Error tooManyFiles(const std::string& folder, std::size_t most, const std::string& first)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate(
                "Transfer",
                "“%1” has too many files: only the first %2 were read. “%3” and the files after it were skipped.")
                .arg(text(folder), QString::number(most), text(first))
                .toStdString(),
            {}};
}

Error tooDeepFolder(const std::string& folder, int levels)
{
    return {
        ErrorCode::BadInput,
        QCoreApplication::translate("Transfer", "The contents of “%1” were skipped: it is more than %2 folders deep.")
            .arg(text(folder), QString::number(levels))
            .toStdString(),
        {}};
}

Error foreignDatabase(const std::string& file)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer",
                                        "“%1” is a database, but not one from AgentScope Studio, OpenCode or Cursor.")
                .arg(text(file))
                .toStdString(),
            {}};
}

Error damagedDatabase(const std::string& file, const std::string& detail)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "The database “%1” is damaged.").arg(text(file)).toStdString(),
            detail};
}

Error damagedPackage(const std::string& file, const std::string& detail)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is damaged, or is not a session package.")
                .arg(text(file))
                .toStdString(),
            detail};
}

Error notOneSession(const std::string& file)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer",
                                        "“%1” is a library, not a package of one session; open it with --library.")
                .arg(text(file))
                .toStdString(),
            {}};
}

Error teamTooLarge(const std::string& path)
{
    return {
        ErrorCode::BadInput,
        QCoreApplication::translate("Transfer", "“%1” is too large to be a saved team.").arg(text(path)).toStdString(),
        {}};
}

Error notReadable(const std::string& path, const std::string& detail)
{
    return {
        ErrorCode::Io,
        QCoreApplication::translate("Transfer", "“%1” cannot be read: %2.").arg(text(path), text(detail)).toStdString(),
        detail};
}

Error noFolderForCopy(const std::string& path)
{
    return {ErrorCode::Io,
            QCoreApplication::translate(
                "Transfer", "“%1” must be read from a copy, but no temporary folder could be created in “%2”.")
                .arg(text(path), QDir::tempPath())
                .toStdString(),
            {}};
}

Error replacesSpecialFile(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a device or pipe; an export cannot replace it.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error notWritable(const std::string& path, const std::string& detail)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("Transfer", "“%1” cannot be written: %2.")
                .arg(text(path), text(detail))
                .toStdString(),
            detail};
}

Error attachmentTooLarge(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "The attachment “%1” is too large.").arg(text(path)).toStdString(),
            {}};
}

Error notStored(const std::string& file, const Error& cause)
{
    return {cause.code,
            QCoreApplication::translate("Transfer", "“%1” was not imported: %2")
                .arg(text(file), text(cause.sentence))
                .toStdString(),
            cause.detail};
}

Error notStoredNorRemoved(const std::string& file, const Error& cause)
{
    return {cause.code,
            QCoreApplication::translate("Transfer",
                                        "“%1” was not imported: %2 The part already imported stays hidden and is "
                                        "removed the next time the library is opened.")
                .arg(text(file), text(cause.sentence))
                .toStdString(),
            cause.detail};
}

Error importCancelled(const std::string& file)
{
    return {ErrorCode::Cancelled,
            QCoreApplication::translate("Transfer", "The import of “%1” was cancelled.").arg(text(file)).toStdString(),
            {}};
}

Error exportCancelled()
{
    return {
        ErrorCode::Cancelled, QCoreApplication::translate("Transfer", "The export was cancelled.").toStdString(), {}};
}

Error notRecorded(const std::string& title)
{
    return {ErrorCode::NotAllowed,
            QCoreApplication::translate("Transfer", "“%1” is not a recording: to continue it, write a message in it.")
                .arg(text(title))
                .toStdString(),
            {}};
}

Error continuationCancelled()
{
    return {ErrorCode::Cancelled,
            QCoreApplication::translate("Transfer", "Cancelled. The team was not continued from the recording.")
                .toStdString(),
            {}};
}

Error noSuchFormat(const std::string& name)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is not an export format.").arg(text(name)).toStdString(),
            {}};
}

Error noPackagesHere(const std::string& name)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "The format “%1” is written to a file, so it needs a file name.")
                .arg(text(name))
                .toStdString(),
            {}};
}

} // namespace quarterdeck::transfer::errors
