#pragma once

#include "disk.h"
#include "model/conversation/error.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace quarterdeck::test {

/// What the disk does to the n-th call of one of these kinds.
struct Fault
{
    const char* name;
    std::set<DiskCall::Kind> kinds;
    int error; ///< 0 = the call is carried out
    bool isTorn = false;
    bool isLasting = false; ///< and to all that follow, until it is over
    std::optional<conversation::ErrorCode> told = conversation::ErrorCode::Io; ///< nothing = nothing may be refused
    bool isOfFileOnly = false; ///< and not to those of the log beside it
    std::chrono::milliseconds delay{0};
};
/// Everything that a disk does; those of a full one are the first.
[[nodiscard]] const std::vector<Fault>& faults();

/// At which call a fault is tried after that one, beginning with the first, until one does not come any more: at every
/// one, or at one in ten without QUARTERDECK_FULL. `spread` makes that others for each thing that is tried.
[[nodiscard]] int callAfter(int n, std::size_t spread);

/// A rule that counts the calls of a library's files as long as it lives.
class Injection
{
public:
    Injection(Disk& disk, const Fault& fault, int n);
    ~Injection() { m_disk.setRule({}); }
    Injection(const Injection&) = delete;
    Injection& operator=(const Injection&) = delete;
    [[nodiscard]] bool hasCome() const { return m_count >= m_n; }

private:
    Disk& m_disk;
    int m_n;
    std::atomic<int> m_count = 0;
};

} // namespace quarterdeck::test
