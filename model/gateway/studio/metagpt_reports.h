#pragma once

#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/remote_session.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QTimer>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway::metagpt {

/// What MetaGPT's reporters post (metagpt/utils/report.py): what an agent writes, runs and shows, piece by piece.
/// Parsed tolerantly, since a refusal ends the agent. Pure; thread: any.

/// One post: `{block, uuid, value, name, role, extra?, enable_llm_stream?}`. `value` is a text of any length, or
/// something bounded.
struct Report
{
    std::string
        block; ///< "Terminal", "Task", "Browser", "Browser-RT", "Editor", "Gallery", "Notebook", "Docs", "Thought"
    std::string uuid; ///< the reporter's, which may report several things in turn
    std::string
        name; ///< "content", "path", "object", "meta", "cmd", "output", "url", "page", "local_url", "end_marker"
    std::string role; ///< who reports; never empty
    conversation::JsonValue value;
    conversation::JsonValue extra; ///< null if there is none
    bool isStreamed = false;       ///< `enable_llm_stream`: it says when it is complete
};

/// The error is one English sentence for the program's log.
[[nodiscard]] tl::expected<Report, std::string> readReport(std::string_view body);

/// The message that a report, and those following it, add up to: pieces of text are joined, objects are structured
/// content, and a notebook cell with its output is a list. Bounded except for the last piece of text.
class ReportedMessage
{
public:
    /// Its first report; `id` and `now` are the message's.
    ReportedMessage(const Report& report, conversation::MessageId id, conversation::Timestamp now);

    /// Nothing more can follow, or it is long enough: `report` was its last.
    [[nodiscard]] bool isEndedBy(const Report& report) const;
    /// A report of the same reporter starts another one: a command after the last one's output.
    [[nodiscard]] bool isOver(const Report& next) const;
    void add(const Report& report);
    /// There is nothing to show.
    [[nodiscard]] bool isEmpty() const { return m_text.empty() && m_fields.is_null(); }

    [[nodiscard]] const std::string& role() const { return m_role; }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const conversation::MessageId& id() const { return m_id; }
    [[nodiscard]] conversation::Message message() const;

private:
    void addText(const Report& report);
    void addFields(const Report& report);
    void addToList(const Report& report);

    conversation::MessageId m_id;
    conversation::Timestamp m_time;
    std::string m_block;
    std::string m_uuid;
    std::string m_role;
    std::string m_last; ///< name of the last report
    std::string m_text;
    std::string m_address;   ///< of the reported thing; its text if it has no other
    nlohmann::json m_fields; ///< null = none
    std::size_t m_fieldBytes = 0;
    conversation::JsonValue m_extra;
};

/// What the reporters of one MetaGPT run post, as a session of kind Remote: what is being written is a draft, and
/// becomes a message when it is complete, nothing more comes, or this ends. Thread: the hub's, once the hub is listed.
class ReportSessionHandle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReportSessionHandle)
public:
    /// Called once, when what a report ended is durable, or refused; at once if it ended nothing. Not called if the hub
    /// dies first.
    using Done = RemoteSession::Done;
    struct Times
    {
        std::chrono::milliseconds draft = std::chrono::milliseconds(100); ///< a draft is updated this often
        std::chrono::milliseconds rest = std::chrono::seconds(10);        ///< then nothing more is expected
    };

    /// The session is found again by `source`.
    ReportSessionHandle(session::SessionHub& hub, std::string source, Times times);
    /// Stores what is being written as it is.
    ~ReportSessionHandle() override;

    void take(const Report& report, const Done& done);
    /// Nothing is being written.
    [[nodiscard]] bool isIdle() const { return m_open.empty() && m_waiting == 0; }

signals:
    /// Something accepted earlier could not be stored; why, for a person.
    void failed(const std::string& why);

private:
    using Clock = std::chrono::steady_clock;
    struct Open
    {
        ReportedMessage message;
        Clock::time_point changed;
        bool isShown = false; ///< as it is now
    };

    void write(const Report& report, const Done& done);
    void store(const ReportedMessage& message, const Done& done);
    void storeUnasked(const ReportedMessage& message);
    void forgetIfDeleted();
    void showDrafts();
    void storeRested();

    const Times m_times;
    std::size_t m_waiting = 0;          ///< reports that came while the session is being opened
    std::map<std::string, Open> m_open; ///< by the reporter's uuid
    QTimer m_draft;
    QTimer m_rest;
    RemoteSession m_remote; ///< after what it tells
};

/// Takes the posts of MetaGPT's reporters (METAGPT_REPORTER_URL). They name no run: what comes without a long pause is
/// one session, or, with "?run=…" in the address, what has the same. Thread: `answer` any, else the hub's.
class ReportReceiver final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReportReceiver)
public:
    explicit ReportReceiver(session::SessionHub& hub, ReportSessionHandle::Times times = {});
    ~ReportReceiver() override;

    /// Parses a post and passes it on. Only invalid JSON is refused; an error ends the agent.
    void answer(const HttpRequest& request, SendResponse answer);

signals:
    /// Something could not be stored; why, for a person. `id`: the session's source without "metagpt:".
    void failed(const std::string& id, const std::string& why);

private:
    void take(const std::string& run, const Report& report, const SendResponse& answer);
    /// Where a run without a name continues.
    [[nodiscard]] std::string sourceNow();
    ReportSessionHandle& session(const std::string& source);

    session::SessionHub& m_hub;
    const ReportSessionHandle::Times m_times;
    std::map<std::string, std::unique_ptr<ReportSessionHandle>> m_sessions; ///< by source
    std::string m_latest;          ///< the source of the last one without a name
    std::int64_t m_lastReport = 0; ///< of a run without a name; milliseconds since 1970
};

} // namespace quarterdeck::gateway::metagpt
