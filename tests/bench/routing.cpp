/// Routing decisions per second with 5, 50 and 500 roles: to one named role of a private session, and to all.
/// One JSON object a line; `baseline` is the same case with 5 roles. Returns 1 when the cost of a decision grows with
/// the team instead of the recipients.

#include "model/conversation/decide/decide.h"

#include <chrono>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace quarterdeck::conversation;

namespace {

using Clock = std::chrono::steady_clock;

struct Case
{
    const char* name;
    bool isPublic;
    bool isToAll;
};
constexpr Case cases[] = {{"named, private session", false, false}, {"all, public session", true, true}};
constexpr int teamSizes[] = {5, 50, 500};

/// What one decision to one recipient may cost with a hundred times the team, as a multiple: caches grow colder, no
/// more.
constexpr double allowedGrowth = 3.0;

/// Keeps the optimiser from dropping what is measured.
std::size_t decidedEvents = 0;

struct Figures
{
    int recipients = 0;
    double nsPerDecision = 0;
    double nsPerDecisionApplied = 0;
};

ConversationState makeTeam(int size, bool isPublic)
{
    ConversationState state;
    const auto apply = [&](EventBody body) { state.apply({state.lastSeq().next(), {1000}, 0, std::move(body)}); };
    SessionStarted started;
    started.isPublic = isPublic;
    apply(started);
    for (int i = 0; i < size; ++i) {
        Role role;
        role.name = RoleName(i == 0 ? std::string("Mike") : "Member" + std::to_string(i));
        role.profile = i == 0 ? "Team Leader" : "Engineer";
        role.classPath = "demo.roles.Member" + std::to_string(i);
        apply(RoleHired{role});
    }
    return state;
}

/// From the leader by rule 3, so that the recipients are exactly those that the case names.
Publish makeMessage(const Case& one, int size)
{
    Publish publish;
    publish.message.id = MessageId("m");
    publish.message.sentFrom = Address("Mike");
    publish.message.sendTo = {one.isToAll ? address::all : Address("Member" + std::to_string(size / 2))};
    publish.message.content = textBlocks(std::string(1000, 'x'));
    publish.publicer = "Team Leader";
    return publish;
}

/// Nanoseconds per call, over at least `seconds`.
template <typename Call>
double measure(double seconds, Call call)
{
    long long calls = 0;
    const auto start = Clock::now();
    std::chrono::duration<double, std::nano> spent{};
    do {
        for (int i = 0; i < 50; ++i) {
            call();
        }
        calls += 50;
        spent = Clock::now() - start;
    } while (spent.count() < seconds * 1e9);
    return spent.count() / static_cast<double>(calls);
}

Figures run(const Case& one, int size, double seconds)
{
    ConversationState state = makeTeam(size, one.isPublic);
    const Intent intent = makeMessage(one, size);
    DecideContext context;
    context.now = {2000};
    context.makeId = [] { return std::string("id"); };
    Figures figures;
    figures.recipients = static_cast<int>(decide(state, intent, context).route->deliveries.size());
    figures.nsPerDecision = measure(seconds, [&] { decidedEvents += decide(state, intent, context).events.size(); });
    figures.nsPerDecisionApplied = measure(seconds, [&] {
        for (const Event& event : decide(state, intent, context).events) {
            state.apply(event);
        }
    });
    return figures;
}

bool report(const Case& one, double seconds)
{
    double baseline = 0;
    bool isGood = true;
    for (const int size : teamSizes) {
        const Figures figures = run(one, size, seconds);
        baseline = size == teamSizes[0] ? figures.nsPerDecision : baseline;
        const double growth = figures.nsPerDecision / baseline;
        const double allowed = one.isToAll ? allowedGrowth * size / teamSizes[0] : allowedGrowth;
        const bool isInside = growth <= allowed;
        isGood = isGood && isInside;
        std::cout << nlohmann::json{{"bench", "routing"},
                                    {"case", one.name},
                                    {"roles", size},
                                    {"recipients", figures.recipients},
                                    {"decisions_per_second", static_cast<long long>(1e9 / figures.nsPerDecision)},
                                    {"ns_per_decision", static_cast<long long>(figures.nsPerDecision)},
                                    {"ns_per_recipient",
                                     static_cast<long long>(figures.nsPerDecision / figures.recipients)},
                                    {"ns_decided_and_applied", static_cast<long long>(figures.nsPerDecisionApplied)},
                                    {"baseline", static_cast<long long>(baseline)},
                                    {"growth", growth},
                                    {"allowed_growth", allowed},
                                    {"is_inside", isInside}}
                         .dump()
                  << '\n';
    }
    return isGood;
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    bool isGood = true;
    for (const Case& one : cases) {
        isGood = report(one, isQuick ? 0.05 : 1.0) && isGood;
    }
    return isGood && decidedEvents > 0 ? 0 : 1;
}
