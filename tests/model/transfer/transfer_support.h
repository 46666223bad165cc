#pragma once

#include "model/session/library.h"
#include "model/session/session.h"
#include "model/transfer/export_job.h"
#include "model/transfer/import/import_job.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <iterator>
#include <mutex>
#include <optional>

namespace quarterdeck::test {

using session::Library;
using session::Result;
using transfer::ImportReport;

/// Ends the test when it does not come true.
template <typename Predicate>
void require(Predicate predicate)
{
    if (!waitFor(predicate, 60'000)) {
        qFatal("what the test waits for does not come");
    }
}

/// Asks the library and waits for the answer.
template <typename T, typename Ask>
Result<T> answerOf(Ask&& ask)
{
    struct Answer
    {
        std::mutex mutex;
        std::optional<Result<T>> value;
    };
    auto answer = std::make_shared<Answer>();
    ask([answer](Result<T> result) {
        const std::scoped_lock lock(answer->mutex);
        answer->value = std::move(result);
    });
    require([&] {
        const std::scoped_lock lock(answer->mutex);
        return answer->value.has_value();
    });
    const std::scoped_lock lock(answer->mutex);
    return std::move(*answer->value);
}

inline std::vector<session::SessionSummary> sessionsOf(Library& library)
{
    return *answerOf<std::vector<session::SessionSummary>>([&](auto done) { library.listSessions(std::move(done)); });
}

inline std::vector<session::Event> eventsOf(Library& library, const session::SessionId& id)
{
    return *answerOf<std::vector<session::Event>>(
        [&](auto done) { library.readEvents(id, {}, 100'000, std::move(done)); });
}

/// However many there are.
inline std::vector<session::Event> allEventsOf(Library& library, const session::SessionId& id)
{
    constexpr std::int32_t most = 10'000;
    std::vector<session::Event> all;
    for (bool isLast = false; !isLast;) {
        const session::EventSeq after = all.empty() ? session::EventSeq() : all.back().seq;
        auto page = answerOf<std::vector<session::Event>>(
            [&](auto done) { library.readEvents(id, after, most, std::move(done)); });
        isLast = !page || page->empty();
        if (!isLast) {
            all.insert(all.end(), std::make_move_iterator(page->begin()), std::make_move_iterator(page->end()));
        }
    }
    return all;
}

inline ImportReport import(const std::shared_ptr<Library>& library, transfer::ImportRequest request)
{
    transfer::ImportJob job(library, std::move(request));
    std::optional<ImportReport> result;
    QObject::connect(&job, &transfer::ImportJob::finished, &job, [&](const ImportReport& report) { result = report; });
    job.start();
    require([&] { return result.has_value(); });
    return result.value_or(ImportReport());
}

inline ImportReport import(const std::shared_ptr<Library>& library, const QStringList& paths)
{
    transfer::ImportRequest request;
    for (const QString& path : paths) {
        request.files.push_back({path.toStdString(), {}});
    }
    return import(library, std::move(request));
}

inline transfer::ExportReport exportTo(const std::shared_ptr<Library>& library, const session::SessionId& id,
                                       const QString& path, const std::string& format = "jsonl", bool isRedacted = true,
                                       const transfer::PackageFiles& packages = {})
{
    transfer::ExportJob job(library, {id, path.toStdString(), {}, format, isRedacted, packages});
    std::optional<transfer::ExportReport> result;
    QObject::connect(&job, &transfer::ExportJob::finished, &job,
                     [&](const transfer::ExportReport& report) { result = report; });
    job.start();
    require([&] { return result.has_value(); });
    return result.value_or(transfer::ExportReport());
}

/// Makes a session of these events; an empty id when it cannot be stored.
inline session::SessionId store(const std::shared_ptr<Library>& library, const std::vector<session::Event>& events)
{
    session::ConversationState state;
    const session::SessionId id(session::newId());
    auto records = session::makeLogRecords(state, events);
    const auto stored = answerOf<session::Nothing>(
        [&](auto done) { library->createSession(session::summaryOf(id, state), std::move(records), std::move(done)); });
    return stored ? id : session::SessionId();
}

inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("the test cannot write its file");
    }
    return file.fileName();
}

inline QString dataPath(const QString& path) { return QStringLiteral(QUARTERDECK_TEST_DATA "/") + path; }

} // namespace quarterdeck::test
