// What the ui thread does for the list of sessions while one of them runs: a new list comes with each of its events.
// Beside it the same with ten sessions, in the same run. JSON lines.
// Usage: bench_sessions [--sessions N] [--updates N]

#include "ui/present/sessions.h"
#include "model/session/library.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/present/connected_programs.h"
#include "ui/present/present.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDateTime>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

using namespace quarterdeck;
using Clock = std::chrono::steady_clock;
using Sessions = std::vector<session::SessionSummary>;

namespace {

double msSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A library of some months: the first one runs.
Sessions sessionsOf(int count)
{
    Sessions sessions;
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
    for (int i = 0; i < count; ++i) {
        session::SessionSummary session;
        session.id = conversation::SessionId("session-" + std::to_string(i));
        session.title = i % 4 == 0 ? "为浏览器做一个 2048 游戏，第 " + std::to_string(i) + " 次"
                                   : "Migrate the price tables, attempt " + std::to_string(i);
        session.runState = i == 0 ? conversation::RunState::Running : conversation::RunState::Finished;
        session.lastActivity = {now - std::int64_t{i} * 600'000};
        session.startedAt = {session.lastActivity.msSinceEpoch - 900'000};
        session.lastSeq = {100 + i};
        session.messageCount = 40 + i % 900;
        if (i % 10 == 0)
            session.labels.tags = {"prices", "nightly"};
        sessions.push_back(std::move(session));
    }
    return sessions;
}

/// One more event of the one that runs.
void goOn(session::SessionSummary& running, int update)
{
    running.lastActivity.msSinceEpoch += 50;
    ++running.lastSeq.value;
    ++running.messageCount;
    running.activityLine = update % 2 == 0 ? "Alex\tacting" : "Alex\tthinking";
}

struct Parts
{
    std::vector<double> listing;
    std::vector<double> painting;
    std::vector<double> all;
    int listed = 0; ///< sessions, in the end
};

nlohmann::json figures(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return {{"p50_ms", values[values.size() / 2]}, {"longest_ms", values.back()}};
}

ui::view::SharedSessionRow rowOf(const session::SessionSummary& session)
{
    return std::make_shared<const ui::view::SessionRow>(ui::present::sessionRow(session, {}, session.lastActivity));
}

/// As the window does for each list, in which all but one session are known.
Parts measure(int count, int updates, ui::view::SessionOrder order)
{
    const ui::theme::ThemeController theme(*qApp);
    const ui::ActionRegistry actions(theme);
    ui::SessionsPanel panel(theme, actions);
    panel.model().setOrder(order);
    panel.resize(260, 900);
    panel.show();
    Sessions sessions = sessionsOf(count);
    ui::view::SharedSessionRows rows;
    for (const session::SessionSummary& session : sessions)
        rows.push_back(rowOf(session));
    Parts parts;
    for (int update = 0; update <= updates; ++update) {
        goOn(sessions.front(), update);
        const Clock::time_point start = Clock::now();
        rows.front() = rowOf(sessions.front());
        panel.setSharedSessions(rows);
        const double listed = msSince(start);
        QCoreApplication::processEvents();
        const double painted = msSince(start);
        if (update == 0)
            continue; // the first list is not one more
        parts.listing.push_back(listed);
        parts.painting.push_back(painted - listed);
        parts.all.push_back(painted);
    }
    parts.listed = panel.model().sessionCount();
    return parts;
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("sessions"), QStringLiteral("Sessions of the library."), QStringLiteral("N"),
                      QStringLiteral("10000")});
    parser.addOption({QStringLiteral("updates"), QStringLiteral("Events of the one that runs."), QStringLiteral("N"),
                      QStringLiteral("50")});
    parser.addHelpOption();
    parser.process(application);
    const int updates = std::max(1, parser.value(QStringLiteral("updates")).toInt());
    const int many = std::max(1, parser.value(QStringLiteral("sessions")).toInt());
    using Order = ui::view::SessionOrder;
    for (const auto& [name, order] : {std::pair{"by activity", Order::Activity}, {"by title", Order::Title}})
        for (const int count : {10, many}) {
            const Parts parts = measure(count, updates, order);
            const nlohmann::json line{{"case", std::string("list ") + name + ", one runs"},
                                      {"sessions", parts.listed},
                                      {"listing", figures(parts.listing)},
                                      {"painting", figures(parts.painting)},
                                      {"all", figures(parts.all)}};
            std::printf("%s\n", line.dump().c_str());
        }
    return 0;
}
