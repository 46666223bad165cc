#include "model/gateway/remote_session.h"

#include <algorithm>

namespace quarterdeck::gateway {

const session::SessionSummary* remoteSession(const session::SessionHub& hub, const std::string& source)
{
    const auto& all = hub.summaries();
    const auto known = std::ranges::find_if(all, [&](const session::SessionSummary& one) {
        return one.kind == conversation::SessionKind::Remote && one.source == source;
    });
    return known == all.end() ? nullptr : &*known;
}

void openRemote(session::SessionHub& hub, RemoteSettings settings, session::SessionHub::Opened done)
{
    if (const session::SessionSummary* known = remoteSession(hub, settings.source))
        return hub.open(known->id, std::move(done));
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Remote;
    started.title = std::move(settings.title);
    started.source = std::move(settings.source);
    // The program decides who hears what.
    started.routing.leader = {};
    started.routing.leaderProfile.clear();
    started.details = std::move(settings.details);
    hub.create(std::move(started), {}, std::move(done));
}

} // namespace quarterdeck::gateway
