#include "model/transfer/import/import_job.h"

#include "model/formats/session_reader.h"
#include "model/session/post.h"
#include "model/session/safe_files.h"
#include "model/transfer/import/cursor_source.h"
#include "model/transfer/import/file_import.h"
#include "model/transfer/import/folder_files.h"
#include "model/transfer/import/import_comparison.h"
#include "model/transfer/import/import_source.h"
#include "model/transfer/import/opencode_source.h"
#include "model/transfer/import/studio_source.h"
#include "model/transfer/import/threaded_sink.h"
#include "model/transfer/library_access.h"
#include "model/transfer/package.h"
#include "model/transfer/transfer_errors.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

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

class ImportJob::Private
{
public:
    Private(ImportJob& job, std::shared_ptr<Library> library, ImportRequest request)
        : worker(std::move(library), std::move(request), [&job](const ImportProgress& progress) {
            session::post(&job, [&job, progress] { emit job.progressed(progress); });
        })
    { }

    ImportWorker worker;
    std::thread thread;
};

ImportJob::ImportJob(std::shared_ptr<Library> library, ImportRequest request, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library), std::move(request)))
{ }

ImportJob::~ImportJob()
{
    // Completions may be posted to this very thread, which waits here.
    d->worker.abandon();
    if (d->thread.joinable()) {
        d->thread.join();
    }
}

void ImportJob::start()
{
    d->thread = std::thread([this] {
        const ImportReport report = d->worker.run();
        session::post(this, [this, report] { emit finished(report); });
    });
}

void ImportJob::cancel() { d->worker.cancel(); }

namespace {

/// Whether a file of that kind, although it only grows, may end what it said before: it has to be compared as a whole.
bool mayTakeBack(const std::string& kind) { return kind == "gemini_cli"; }

/// Judges an unreadable file by its beginning, or as text that another program saved in UTF-16.
bool isRecordingFile(ImportSource& source)
{
    if (!source.rewind()) {
        return false;
    }
    if (formats::ReaderRegistry::standard().canRead(source)) {
        return true;
    }
    std::array<char, 2> mark{};
    const auto count = source.rewind().and_then([&](std::size_t) { return source.read(mark.data(), mark.size()); });
    const std::string_view found(mark.data(), count.value_or(0));
    return found == "\xff\xfe" || found == "\xfe\xff";
}

} // namespace

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
    constexpr std::int64_t mostPassedOverNamed = 100; // a folder may be that of a whole disk
    ImportReport report;
    std::set<std::string> folders; ///< that have recordings
    SubAgentFileCache unknown;
    SubAgentFileCache& known = m_request.memory ? m_request.memory->parts() : unknown;
    const std::vector<FileToImport> wanted = listFilesToImport(m_request.files, known, m_isCancelled);
    m_progress.files = static_cast<std::int32_t>(wanted.size());
    for (const FileToImport& one : wanted) {
        if (m_isCancelled) {
            report.notBegun.push_back(one.file.path);
            continue;
        }
        ++m_progress.file;
        if (auto file = importFile(one)) {
            report.files.push_back(std::move(*file));
            folders.insert(one.folder);
        } else if (++report.passedOver <= mostPassedOverNamed) {
            report.passedOverFirst.push_back(one.file.path);
        }
    }
    for (const ImportFile& file : m_request.files) {
        if (!m_isCancelled && isPlainFolder(file.path) && !folders.contains(file.path)) {
            report.files.push_back({});
            report.files.back().path = file.path;
            report.files.back().error = errors::noRecordings(file.path);
        }
    }
    report.isCancelled = m_isCancelled;
    return report;
}

std::optional<FileReport> ImportWorker::importFile(const FileToImport& wanted)
{
    const ImportFile& file = wanted.file;
    const bool isFound = !wanted.folder.empty();
    FileReport report;
    report.path = file.path;
    if (wanted.failure) {
        report.error = wanted.failure;
        return report;
    }
    if (const auto reason = m_library->readOnlyReason()) {
        report.error = errors::notStored(file.path, *reason);
        return report;
    }
    if (session::isOpenInThisProcess(
            file.path)) { // it must not be opened, and so not closed: that drops the locks on it
        report.error = errors::isOpenLibrary(file.path);
        return isFound ? std::nullopt : std::optional(std::move(report));
    }
    if (isFound && isPackage(file.path) && !file.path.ends_with(".qdeck")) {
        return std::nullopt; // a library
    }
    const auto source = openSource(file, wanted.parts, [this] { return !m_isCancelled; });
    if (!source) {
        if (isFound && source.error().code == conversation::ErrorCode::BadInput) {
            return std::nullopt;
        }
        report.error = source.error();
        report.isRecordingFile = isPackage(file.path) || StudioSource::isStudio(file.path)
            || OpenCodeSource::isOpenCode(file.path) || CursorSource::isCursor(file.path);
        return report;
    }
    if (isFound && !formats::ReaderRegistry::standard().canRead(**source)) {
        return std::nullopt;
    }
    report = importFrom(**source, file);
    // Of a program's folder, some files hold its own records only.
    const bool isEmpty = report.error && report.error->code == conversation::ErrorCode::NotFound;
    return isFound && isEmpty ? std::nullopt : std::optional(std::move(report));
}

FileReport ImportWorker::importFrom(ImportSource& source, const ImportFile& file)
{
    FileReport report;
    report.path = file.path;
    m_progress.path = file.path;
    m_progress.bytesTotal = source.size();
    m_writes.forgetError();
    if (m_request.ifKnown == DuplicatePolicy::ImportAnew) {
        read(source, file, {}, nullptr, report);
        return report;
    }
    const ImportedSessions imported = ImportedSessions::of(*m_library);
    if (!read(source, file, stepsSoFar(source, file, imported), &imported, report)) {
        readKnown(source, file, imported, report);
    }
    return report;
}

std::vector<ImportStep> ImportWorker::stepsSoFar(const ImportSource& source, const ImportFile& file,
                                                 const ImportedSessions& imported) const
{
    if (!isFollowed(file)) {
        return {};
    }
    std::optional<ImportCheckpoint> known = m_request.memory->take(file.path);
    const session::SessionSummary* stored = known ? imported.find(known->step.known.id) : nullptr;
    if (stored == nullptr || known->edges != edgesOf(known->files) || !source.goesOnFrom(known->files)) {
        return {};
    }
    known->step.known.title = stored->title;
    known->step.known.isArchived = stored->labels.archivedAt.has_value();
    return {std::move(known->step)};
}

void ImportWorker::remember(const ImportSource& source, const ImportFile& file, const QByteArray& edges,
                            const FileImport& import)
{
    const std::optional<ImportStep> step = import.stepSoFar();
    if (!isFollowed(file) || !step || edges.isEmpty() || source.bytesRead() != source.size()) {
        return;
    }
    std::vector<FileBeginning> files = source.beginnings();
    // A file that was started anew in the meantime is a different one.
    if (edges == edgesOf(files)) {
        m_request.memory->remember(file.path, {std::move(files), edges, *step});
    }
}

bool ImportWorker::isFollowed(const ImportFile& file) const
{
    return m_request.memory && file.isGrowing && file.only.empty() && m_request.ifKnown == DuplicatePolicy::Update;
}

bool ImportWorker::read(ImportSource& source, const ImportFile& file, std::vector<ImportStep> steps,
                        const ImportedSessions* imported, FileReport& report)
{
    const QByteArray edges = isFollowed(file) ? edgesOf(source.beginnings()) : QByteArray();
    std::atomic<std::int64_t> messages = 0;
    FileImport import({*m_library, m_writes, m_isCancelled, m_request.areSamples,
                       [&](std::int64_t count) { messages = count; }, imported, m_request.ifKnown, std::move(steps),
                       file.only},
                      report);
    ThreadedSink taking(import, [&] { tell(source, messages); });
    ProgressSource told(source, [&] {
        tell(source, messages);
        return !m_isCancelled;
    });
    const auto kind = formats::ReaderRegistry::standard().read(told, taking);
    const std::string failure = taking.finish();
    if (kind && failure.empty() && !import.isStopped() && import.commit()) {
        report.kind = *kind;
        report.leftOut = source.leftOut();
        if (!mayTakeBack(*kind)) {
            remember(source, file, edges, import);
        }
        return true;
    }
    const auto writeError = m_writes.error();
    const bool isGone = import.rollBack();
    if (m_isCancelled) {
        report.error = errors::importCancelled(source.name());
    } else if (writeError) {
        report.error = isGone ? errors::notStored(source.name(), *writeError)
                              : errors::notStoredNorRemoved(source.name(), *writeError);
    } else if (import.hasFoundDuplicate()) {
        return false;
    } else if (!failure.empty()) {
        report.error = errors::notReadable(file.path, failure);
    } else if (!report.error && !kind) {
        report.error = kind.error();
        report.isRecordingFile = isRecordingFile(source);
    }
    return true;
}

void ImportWorker::readKnown(ImportSource& source, const ImportFile& file, const ImportedSessions& imported,
                             FileReport& report)
{
    report = FileReport();
    report.path = file.path;
    ImportComparison comparison(
        {*m_library, imported, [this] { return m_isCancelled.load(); }, [&] { tell(source, 0); }, !m_request.memory});
    ProgressSource told(source, [&] {
        tell(source, 0);
        return !m_isCancelled;
    });
    const auto kind = source.rewind().and_then(
        [&](std::size_t) { return formats::ReaderRegistry::standard().read(told, comparison); });
    if (!kind) {
        report.error = m_isCancelled ? errors::importCancelled(source.name()) : kind.error();
        report.isRecordingFile = isRecordingFile(source);
        return;
    }
    std::vector<ImportStep> steps = comparison.steps();
    if (std::ranges::none_of(steps, [this](const ImportStep& step) { return comesIn(step); })) {
        report.kind = *kind;
        report.leftOut = source.leftOut();
        for (ImportStep& step : steps) {
            report.known.push_back(std::move(step.known));
        }
        return;
    }
    if (const auto back = source.rewind(); !back) {
        report.error = back.error();
        return;
    }
    read(source, file, std::move(steps), nullptr, report);
}

bool ImportWorker::comesIn(const ImportStep& step) const
{
    const bool isKnown = !step.known.id.isEmpty() && step.known.what != DuplicateSession::What::Differs;
    return !isKnown
        || (m_request.ifKnown == DuplicatePolicy::Update && step.known.what == DuplicateSession::What::Grown);
}

void ImportWorker::tell(const ImportSource& source, std::int64_t messages)
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
