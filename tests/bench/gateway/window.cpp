/// bench_gateway_window [--seconds N] [--paced N] [--verdict]
/// The whole program with its window at the session of a program that posts messages of 1 kB: how long each takes from
/// its commit until it is painted, and the longest single task of the ui thread. First some messages a second, then as
/// many as eight connections can post. One JSON object a line, each with its limits: 95 of 100 within 100 ms; 16 ms.
/// With
/// --verdict 1 is returned when one is missed.

#include "app/desktop/application.h"
#include "commit_times.h"
#include "model/gateway/gateway.h"
#include "posting_clients.h"
#include "tests/bench/transcript/watched_application.h"
#include "tests/support/wait.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_view.h"

#include <QCommandLineParser>
#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

using namespace quarterdeck;

namespace {

constexpr int limitMs = 60'000;
constexpr int forEver = 100'000'000;

/// Notes which message is last whenever that changed, when the next frame begins.
const QString watchScript = QStringLiteral(R"js((() => {
  const seen = [];
  let last = -1;
  const look = () => {
    const rows = document.querySelectorAll('.list > .entry');
    const found = rows.length > 0 ? /number (\d+)/.exec(rows[rows.length - 1].textContent) : null;
    const number = found ? Number(found[1]) : -1;
    if (number !== last) {
      last = number;
      requestAnimationFrame(() => seen.push([number, performance.timeOrigin + performance.now()]));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.takeSeen = () => JSON.stringify(seen.splice(0));
})())js");

/// The program, which looks at the session of the run "shown 0".
class Watched
{
public:
    explicit Watched(bench::WatchedApplication& application);

    struct Figures
    {
        double perSecond = 0; ///< posted
        double shareSeen = 0; ///< of these
        std::vector<double> delays;
        double longestTaskMs = 0;
        double uiBusy = 0;
    };
    /// `perSecond` 0: as many as eight connections can.
    [[nodiscard]] Figures measure(int seconds, int perSecond);

private:
    [[nodiscard]] std::vector<bench::CommitTimes::Seen> takeSeen();
    [[nodiscard]] QVariant eval(const QString& script);

    bench::WatchedApplication& m_application;
    QTemporaryDir m_folder;
    quint16 m_port = gateway::nextFreePort(43'000);
    std::unique_ptr<app::Application> m_program;
    QWebEnginePage* m_page = nullptr;
    int m_number = 0; ///< of the next message
};

bench::Posted postOne(std::uint16_t port, int number)
{
    return bench::postMessages({port, 1, true, 1, number, "shown"});
}

Watched::Watched(bench::WatchedApplication& application) : m_application(application)
{
    app::LaunchOptions options;
    options.library = m_folder.filePath(QStringLiteral("library.db"));
    options.language = QStringLiteral("en");
    options.areSamplesOffered = false;
    options.port = m_port;
    m_program = app::Application::start(application, options);
    m_program->window().resize(1440, 900);
    auto& view = *m_program->window().findChild<ui::transcript::TranscriptView*>();
    m_page = view.webView().page();
    bool isListed = false;
    QObject::connect(&m_program->workspace(), &ui::MainController::sessionsListed, &m_program->window(),
                     [&](int count) { isListed = isListed || count > 0; });
    int refused = 0;
    std::jthread first([&] { refused = postOne(m_port, m_number++).refused; });
    if (!test::waitFor([&] { return isListed; }, limitMs))
        std::exit(2);
    first.join();
    if (refused > 0)
        std::exit(2);
    conversation::SessionId shown;
    m_program->engine().addPart([&](session::SessionHub& hub) -> QObject* {
        shown = hub.summaries().front().id;
        return nullptr;
    });
    m_program->workspace().openSession(shown);
    const QString isMade = QStringLiteral("document.querySelector('.list > .entry') !== null");
    const bool isShown = test::waitFor([&] { return eval(isMade).toBool(); }, limitMs);
    (void)eval(watchScript); // a page that is loaded later would lose it
    if (!isShown || !test::waitFor([&] { return !takeSeen().empty(); }, limitMs))
        std::exit(2);
}

QVariant Watched::eval(const QString& script)
{
    auto value = std::make_shared<std::optional<QVariant>>();
    m_page->runJavaScript(script, QWebEngineScript::ApplicationWorld,
                          [value](const QVariant& result) { *value = result; });
    return test::waitFor([&] { return value->has_value(); }, limitMs) ? **value : QVariant();
}

std::vector<bench::CommitTimes::Seen> Watched::takeSeen()
{
    std::vector<bench::CommitTimes::Seen> seen;
    const QByteArray told = eval(QStringLiteral("takeSeen()")).toString().toUtf8();
    for (const QJsonValue& one : QJsonDocument::fromJson(told).array())
        seen.push_back({one.toArray().at(0).toInt(), one.toArray().at(1).toDouble()});
    return seen;
}

Watched::Figures Watched::measure(int seconds, int perSecond)
{
    bench::CommitTimes* commits = nullptr;
    m_program->engine().addPart([&](session::SessionHub& hub) {
        for (session::Session* session : hub.liveSessions())
            if (session->state()->source() == "agentscope:shown 0")
                commits = new bench::CommitTimes(*session);
        return commits;
    });
    std::atomic<bool> isOver = false;
    std::atomic<bool> hasEnded = false;
    bench::Posted posted;
    m_application.startWatch();
    std::jthread posting([&] {
        bench::Posting order{m_port, perSecond > 0 ? 1 : 8, true, forEver, m_number, "shown"};
        order.perSecond = perSecond;
        order.isOver = &isOver;
        posted = bench::postMessages(order);
        hasEnded = true;
    });
    QDeadlineTimer end(seconds * 1000);
    (void)test::waitFor([&] { return end.hasExpired(); }, limitMs * 10);
    const double longest = m_application.longestTaskMs();
    const double busy = m_application.busyShare();
    isOver = true;
    (void)test::waitFor([&] { return hasEnded.load(); }, limitMs);
    const int count = static_cast<int>(posted.milliseconds.size());
    m_number += forEver;
    // Until the last one is there.
    std::vector<bench::CommitTimes::Seen> seen = takeSeen();
    (void)test::waitFor(
        [&] {
            const auto more = takeSeen();
            seen.insert(seen.end(), more.begin(), more.end());
            return more.empty();
        },
        limitMs);
    Figures figures{count / posted.seconds, 0, commits->delays(seen), longest, busy};
    const auto all = static_cast<double>(perSecond > 0 ? count : count / 8);
    figures.shareSeen = static_cast<double>(figures.delays.size()) / std::max(all, 1.0);
    m_program->engine().removePart(commits);
    return figures;
}

/// Whether the limits are kept.
bool tell(const char* load, const Watched::Figures& figures)
{
    constexpr double limitP95 = 100;
    constexpr double limitTask = 16;
    const auto part = [&](double share) {
        const auto& sorted = figures.delays;
        return sorted.empty() ? 0.0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    const bool isKept = !figures.delays.empty() && part(0.95) <= limitP95 && figures.longestTaskMs <= limitTask;
    std::cout << nlohmann::json{{"benchmark", "gateway with the window"},
                                {"load", load},
                                {"posted_per_second", figures.perSecond},
                                {"share_seen", figures.shareSeen},
                                {"commit_to_painted_p50_ms", part(0.5)},
                                {"commit_to_painted_p95_ms", part(0.95)},
                                {"limit_p95_ms", limitP95},
                                {"longest_ui_task_ms", figures.longestTaskMs},
                                {"limit_longest_ms", limitTask},
                                {"is_kept", isKept},
                                {"ui_busy_share", figures.uiBusy}}
                     .dump()
              << std::endl;
    return isKept;
}

} // namespace

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    bench::WatchedApplication application(argc, argv);
    ui::transcript::prepareRendering();
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("seconds"), QStringLiteral("For each of both loads."), QStringLiteral("N"),
                      QStringLiteral("10")});
    parser.addOption({QStringLiteral("paced"), QStringLiteral("Messages a second of the smaller load."),
                      QStringLiteral("N"), QStringLiteral("20")});
    parser.addOption({QStringLiteral("verdict"), QStringLiteral("Return 1 when a limit is missed.")});
    parser.addHelpOption();
    parser.process(application);
    const int seconds = std::max(parser.value(QStringLiteral("seconds")).toInt(), 1);
    const int paced = std::max(parser.value(QStringLiteral("paced")).toInt(), 1);
    Watched watched(application);
    const bool isPacedKept = tell("paced", watched.measure(seconds, paced));
    const bool isFullKept = tell("full", watched.measure(seconds, 0));
    return (isPacedKept && isFullKept) || !parser.isSet(QStringLiteral("verdict")) ? 0 : 1;
}
