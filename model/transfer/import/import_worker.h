#pragma once

#include "model/transfer/import/folder_files.h"
#include "model/transfer/import/import_comparison.h"
#include "model/transfer/import/import_job.h"
#include "model/transfer/import/import_source.h"
#include "model/transfer/write_throttle.h"

#include <QByteArray>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace quarterdeck::transfer {

class FileImport;

/// Imports the files one after the other. Everything but `cancel` and `abandon` runs on the worker's thread.
class ImportWorker
{
public:
    using OnProgress = std::function<void(ImportProgress)>;

    ImportWorker(std::shared_ptr<Library> library, ImportRequest request, OnProgress onProgress);

    [[nodiscard]] ImportReport run();
    /// Thread: any.
    void cancel() { m_isCancelled = true; }
    /// Cancels, and no longer waits for completions. Thread: any.
    void abandon();

private:
    /// Empty: nobody asked for it, and it is not a recording.
    [[nodiscard]] std::optional<FileReport> importFile(const FileToImport& wanted);
    [[nodiscard]] FileReport importFrom(ImportSource& source, const ImportFile& file);
    /// False: it has to be compared with earlier imports first. Nothing of it came in.
    bool read(ImportSource& source, const ImportFile& file, std::vector<ImportStep> steps,
              const ImportedSessions* imported, FileReport& report);
    /// What the last import of a growing file found, if still valid; otherwise empty.
    [[nodiscard]] std::vector<ImportStep> stepsSoFar(const ImportSource& source, const ImportFile& file,
                                                     const ImportedSessions& imported) const;
    /// `edges`: of what is read, taken before reading.
    void remember(const ImportSource& source, const ImportFile& file, const QByteArray& edges,
                  const FileImport& import);
    [[nodiscard]] bool isFollowed(const ImportFile& file) const;
    void readKnown(ImportSource& source, const ImportFile& file, const ImportedSessions& imported, FileReport& report);
    [[nodiscard]] bool comesIn(const ImportStep& step) const;
    void tell(const ImportSource& source, std::int64_t messages);

    std::shared_ptr<Library> m_library;
    ImportRequest m_request;
    OnProgress m_onProgress;
    WriteThrottle m_writes;
    std::atomic<bool> m_isCancelled = false;
    ImportProgress m_progress;
    std::chrono::steady_clock::time_point m_lastTold;
};

} // namespace quarterdeck::transfer
