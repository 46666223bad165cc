#include "import_worker.h"

#include "file_import.h"
#include "formats/session_reader.h"
#include "sentences.h"

namespace quarterdeck::transfer {

ImportWorker::ImportWorker(std::shared_ptr<Library> library, ImportRequest request, OnProgress onProgress)
    : m_library(std::move(library))
    , m_request(std::move(request))
    , m_onProgress(std::move(onProgress))
{ }

void ImportWorker::abandon()
{
    cancel();
    m_writes.abandon();
}

ImportReport ImportWorker::run()
{
    ImportReport report;
    m_progress.files = static_cast<std::int32_t>(m_request.files.size());
    for (const ImportFile& file : m_request.files) {
        if (m_isCancelled) {
            break;
        }
        ++m_progress.file;
        report.files.push_back(importFile(file));
    }
    report.isCancelled = m_isCancelled;
    return report;
}

FileReport ImportWorker::importFile(const ImportFile& file)
{
    FileReport report;
    report.path = file.path;
    if (const auto reason = m_library->readOnlyReason()) {
        report.error = sentences::notStored(file.path, *reason);
        return report;
    }
    const auto source = FileSource::open(file);
    if (!source) {
        report.error = source.error();
        return report;
    }
    m_progress.path = file.path;
    m_progress.bytesTotal = (*source)->size();
    read(**source, report);
    return report;
}

void ImportWorker::read(FileSource& source, FileReport& report)
{
    m_writes.forgetError();
    FileImport import({*m_library, m_writes, m_isCancelled, m_request.areSamples,
                       [&](std::int64_t messages) { tell(source, messages); }},
                      report);
    const auto kind = formats::ReaderRegistry::standard().read(source, import);
    if (kind && import.commit()) {
        report.kind = *kind;
        return;
    }
    const auto writeError = m_writes.error();
    const bool isGone = import.rollBack();
    if (m_isCancelled) {
        report.error = sentences::importCancelled(source.name());
    } else if (writeError) {
        report.error = isGone ? sentences::notStored(source.name(), *writeError)
                              : sentences::notStoredNorRemoved(source.name(), *writeError);
    } else if (!report.error && !kind) {
        report.error = kind.error();
    }
}

void ImportWorker::tell(const FileSource& source, std::int64_t messages)
{
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastTold < 50ms) {
        return;
    }
    m_lastTold = now;
    m_progress.bytesRead = source.bytesRead();
    m_progress.messages = messages;
    m_onProgress(m_progress);
}

} // namespace quarterdeck::transfer
