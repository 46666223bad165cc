#pragma once

#include "model/formats/export/redactor.h"
#include "model/formats/export/session_writer.h"
#include "model/session/library.h"
#include "model/transfer/package.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::transfer {

/// The home folder of the person who runs the program, by all its paths. UTF-8.
[[nodiscard]] std::vector<std::string> homeFolders();
/// The values of all environment variables whose name says that they are secret: OPENAI_API_KEY, DB_PASSWORD.
[[nodiscard]] std::vector<std::string> keysOfEnvironment();

/// A session in one of formats::exportFormats(). Goes to `path`, with attachments, if the format has them beside the
/// file, in the folder `<path>.attachments`; or, if `write` is set, to that function (called on the job's thread;
/// returns false to give up), without such a folder. A package goes to `path`; `write` gets the lines from which it is
/// made, for a preview.
struct ExportRequest
{
    session::SessionId session;
    std::string path; ///< UTF-8; an existing file is replaced once everything is written
    std::function<bool(std::string_view)> write;
    std::string format = "jsonl";
    bool isRedacted = true;  ///< secrets are removed, see formats::Redactor; attachments are not searched
    PackageFiles packages{}; ///< only for a package
    /// At most this many places are reported for each kind of removal.
    int examplesOfAKind = formats::Redactor::examplesOfAKind;
    std::vector<std::string> homes = homeFolders();      ///< as formats::Redactor
    std::vector<std::string> keys = keysOfEnvironment(); ///< as formats::Redactor
};

/// One place where something was taken out.
struct ExportExample
{
    std::string kind;         ///< as formats::Redaction
    std::string text;         ///< as formats::RedactionExample
    std::int64_t message = 0; ///< the number of the message that contains it, or that follows it: 1, 2, 3 …
    std::string speaker;      ///< that message's; empty = the person, or unknown
};

struct ExportReport
{
    std::int64_t events = 0;
    std::int64_t attachments = 0;        ///< written
    std::int64_t attachmentsLeftOut = 0; ///< no folder for them, or missing from the library
    std::int64_t attachmentsLost = 0;    ///< among them: missing from the library
    std::optional<session::Error> error; ///< if set, nothing was left behind
    bool isCancelled = false;
    std::vector<formats::Loss> losses;          ///< what the format cannot carry
    std::vector<formats::Redaction> redactions; ///< what was removed
    std::vector<ExportExample> examples{};      ///< some of it
};

/// Exports one session on a thread of its own. Thread: all calls and signals on the thread it was made on.
class ExportJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExportJob)
public:
    explicit ExportJob(std::shared_ptr<session::Library> library, ExportRequest request, QObject* parent = nullptr);
    /// Cancels what runs, and waits for its thread.
    ~ExportJob() override;

    /// Once.
    void start();
    void cancel();

signals:
    void progressed(qint64 events, qint64 total);
    void finished(const quarterdeck::transfer::ExportReport& report);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::transfer
