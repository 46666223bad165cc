#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The errors of this room, each with the sentence that a person reads. `path` names the library's file.
namespace quarterdeck::storage::errors {

using conversation::Error;

[[nodiscard]] Error lockedByOther(const std::string& path, const std::string& owner);
[[nodiscard]] Error newerVersion(const std::string& path, int version);
[[nodiscard]] Error newerVersionUnreadable(const std::string& path, int version);
/// A backup that is to take a library's place.
[[nodiscard]] Error backupOfNewerVersion(const std::string& path, int version);
[[nodiscard]] Error notWritable(const std::string& path);
/// There is none, and its folder takes no new file.
[[nodiscard]] Error noPlaceForNew(const std::string& path);
[[nodiscard]] Error noLibrary(const std::string& path, std::string detail);
[[nodiscard]] Error incompleteLibrary(const std::string& path, std::string detail);
/// Or nobody can tell, since its folder lets nobody in.
[[nodiscard]] Error noSuchFile(const std::string& path);
/// There was one. `isEmpty`: a file of no bytes is in its place.
[[nodiscard]] Error lostLibrary(const std::string& path, bool isEmpty);
[[nodiscard]] Error linkToNothing(const std::string& path);
[[nodiscard]] Error noSuchBackup(const std::string& path);
[[nodiscard]] Error folderInPlace(const std::string& path);
[[nodiscard]] Error folderNotMade(const std::string& path);
[[nodiscard]] Error backupFolderNotMade(const std::string& path);

[[nodiscard]] Error diskFull(const std::string& path, std::string detail);
/// It was so when the library was to be opened.
[[nodiscard]] Error diskFullAtStart(const std::string& path, std::string detail);
[[nodiscard]] Error notWritableNow(const std::string& path, std::string detail);
/// A write to it was cut off, and has yet to be undone.
[[nodiscard]] Error cutOffWrite(const std::string& path, std::string detail);
/// The journal beside it would have another file deleted.
[[nodiscard]] Error foreignJournal(const std::string& path, std::string detail);
/// Nothing can be written beside it, so that what its log has is only to be seen in a copy.
[[nodiscard]] Error readFromCopy(const std::string& path);
/// A copy wants `needed` bytes.
[[nodiscard]] Error noRoomForCopy(const std::string& path, std::int64_t needed, std::int64_t left);
/// That, for which a library of an older version is not brought up to date.
[[nodiscard]] Error noRoomToUpdate(Error noRoom);
/// `copy`: where all of it is now; empty = nowhere else.
[[nodiscard]] Error takenAway(const std::string& path, const std::string& copy);
[[nodiscard]] Error cutShort(const std::string& path);
/// All is stored in the log, which cannot be moved into the file.
[[nodiscard]] Error checkpointFailed(const std::string& path, const Error& why);
/// The log that a crash left is not there any more. `newestBackup`: when it was made.
[[nodiscard]] Error walLost(const std::string& path, const std::optional<conversation::Timestamp>& newestBackup);
/// The place gives no way to write that a crash leaves whole.
[[nodiscard]] Error noLogPossible(const std::string& path);
[[nodiscard]] Error busy(const std::string& path, std::string detail);
[[nodiscard]] Error cancelled(const std::string& path);
[[nodiscard]] Error searchStopped();
[[nodiscard]] Error badCopy(const std::string& path, std::string detail);
/// A copy was kept, but holds damaged content; `titles`: of the sessions that have it, as far as that is known.
[[nodiscard]] Error copiedInPart(const std::string& path, const std::vector<std::string>& titles, std::string detail);
[[nodiscard]] Error damaged(const std::string& path, std::string detail);
[[nodiscard]] Error oddHeader(const std::string& path);
[[nodiscard]] Error failed(const std::string& path, std::string detail);
/// Something of what was asked for: it says nothing of the disk, nor of what else is written.
[[nodiscard]] Error refused(const std::string& path, std::string detail);

[[nodiscard]] Error noSuchSession(const conversation::SessionId& session);
[[nodiscard]] Error notInArchive(const conversation::SessionId& session);
[[nodiscard]] Error sessionExists(const conversation::SessionId& session);
[[nodiscard]] Error gapInLog(const conversation::SessionId& session, std::string detail);
[[nodiscard]] Error unwritableEvent(std::string detail);
[[nodiscard]] Error snapshotAheadOfLog(const conversation::SessionId& session);
[[nodiscard]] Error notInChannel(conversation::EventSeq seq, const conversation::ChannelKey& channel);
[[nodiscard]] Error noSuchAttachment(const conversation::AttachmentHash& hash);
[[nodiscard]] Error attachmentTooBig();

/// The library is damaged, and stays so.
[[nodiscard]] Error noRoomToRecover(const std::string& path, std::string detail);
/// `noRoom` tells how much is needed.
[[nodiscard]] Error noRoomToRecover(const std::string& path, const Error& noRoom);
[[nodiscard]] Error notRecovered(const std::string& path, std::string detail);
/// Of the file a part is left, without any session.
[[nodiscard]] Error nothingInPart(const std::string& path);
/// A library's file is gone, and its log has no session.
[[nodiscard]] Error nothingInLogAlone(const std::string& path);

} // namespace quarterdeck::storage::errors
