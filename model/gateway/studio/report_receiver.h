#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/studio/report_session_handle.h"

#include <QObject>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace quarterdeck::gateway::metagpt {

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
