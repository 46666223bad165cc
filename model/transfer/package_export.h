#pragma once

#include "model/transfer/import/file_import.h"
#include "model/transfer/package.h"
#include "model/transfer/write_throttle.h"

#include <QTemporaryDir>
#include <atomic>
#include <memory>
#include <optional>

namespace quarterdeck::transfer {

/// Makes a package next to its destination and moves it there when it is complete; otherwise removes it. Thread: the
/// worker's, except `abandon` (any).
class PackageExport
{
public:
    /// `completions` delivers the library's answers, on a thread that keeps running meanwhile.
    PackageExport(const PackageFiles& files, std::string path, QObject* completions,
                  const std::atomic<bool>& isCancelled);

    [[nodiscard]] session::Result<session::Nothing> begin();
    void event(const session::Event& event);
    void attachment(formats::RecordedAttachment attachment);
    /// Whether anything has gone wrong so far; the caller need not ask after each event.
    [[nodiscard]] bool hasFailed() const;
    [[nodiscard]] session::Result<session::Nothing> finish();
    /// No longer waits for completions.
    void abandon() { m_writes.abandon(); }

private:
    void shareAsEver() const;

    const PackageFiles& m_files;
    std::string m_path;
    std::string m_target{}; ///< where a link at `m_path` leads
    QObject* m_completions;
    const std::atomic<bool>& m_isCancelled;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_making;
    std::shared_ptr<Library> m_library;
    WriteThrottle m_writes;
    FileReport m_report;
    std::optional<FileImport> m_log;
};

} // namespace quarterdeck::transfer
