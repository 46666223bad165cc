#include "studio/studio_runs.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway {

StudioRuns::StudioRuns(session::SessionHub& hub) : m_hub(hub) { }
StudioRuns::~StudioRuns() = default;

StudioRun& StudioRuns::run(const std::string& id)
{
    auto& run = m_runs[id];
    if (!run)
        run = std::make_unique<StudioRun>(m_hub, id);
    return *run;
}

void StudioRuns::registerRun(RegisteredRun registered, Done done)
{
    run(registered.id).whenOpen(registered, std::move(done));
}

void StudioRuns::registerReply(RegisteredReply reply, Done done)
{
    StudioRun& speaking = run(reply.runId);
    speaking.whenOpen({reply.runId, reply.runId, {}}, [&speaking, speaker = reply.speaker, done](const auto& opened) {
        opened ? speaking.hire(speaker, done) : done(opened);
    });
}

void StudioRuns::push(PushedMessage pushed, Done done)
{
    StudioRun& speaking = run(pushed.runId);
    const auto shared = std::make_shared<PushedMessage>(std::move(pushed));
    speaking.whenOpen({shared->runId, shared->runId, {}}, [&speaking, shared, done](const auto& opened) {
        opened ? speaking.say(std::move(*shared), done) : done(opened);
    });
}

} // namespace quarterdeck::gateway
