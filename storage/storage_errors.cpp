#include "storage/storage_errors.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <filesystem>
#include <utility>

namespace quarterdeck::storage::errors {

namespace {

using conversation::ErrorCode;

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::storage)
};

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
QString shown(const std::string& path) { return QDir::toNativeSeparators(text(path)); }

/// The first ones, shortened to what fits into a sentence.
QString named(const std::vector<std::string>& titles)
{
    constexpr std::size_t mostNamed = 5;
    constexpr qsizetype longest = 60;
    QStringList names;
    for (std::size_t i = 0; i < std::min(titles.size(), mostNamed); ++i) {
        const QString title = text(titles[i]).simplified();
        names.append(QStringLiteral("“%1”").arg(title.size() > longest ? title.left(longest) + u'…' : title));
    }
    return names.join(QStringLiteral(", ")) + (titles.size() > mostNamed ? QStringLiteral(" …") : QString());
}

Error error(ErrorCode code, const QString& sentence, std::string detail = {})
{
    return {code, sentence.toStdString(), std::move(detail)};
}

} // namespace

Error lockedByOther(const std::string& path, const std::string& owner)
{
    return error(ErrorCode::Locked,
                 Words::tr("Another running Quarterdeck has the library “%1” open. Close it first, or use its window.")
                     .arg(shown(path)),
                 owner);
}

Error newerVersion(const std::string& path, int version)
{
    return error(ErrorCode::NewerVersion,
                 Words::tr("The library “%1” was written by a newer version of Quarterdeck, so it is read-only. Update "
                           "Quarterdeck to write to it.")
                     .arg(shown(path)),
                 "schema version " + std::to_string(version));
}

Error newerVersionUnreadable(const std::string& path, int version)
{
    return error(ErrorCode::NewerVersion,
                 Words::tr("The library “%1” was written by a newer version of Quarterdeck, and this version cannot "
                           "read it. Update Quarterdeck to open it.")
                     .arg(shown(path)),
                 "schema version " + std::to_string(version));
}

Error backupOfNewerVersion(const std::string& path, int version)
{
    return error(ErrorCode::NewerVersion,
                 Words::tr("The backup “%1” was made by a newer version of Quarterdeck; once restored, it could only "
                           "be read. Nothing has changed. Update Quarterdeck to restore it.")
                     .arg(shown(path)),
                 "schema version " + std::to_string(version));
}

Error notWritable(const std::string& path)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("The library “%1” is read-only: nothing can be changed.").arg(shown(path)));
}

Error noPlaceForNew(const std::string& path)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("There is no library “%1”, and none can be created there: the folder cannot be written to.")
                     .arg(shown(path)));
}

Error noLibrary(const std::string& path, std::string detail)
{
    return error(ErrorCode::Damaged,
                 Words::tr("“%1” is not a Quarterdeck library. It was not changed.").arg(shown(path)),
                 std::move(detail));
}

Error incompleteLibrary(const std::string& path, std::string detail)
{
    return error(ErrorCode::Damaged,
                 Words::tr("Part of the library “%1” is missing. The library was not changed.").arg(shown(path)),
                 std::move(detail));
}

Error nothingInPart(const std::string& path)
{
    return error(ErrorCode::Damaged,
                 Words::tr("Part of the library “%1” is missing, and no session can be recovered from the rest. The "
                           "library was not changed.")
                     .arg(shown(path)),
                 "no session was found in it");
}

Error nothingInLogAlone(const std::string& path)
{
    return error(ErrorCode::Damaged,
                 Words::tr("Only the log of the library “%1” is left, which holds the most recent changes. No session "
                           "can be recovered from it. The log was not changed.")
                     .arg(shown(path)),
                 "the log alone has no event");
}

Error noRoomToRecover(const std::string& path, std::string detail)
{
    return error(ErrorCode::DiskFull,
                 Words::tr("The library “%1” could not be recovered: there is not enough space on the disk for the new "
                           "file. The library was not changed.")
                     .arg(shown(path)),
                 std::move(detail));
}

Error noRoomToRecover(const std::string& path, const Error& noRoom)
{
    Error refused = noRoomToRecover(path, noRoom.detail);
    refused.sentence += ' ' + noRoom.sentence;
    return refused;
}

Error notRecovered(const std::string& path, std::string detail)
{
    return error(
        ErrorCode::Io,
        Words::tr("The library “%1” could not be recovered: the new file is incomplete. The library was not changed.")
            .arg(shown(path)),
        std::move(detail));
}

Error noSuchFile(const std::string& path)
{
    std::error_code failure;
    (void)std::filesystem::status(QFileInfo(QString::fromStdString(path)).filesystemFilePath(), failure);
    if (failure == std::errc::permission_denied)
        return error(ErrorCode::Io,
                     Words::tr("The library “%1” cannot be reached: you do not have permission to open its folder.")
                         .arg(shown(path)),
                     failure.message());
    return error(ErrorCode::NotFound, Words::tr("There is no library “%1”.").arg(shown(path)));
}

Error lostLibrary(const std::string& path, bool isEmpty)
{
    return error(ErrorCode::NotFound,
                 (isEmpty ? Words::tr("The library “%1” was here before, but is now an empty file.")
                          : Words::tr("The library “%1” was here before, but is gone."))
                     .arg(shown(path)),
                 "copies of it, or the note of its last owner, lie beside its place");
}

Error linkToNothing(const std::string& path)
{
    return error(ErrorCode::NotFound,
                 Words::tr("The library “%1” is a link to a file that does not exist.").arg(shown(path)));
}

Error noSuchBackup(const std::string& path)
{
    return error(ErrorCode::NotFound, Words::tr("There is no backup “%1”.").arg(shown(path)));
}

Error folderInPlace(const std::string& path)
{
    return error(ErrorCode::Io, Words::tr("“%1” is a folder, not a library file.").arg(shown(path)));
}

Error folderNotMade(const std::string& path)
{
    return error(ErrorCode::Io, Words::tr("The folder for the library “%1” could not be created.").arg(shown(path)));
}

Error backupFolderNotMade(const std::string& path)
{
    return error(
        ErrorCode::Io,
        Words::tr("No backup was made: the folder “%1” could not be created. Check that the disk can be written to.")
            .arg(shown(path)));
}

Error diskFull(const std::string& path, std::string detail)
{
    return error(ErrorCode::DiskFull,
                 Words::tr("The disk that holds the library “%1” is full, so this was not saved.").arg(shown(path)),
                 std::move(detail));
}

Error diskFullAtStart(const std::string& path, std::string detail)
{
    return error(ErrorCode::DiskFull,
                 Words::tr("The disk that holds the library “%1” is full: nothing can be changed.").arg(shown(path)),
                 std::move(detail));
}

Error notWritableNow(const std::string& path, std::string detail)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("The library “%1” cannot be written to right now, so it is read-only.").arg(shown(path)),
                 std::move(detail));
}

Error foreignJournal(const std::string& path, std::string detail)
{
    return error(ErrorCode::BadInput,
                 Words::tr("Beside the library “%1” is a journal (“%1-journal”) that names another file, which SQLite "
                           "would delete. Quarterdeck never writes such a journal, so nothing is opened. If you trust "
                           "the library, move the journal away and check the library.")
                     .arg(shown(path)),
                 std::move(detail));
}

Error cutOffWrite(const std::string& path, std::string detail)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("The last write to the library “%1” was interrupted. It must be undone before the library "
                           "can be read, which is not possible now. Open the library where its folder can be written "
                           "to and no other program is using it.")
                     .arg(shown(path)),
                 std::move(detail));
}

Error readFromCopy(const std::string& path)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("The folder of the library “%1” cannot be written to, so a read-only copy of the library "
                           "and its log is open.")
                     .arg(shown(path)));
}

Error noRoomForCopy(const std::string& path, std::int64_t needed, std::int64_t left)
{
    const QLocale locale;
    return error(ErrorCode::DiskFull,
                 Words::tr("There is not enough space to copy the library “%1”: it needs %2, and %3 is left.")
                     .arg(shown(path), locale.formattedDataSize(needed), locale.formattedDataSize(left)),
                 std::to_string(needed) + " bytes needed, " + std::to_string(left) + " left");
}

Error noRoomToUpdate(Error noRoom)
{
    noRoom.sentence += ' '
        + Words::tr("It was written by an older version of Quarterdeck and must be copied before it is updated. Until "
                    "then, it is read-only.")
              .toStdString();
    return noRoom;
}

Error takenAway(const std::string& path, const std::string& copy)
{
    const QString sentence = Words::tr("The library “%1” is no longer where it was: it was moved, deleted or replaced, "
                                       "or its folder cannot be reached.")
                                 .arg(shown(path));
    return error(ErrorCode::Io,
                 sentence + QLatin1Char(' ')
                     + (copy.empty() ? Words::tr("It could not be copied yet. If it was deleted, everything stored in "
                                                 "it will be lost when Quarterdeck closes.")
                                     : Words::tr("Everything stored in it is kept as “%1”.").arg(shown(copy))),
                 "another file or none under this name");
}

Error cutShort(const std::string& path)
{
    return error(ErrorCode::Damaged, Words::tr("The library “%1” was truncated by another program.").arg(shown(path)),
                 "shorter than it was");
}

Error checkpointFailed(const std::string& path, const Error& why)
{
    return error(
        why.code,
        Words::tr(
            "The file of the library “%1” cannot be written to. The most recent changes are only in the log beside it.")
            .arg(shown(path)),
        why.detail);
}

Error walLost(const std::string& path, const std::optional<conversation::Timestamp>& newestBackup)
{
    const QString sentence = Words::tr("The library “%1” was not closed properly, and the log beside it is gone. The "
                                       "most recent changes may be missing.")
                                 .arg(shown(path));
    const QString backup = newestBackup
        ? Words::tr("The newest backup is from %1.")
              .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(newestBackup->msSinceEpoch), QLocale::ShortFormat))
        : Words::tr("There is no backup of it.");
    return error(ErrorCode::Damaged, sentence + QLatin1Char(' ') + backup, "its -wal is missing");
}

Error noLogPossible(const std::string& path)
{
    return error(ErrorCode::ReadOnly,
                 Words::tr("The library “%1” cannot be written to safely where it is (perhaps a network folder), so it "
                           "is read-only. Move it to a disk on this computer to write to it.")
                     .arg(shown(path)),
                 "journal_mode = WAL is refused");
}

Error busy(const std::string& path, std::string detail)
{
    return error(
        ErrorCode::Locked,
        Words::tr("Another program is using the library “%1”, so it cannot be used right now.").arg(shown(path)),
        std::move(detail));
}

Error cancelled(const std::string& path)
{
    return error(ErrorCode::Cancelled, Words::tr("Copying the library “%1” was stopped.").arg(shown(path)));
}

Error searchStopped() { return error(ErrorCode::Cancelled, Words::tr("The search was stopped.")); }

Error badCopy(const std::string& path, std::string detail)
{
    return error(ErrorCode::Damaged,
                 Words::tr("A copy of the library “%1” was faulty, so it was not kept.").arg(shown(path)),
                 std::move(detail));
}

Error copiedInPart(const std::string& path, const std::vector<std::string>& titles, std::string detail)
{
    const QString what = titles.empty()
        ? Words::tr("Part of the library “%1” is damaged.").arg(shown(path))
        : Words::tr("%n session(s) in the library “%1” are damaged:", nullptr, static_cast<int>(titles.size()))
                .arg(shown(path))
            + QLatin1Char(' ') + named(titles) + QLatin1Char('.');
    return error(ErrorCode::Damaged,
                 what + QLatin1Char(' ')
                     + Words::tr("It was copied as it is. Good backups are kept until there is a new one."),
                 std::move(detail));
}

Error damaged(const std::string& path, std::string detail)
{
    return error(ErrorCode::Damaged, Words::tr("The library “%1” is damaged.").arg(shown(path)), std::move(detail));
}

Error oddHeader(const std::string& path)
{
    return damaged(path, "its header names a version of SQLite's format that there is not");
}

Error failed(const std::string& path, std::string detail)
{
    return error(ErrorCode::Io, Words::tr("The library “%1” cannot be read or written.").arg(shown(path)),
                 std::move(detail));
}

Error refused(const std::string& path, std::string detail)
{
    return error(ErrorCode::BadInput,
                 Words::tr("The library “%1” could not do this. Everything else still works.").arg(shown(path)),
                 std::move(detail));
}

Error noSuchSession(const conversation::SessionId& session)
{
    return error(ErrorCode::NotFound, Words::tr("The library has no session “%1”.").arg(text(session.str())));
}

Error notInArchive(const conversation::SessionId& session)
{
    return error(ErrorCode::NotAllowed, Words::tr("Only archived sessions can be deleted."), session.str());
}

Error sessionExists(const conversation::SessionId& session)
{
    return error(ErrorCode::NotAllowed, Words::tr("The library already has a session “%1”.").arg(text(session.str())));
}

Error gapInLog(const conversation::SessionId& session, std::string detail)
{
    return error(
        ErrorCode::Damaged,
        Words::tr("An event is out of sequence in the session “%1”, so it was not saved.").arg(text(session.str())),
        std::move(detail));
}

Error unwritableEvent(std::string detail)
{
    return error(ErrorCode::BadInput, Words::tr("An event could not be written as JSON, so it was not saved."),
                 std::move(detail));
}

Error snapshotAheadOfLog(const conversation::SessionId& session)
{
    return error(ErrorCode::NotAllowed,
                 Words::tr("A snapshot of the session “%1” is newer than its saved events.").arg(text(session.str())));
}

Error notInChannel(conversation::EventSeq seq, const conversation::ChannelKey& channel)
{
    return error(ErrorCode::NotFound,
                 Words::tr("Event %1 is not in the view “%2”.").arg(seq.value).arg(text(channel.str())));
}

Error noSuchAttachment(const conversation::AttachmentHash& hash)
{
    return error(ErrorCode::NotFound, Words::tr("The library has no attachment “%1”.").arg(text(hash.str())));
}

Error attachmentTooBig()
{
    return error(ErrorCode::BadInput, Words::tr("The attachment is too large: the limit is 1 GB."));
}

} // namespace quarterdeck::storage::errors
