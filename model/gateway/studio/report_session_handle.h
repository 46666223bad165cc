#pragma once

#include "model/gateway/studio/report.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QTimer>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::gateway::metagpt {

/// What the reporters of one MetaGPT run post, as a session of kind Remote: what is being written is a draft, and
/// becomes a message when it is complete, nothing more comes, or this ends. Thread: the hub's, once the hub is listed.
class ReportSessionHandle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReportSessionHandle)
public:
    /// Called once, when what a report ended is durable, or refused; at once if it ended nothing. Not called if the hub
    /// dies first.
    using Done = std::function<void(session::Result<session::Nothing>)>;
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
    [[nodiscard]] bool isIdle() const { return m_open.empty() && !m_isOpening; }

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
    struct Waiting
    {
        Report report;
        Done done;
    };

    void opened(const session::Result<session::Session*>& session);
    void write(const Report& report, const Done& done);
    void store(const ReportedMessage& message, const Done& done);
    void storeUnasked(const ReportedMessage& message);
    void forgetIfDeleted();
    void hire(const std::string& name);
    void showDrafts();
    void storeRested();

    session::SessionHub& m_hub;
    const std::string m_source;
    const Times m_times;
    session::Session* m_session = nullptr;
    bool m_isOpening = false;
    std::deque<Waiting> m_waiting;
    std::map<std::string, Open> m_open; ///< by the reporter's uuid
    QTimer m_draft;
    QTimer m_rest;
};

} // namespace quarterdeck::gateway::metagpt
