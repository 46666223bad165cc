#include "sentences.h"

#include "session/open_beneath.h"

#include <QCoreApplication>
#include <QDir>
#include <algorithm>
#include <limits>

namespace quarterdeck::transfer::sentences {

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
            QCoreApplication::translate("Transfer", "“%1” is a folder and no recorded session.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error isSpecialFile(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a device or pipe and no recorded session.")
                .arg(text(path))
                .toStdString(),
            {}};
}

Error isLink(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer",
                                        "“%1” is a link, or lies behind one. Links within what is imported are not "
                                        "followed, since they may lead to any file of yours.")
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
            QCoreApplication::translate("Transfer", "“%1” is a library that this program has open: it is not imported.")
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
            QCoreApplication::translate("Transfer",
                                        "“%1” is being written to by another program: import it again in a moment.")
                .arg(text(path))
                .toStdString(),
            {}};
}

std::string tablesLeftOut(const std::string& file, const std::string& tables)
{
    //: %2 is a list of tables with the number of their rows
    return QCoreApplication::translate("Transfer", "Of “%1” the conversations come in; left out are: %2.")
        .arg(text(file), text(tables))
        .toStdString();
}

std::string messagesWithoutRun(const std::string& file, std::int64_t count)
{
    const auto number = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
    return QCoreApplication::translate("Transfer", "Of “%1”, %n message(s) whose run is missing are left out.", nullptr,
                                       number)
        .arg(text(file))
        .toStdString();
}

Error tooManyFiles(const std::string& folder, std::size_t most, const std::string& first)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate(
                "Transfer",
                "“%1” has too many files: only the first %2 were looked at, and “%3” and what follows it was not.")
                .arg(text(folder), QString::number(most), text(first))
                .toStdString(),
            {}};
}

Error tooDeepFolder(const std::string& folder, int levels)
{
    return {
        ErrorCode::BadInput,
        QCoreApplication::translate("Transfer", "What is in “%1” was not looked at: it lies more than %2 folders deep.")
            .arg(text(folder), QString::number(levels))
            .toStdString(),
        {}};
}

Error foreignDatabase(const std::string& file)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a database, but none of an AgentScope Studio.")
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
            QCoreApplication::translate("Transfer", "“%1” is damaged, or no package of a session.")
                .arg(text(file))
                .toStdString(),
            detail};
}

Error notOneSession(const std::string& file)
{
    return {
        ErrorCode::BadInput,
        QCoreApplication::translate("Transfer", "“%1” is a library and no package of one session; --library opens it.")
            .arg(text(file))
            .toStdString(),
        {}};
}

Error teamTooLarge(const std::string& path)
{
    return {
        ErrorCode::BadInput,
        QCoreApplication::translate("Transfer", "“%1” is too large for a saved team.").arg(text(path)).toStdString(),
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
                "Transfer", "“%1” is read from a copy, and no temporary folder could be made for that in “%2”.")
                .arg(text(path), QDir::tempPath())
                .toStdString(),
            {}};
}

Error replacesSpecialFile(const std::string& path)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a device or pipe, which no export takes the place of.")
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
                                        "“%1” was not imported: %2 What had come in of it stays hidden, and is removed "
                                        "when the library is opened the next time.")
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
            QCoreApplication::translate("Transfer", "“%1” is no recording: whoever writes in it goes on there.")
                .arg(text(title))
                .toStdString(),
            {}};
}

Error continuationCancelled()
{
    return {ErrorCode::Cancelled,
            QCoreApplication::translate("Transfer", "It was cancelled: the team does not go on from the recording.")
                .toStdString(),
            {}};
}

Error noSuchFormat(const std::string& name)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is no format to export to.").arg(text(name)).toStdString(),
            {}};
}

Error noPackagesHere(const std::string& name)
{
    return {ErrorCode::BadInput,
            QCoreApplication::translate("Transfer", "“%1” is a file of its own, and needs the name of one.")
                .arg(text(name))
                .toStdString(),
            {}};
}

} // namespace quarterdeck::transfer::sentences
