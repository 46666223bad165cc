/// What holding costs: a message decided with 64 rules against none, and letting many held messages go against
/// publishing them. One JSON object a line. Returns 1 when a ratio is out of its bounds.
///   bench_steering [--held N]

#include "model/conversation/decide/decide.h"
#include "model/session/held_messages.h"
#include "model/session/session_hub.h"
#include "storage/open_library.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <chrono>
#include <cstring>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

using namespace quarterdeck;
using namespace quarterdeck::conversation;

namespace {

using Clock = std::chrono::steady_clock;

/// Letting go may take this part of the speed of publishing.
constexpr double leastReleaseSpeed = 0.5;

std::vector<Role> team()
{
    std::vector<Role> roles;
    for (const char* name : {"Mike", "Alice", "Bob", "Alex", "David"}) {
        Role role;
        role.name = RoleName(name);
        role.profile = roles.empty() ? "Team Leader" : "Engineer";
        role.kind = roles.empty() ? RoleKind::TeamLeader : RoleKind::Member;
        roles.push_back(role);
    }
    return roles;
}

RolePublish said(int number)
{
    RolePublish publish;
    publish.role = RoleName("Alex");
    publish.message.role = "assistant";
    publish.message.id = MessageId("m" + std::to_string(number));
    publish.message.sendTo = {Address("David")};
    publish.message.content = textBlocks(std::string(1000, 'x') + std::to_string(number));
    return publish;
}

/// None of them matches, half of them are expressions.
HoldRule rule(int number)
{
    HoldRule rule;
    rule.id = HoldRuleId("rule" + std::to_string(number));
    rule.isPattern = number % 2 == 0;
    rule.text = rule.isPattern ? "\\bdeploy\\s+" + std::to_string(number) + "\\b" : "deploy " + std::to_string(number);
    return rule;
}

double nsPerDecision(int rules)
{
    ConversationState state;
    const auto apply = [&](EventBody body) { state.apply({state.lastSeq().next(), {1000}, 0, std::move(body)}); };
    apply(SessionStarted{});
    for (const Role& role : team())
        apply(RoleHired{role});
    for (int i = 0; i < rules; ++i)
        apply(HoldRuleSet{rule(i), {}});
    DecideContext context;
    context.now = {2000};
    context.makeId = [] { return std::string("id"); };
    const Intent intent = said(1);
    std::size_t events = 0;
    long calls = 0;
    const auto start = Clock::now();
    std::chrono::duration<double, std::nano> spent{};
    do {
        for (int i = 0; i < 20; ++i)
            events += decide(state, intent, context).events.size();
        calls += 20;
        spent = Clock::now() - start;
    } while (spent.count() < 3e8);
    return events > 0 ? spent.count() / static_cast<double>(calls) : 0;
}

/// A library in a file, a session in it, and its answers on this thread.
class Desk
{
public:
    Desk()
    {
        const auto opened =
            storage::openLibrary(m_folder.filePath(QStringLiteral("bench.qdb")).toStdString(), &m_context);
        if (!opened)
            throw std::runtime_error(opened.error().sentence);
        m_hub = std::make_unique<session::SessionHub>(*opened);
        SessionStarted settings;
        settings.isPublic = false;
        m_hub->create(settings, team(), [this](const session::Result<session::Session*>& made) {
            m_session = made ? *made : nullptr;
            m_loop.quit();
        });
        if (m_session == nullptr)
            m_loop.exec();
        if (m_session == nullptr)
            throw std::runtime_error("no session");
    }

    [[nodiscard]] session::Session& session() const { return *m_session; }

    /// Milliseconds until all are durable.
    double publish(int count)
    {
        const auto start = Clock::now();
        int left = count;
        for (int i = 0; i < count; ++i)
            m_session->submit(said(++m_said), [&](const Decision&) {
                if (--left == 0)
                    m_loop.quit();
            });
        m_loop.exec();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    double releaseAll()
    {
        const auto start = Clock::now();
        std::optional<std::size_t> released;
        session::releaseAllHeld(*m_session, session::heldBy(*m_session->state(), {}), {},
                                [&](std::size_t count, const std::optional<Error>&) {
                                    released = count;
                                    m_loop.quit();
                                });
        if (!released)
            m_loop.exec();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

private:
    QTemporaryDir m_folder;
    QObject m_context;
    QEventLoop m_loop;
    std::unique_ptr<session::SessionHub> m_hub;
    session::Session* m_session = nullptr;
    int m_said = 0;
};

void reportRules()
{
    const double none = nsPerDecision(0);
    const double many = nsPerDecision(static_cast<int>(maxHoldRules));
    std::cout << nlohmann::json{{"bench", "steering"},
                                {"case", "64 rules per message"},
                                {"ns_without", static_cast<long>(none)},
                                {"ns_with", static_cast<long>(many)},
                                {"us_more", (many - none) / 1000.0}}
                     .dump()
              << '\n';
}

bool reportRelease(int count)
{
    Desk desk;
    const double published = desk.publish(count);
    HoldRule everything;
    everything.id = holdsEverything;
    desk.session().submit(SetHoldRule{everything});
    const double held = desk.publish(count);
    const double released = desk.releaseAll();
    const double speed = published / released;
    const bool isLetGo = desk.session().state()->held().empty();
    std::cout << nlohmann::json{{"bench", "steering"}, {"case", "letting go"},
                                {"messages", count},   {"ms_published", published},
                                {"ms_held", held},     {"ms_released", released},
                                {"speed", speed},      {"least_speed", leastReleaseSpeed},
                                {"are_gone", isLetGo}}
                     .dump()
              << '\n';
    return isLetGo && speed >= leastReleaseSpeed;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const int count = argc == 3 && std::strcmp(argv[1], "--held") == 0 ? std::atoi(argv[2]) : 2000;
    reportRules();
    return reportRelease(count) ? 0 : 1;
}
