#include "faults.h"

#include "promise.h"

#include <sqlite3.h>

namespace quarterdeck::test {

using conversation::ErrorCode;
using Kind = DiskCall::Kind;

const std::vector<Fault>& faults()
{
    static const std::vector<Fault> all = {
        {"full", {Kind::Write}, SQLITE_FULL, false, true, ErrorCode::DiskFull},
        {"full in the middle of a write", {Kind::Write}, SQLITE_FULL, true, true, ErrorCode::DiskFull},
        {"full but for the log", {Kind::Write}, SQLITE_FULL, false, true, ErrorCode::DiskFull, true},
        {"a write fails", {Kind::Write}, SQLITE_IOERR_WRITE},
        {"a write fails halfway", {Kind::Write}, SQLITE_IOERR_WRITE, true},
        {"a sync fails", {Kind::Sync}, SQLITE_IOERR_FSYNC},
        {"a read fails", {Kind::Read}, SQLITE_IOERR_READ},
        {"a file does not open", {Kind::Open}, SQLITE_CANTOPEN},
        {"a file cannot be cut or removed", {Kind::Truncate, Kind::Delete}, SQLITE_IOERR_DELETE},
        {"shared memory is refused", {Kind::Map}, SQLITE_IOERR_SHMSIZE, false, false, ErrorCode::DiskFull},
        {"a call takes its time",
         {Kind::Open, Kind::Read, Kind::Write, Kind::Truncate, Kind::Sync, Kind::Delete, Kind::Map},
         SQLITE_OK,
         false,
         false,
         std::nullopt,
         false,
         std::chrono::milliseconds{5}},
    };
    return all;
}

int callAfter(int n, std::size_t spread)
{
    constexpr int step = 10;
    if (isFull())
        return n + 1;
    return n == 1 ? 2 + static_cast<int>(spread % step) : n + step;
}

Injection::Injection(Disk& disk, const Fault& fault, int n) : m_disk(disk), m_n(n)
{
    m_disk.setRule([this, fault](const DiskCall& call) -> DiskFate {
        if (!fault.kinds.contains(call.kind) || (fault.isOfFileOnly && call.path.ends_with("-wal")))
            return {};
        const int count = ++m_count;
        if (count != m_n && !(fault.isLasting && count > m_n))
            return {};
        return {fault.error, fault.isTorn && count == m_n, fault.delay};
    });
}

} // namespace quarterdeck::test
