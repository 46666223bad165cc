#pragma once

#include "model/transfer/import/import_job.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// How a later start of the program, or a person with `curl --unix-socket`, speaks to the process that has the library:
/// HTTP by a local socket, replies as Server-Sent Events. Parsed as untrusted input, although the socket is private.
///
/// | request | reply |
/// |---|---|
/// | GET /v1/health | who this is, and how the library is doing |
/// | POST /v1/show {"files", "demo"} | `accepted`; or `importing`; or `leaving`, `released`: there was no window |
/// | POST /v1/imports {"files", "if_known"} | `accepted`, `progress` …, `report` |
/// | POST /v1/runs, a RunRequest (run_request.h) | `accepted`, `begun`, `line` …, `question` …, `ended` |
/// | POST /v1/runs/ID/answers {"question", "answer"}, from the process that asked for the run | {} |
/// | POST /v1/sessions/ID/questions/ID/answer, a QuestionReply (question_reply.h) | {} |
/// | DELETE /v1/imports/ID, DELETE /v1/runs/ID | {}: it is cancelled, and still reports |
/// | POST /v1/gateway {} | `accepted`, `listening` …; or `leaving`, `released` |
///
/// What is refused is answered with a status of 400 and more, and a sentence; what turns out to be impossible later,
/// with the event `rejected`. Whoever closes the connection has cancelled what it asked for.
namespace quarterdeck::app {

/// The window is wanted, and this in it.
struct ShowWindow
{
    QStringList files = {}; ///< to import; absolute paths, or links to messages
    bool isDemo = false;    ///< start the demo team
    friend bool operator==(const ShowWindow&, const ShowWindow&) = default;
};

struct ImportFiles
{
    QStringList files; ///< absolute paths; at least one
    transfer::DuplicatePolicy ifKnown = transfer::DuplicatePolicy::LeaveAlone;
    friend bool operator==(const ImportFiles&, const ImportFiles&) = default;
};

struct RunTeam
{
    QString request; ///< a RunRequest as text
    friend bool operator==(const RunTeam&, const RunTeam&) = default;
};

/// Let agents in, and report where.
struct ServeAgents
{
    friend bool operator==(const ServeAgents&, const ServeAgents&) = default;
};

/// What a later start asks of the process that has the library.
using InstanceRequest = std::variant<ShowWindow, ImportFiles, RunTeam, ServeAgents>;

[[nodiscard]] const char* pathOf(const InstanceRequest& request);
[[nodiscard]] std::string bodyOf(const InstanceRequest& request);
/// Empty if it is none.
[[nodiscard]] std::optional<InstanceRequest> instanceRequestFrom(std::string_view path, const std::string& body);

/// It does it.
struct RequestAccepted
{
    QString id = {}; ///< of an import or a run, to cancel or to answer it
};

/// It does not, or no longer.
struct RequestRejected
{
    QString sentence;
};

/// It has no window and is importing: a start that wants a window need not wait, and can ask again later.
struct BusyImporting
{
    QString file; ///< the name of one
};

/// A run is in the log: any process that has the library can continue it.
struct RunBegun
{
    QString session;
    qint64 since = 0; ///< the last event before it
};

struct RunProgress
{
    QString line;
};

/// The team's question is to be answered by whoever asked for the run.
struct AnswerRequested
{
    QString question; ///< its id
};

struct RunEnded
{
    QString outcome; ///< a RunOutcome (run_request.h) as text
};

/// Where agents connect; repeated when it changes. 0 = nowhere.
struct GatewayListening
{
    quint16 port = 0;
};

/// It gives up the library, and is busy closing it.
struct LibraryClosing
{ };

/// It has. While the connection lasts it does not take it back. What it told agents still holds.
struct LibraryReleased
{
    quint16 port = 0; ///< where they connected; 0 = nowhere
    QString studio = {};
};

using InstanceMessage = std::variant<RequestAccepted, RequestRejected, transfer::ImportProgress, transfer::ImportReport,
                                     RunBegun, RunProgress, AnswerRequested, RunEnded, GatewayListening, LibraryClosing,
                                     LibraryReleased, BusyImporting>;

/// As an event of a reply, with its blank line.
[[nodiscard]] std::string eventOf(const InstanceMessage& message);
/// Empty if there is no such event.
[[nodiscard]] std::optional<InstanceMessage> instanceMessageFrom(const std::string& event, const std::string& data);

/// For the team's question.
struct RunAnswer
{
    QString question;
    std::optional<std::string> text = {}; ///< nothing = there are no more
};
[[nodiscard]] std::string bodyOf(const RunAnswer& answer);
[[nodiscard]] std::optional<RunAnswer> runAnswerFrom(const std::string& body);

/// Bytes of a request: nobody types that many file names.
inline constexpr std::size_t longestInstanceRequest = std::size_t{4} << 20;
/// Bytes of a message: a report has a line of text per session.
inline constexpr std::size_t longestInstanceMessage = std::size_t{64} << 20;

} // namespace quarterdeck::app
