#include "studio/studio_runs.h"

#include "session/when_listed.h"

#include <QPointer>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway {

StudioRuns::StudioRuns(session::SessionHub& hub, StudioAnswers::Emit emitTo) : m_hub(hub), m_emit(std::move(emitTo))
{
    session::whenListed(m_hub, *this, [this] { tellPresence(); });
}

/// For those that were running when this program ended without notice.
void StudioRuns::tellPresence()
{
    for (const session::SessionSummary& one : m_hub.summaries()) {
        const std::string id = StudioRun::runOf(one);
        if (!id.empty() && one.runState == conversation::RunState::Running)
            run(id).tellPresence();
    }
}

StudioRuns::~StudioRuns() = default;

StudioRun& StudioRuns::run(const std::string& id)
{
    auto& run = m_runs[id];
    if (!run) {
        run = std::make_unique<StudioRun>(m_hub, id, m_emit);
        connect(run.get(), &StudioRun::failed, this, [this, id](const std::string& why) { emit failed(id, why); });
    }
    return *run;
}

StudioRuns::Done StudioRuns::telling(const std::string& run, Done done)
{
    return [self = QPointer(this), run, done = std::move(done)](const session::Result<session::Nothing>& result) {
        if (!result && !self.isNull())
            emit self->failed(run, result.error().sentence);
        done(result);
    };
}

void StudioRuns::registerRun(RegisteredRun registered, Done done)
{
    const nlohmann::json& fields = registered.fields.json();
    if (const auto process = fields.find("pid"); process != fields.end() && process->is_number_integer())
        emit processTold(registered.id, process->get<std::int64_t>());
    run(registered.id).whenOpen(registered, telling(registered.id, std::move(done)));
}

void StudioRuns::registerReply(RegisteredReply reply, Done done)
{
    StudioRun& speaking = run(reply.runId);
    speaking.whenOpen([&speaking, speaker = reply.speaker, done = telling(reply.runId, std::move(done))](
                          const auto& opened) { opened ? speaking.hire(speaker, done) : done(opened); });
}

void StudioRuns::push(PushedMessage pushed, Done done)
{
    StudioRun& speaking = run(pushed.runId);
    const auto shared = std::make_shared<PushedMessage>(std::move(pushed));
    speaking.whenOpen([&speaking, shared, done = telling(shared->runId, std::move(done))](const auto& opened) {
        opened ? speaking.say(std::move(*shared), done) : done(opened);
    });
}

void StudioRuns::requestInput(RequestedInput input, Done done)
{
    StudioRun& asking = run(input.runId);
    asking.whenOpen([&asking, question = input.question, done = telling(input.runId, std::move(done))](
                        const auto& opened) { opened ? asking.ask(question, done) : done(opened); });
}

void StudioRuns::attach(const std::string& socket, const std::string& runId)
{
    m_runOf[socket] = runId;
    run(runId).attach(socket);
}

void StudioRuns::detach(const std::string& socket)
{
    const auto found = m_runOf.find(socket);
    if (found == m_runOf.end())
        return;
    const auto left = m_runs.find(found->second);
    m_runOf.erase(found);
    left->second->detach(socket);
    if (left->second->isIdle())
        m_runs.erase(left);
}

} // namespace quarterdeck::gateway
