/// bench_gateway_asking [--questions N] [--verdict]
/// The whole program with its window, and an agent of another program that asks the person by MCP: how long it takes
/// from the sending of a call of ask_human until the question is painted in Needs you, and until its card is painted in
/// the conversation. First while the window shows the agent's session, then while it shows another one. Each is
/// answered before the next is asked. One JSON object a line with its limit: 95 of 100 within 300 ms. With --verdict 1
/// is returned when it is missed.

#include "app/desktop/application.h"
#include "asking_client.h"
#include "model/gateway/gateway.h"
#include "model/gateway/program_access.h"
#include "painted_questions.h"
#include "posting_clients.h"
#include "tests/support/wait.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <algorithm>
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
constexpr const char* otherRun = "agentscope:shown 0";

/// Notes when a frame begins after the one in which a question first appeared as the last row.
const QString watchScript = QStringLiteral(R"js((() => {
  const seen = {};
  const look = () => {
    const cards = document.querySelectorAll('.list > .entry .askcard');
    const found = cards.length > 0 ? /number (\d+)\?/.exec(cards[cards.length - 1].textContent) : null;
    if (found && !(found[1] in seen)) {
      seen[found[1]] = 0;
      requestAnimationFrame(() => { seen[found[1]] = performance.timeOrigin + performance.now(); });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.paintedAt = (number) => seen[number] || 0;
})())js");

class Watched
{
public:
    explicit Watched(QApplication& application);

    struct Figures
    {
        std::vector<double> toPanel; ///< sorted
        std::vector<double> toPage;
        int answered = 0;
    };
    [[nodiscard]] Figures measure(int questions, bool isShown);

private:
    struct Painted
    {
        double panelMs = 0;
        double pageMs = 0;
    };
    [[nodiscard]] Painted waitForPainted(int number, bool isShown);
    [[nodiscard]] conversation::SessionId sessionOf(bool isShown);
    void show(const conversation::SessionId& id);
    void answer();
    [[nodiscard]] QVariant eval(const QString& script);

    QTemporaryDir m_folder;
    quint16 m_port = gateway::nextFreePort(43'000);
    std::unique_ptr<app::Application> m_program;
    QWebEnginePage* m_page = nullptr;
    bench::PaintedQuestions m_painted;
    std::optional<bench::AskingClient> m_client;
    int m_number = 0; ///< of the next question
};

/// With a session of another program beside the agent's, which its first question makes.
Watched::Watched(QApplication& application)
{
    app::LaunchOptions options;
    options.library = m_folder.filePath(QStringLiteral("library.db"));
    options.language = QStringLiteral("en");
    options.areSamplesOffered = false;
    options.port = m_port;
    m_program = app::Application::start(application, options);
    m_program->window().resize(1440, 900);
    m_page = m_program->window().findChild<ui::transcript::TranscriptView*>()->webView().page();
    const auto token = gateway::accessTokenAt(gateway::accessTokenPath());
    m_client.emplace(m_port, QByteArray::fromStdString(token.value_or(std::string())));
    std::atomic<int> begun = 0;
    std::jthread first([&] {
        const int refused = bench::postMessages({m_port, 1, true, 1, 0, "shown"}).refused;
        begun = refused == 0 && m_client->begin() ? 1 : -1;
    });
    if (!test::waitFor([&] { return begun != 0; }, limitMs) || begun < 0)
        std::exit(2);
    (void)measure(1, false);
}

QVariant Watched::eval(const QString& script)
{
    auto value = std::make_shared<std::optional<QVariant>>();
    m_page->runJavaScript(script, QWebEngineScript::ApplicationWorld,
                          [value](const QVariant& result) { *value = result; });
    return test::waitFor([&] { return value->has_value(); }, limitMs) ? **value : QVariant();
}

conversation::SessionId Watched::sessionOf(bool isShown)
{
    conversation::SessionId found;
    m_program->engine().addPart([&](session::SessionHub& hub) -> QObject* {
        for (const session::SessionSummary& one : hub.summaries())
            if ((one.source == otherRun) != isShown)
                found = one.id;
        return nullptr;
    });
    return found;
}

/// A page that is loaded later would lose what watches it.
void Watched::show(const conversation::SessionId& id)
{
    m_program->workspace().openSession(id);
    const bool isThere = test::waitFor(
        [&] { return eval(QStringLiteral("document.querySelector('.list > .entry') !== null")).toBool(); }, limitMs);
    if (!isThere)
        std::exit(2);
    (void)eval(QStringLiteral("globalThis.paintedAt === undefined && ") + watchScript);
}

Watched::Painted Watched::waitForPainted(int number, bool isShown)
{
    Painted painted;
    const QString inPage = QStringLiteral("paintedAt(%1)").arg(number);
    // The page is asked at the end, so that it need not answer meanwhile.
    (void)test::waitFor([&] { return (painted.panelMs = m_painted.paintedAtMs(number)) > 0; }, limitMs);
    if (isShown)
        (void)test::waitFor([&] { return (painted.pageMs = eval(inPage).toDouble()) > 0; }, limitMs);
    return painted;
}

/// Whatever is asked.
void Watched::answer()
{
    m_program->engine().addPart([](session::SessionHub& hub) -> QObject* {
        for (session::Session* session : hub.liveSessions())
            for (const conversation::OpenQuestion& open : session->state()->openQuestions()) {
                conversation::AnswerQuestion given;
                given.id = open.question.id;
                given.content = conversation::textBlocks("yes");
                session->submit(given);
            }
        return nullptr;
    });
}

Watched::Figures Watched::measure(int questions, bool isShown)
{
    if (const conversation::SessionId id = sessionOf(isShown); !id.isEmpty())
        show(id);
    Figures figures;
    for (int i = 0; i < questions; ++i) {
        const int number = m_number++;
        bench::AskingClient::Asked asked;
        std::atomic<bool> hasEnded = false;
        std::jthread asking([&] {
            asked = m_client->ask("Shall I go on with number " + QByteArray::number(number) + '?');
            hasEnded = true;
        });
        const Painted painted = waitForPainted(number, isShown);
        answer();
        (void)test::waitFor([&] { return hasEnded.load(); }, limitMs);
        figures.answered += asked.isAnswered ? 1 : 0;
        if (painted.panelMs > 0)
            figures.toPanel.push_back(painted.panelMs - asked.sentAtMs);
        if (painted.pageMs > 0)
            figures.toPage.push_back(painted.pageMs - asked.sentAtMs);
    }
    std::ranges::sort(figures.toPanel);
    std::ranges::sort(figures.toPage);
    return figures;
}

double part(const std::vector<double>& sorted, double share)
{
    return sorted.empty() ? 0.0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

/// Whether the limit is kept. Of the session that is shown the conversation has each question, too.
bool tell(bool isShown, int questions, const Watched::Figures& figures)
{
    constexpr double most = 300;
    const auto all = static_cast<std::size_t>(questions);
    const bool isKept = figures.answered == questions && figures.toPanel.size() == all
        && figures.toPage.size() == (isShown ? all : 0) && part(figures.toPanel, 0.95) <= most
        && part(figures.toPage, 0.95) <= most;
    nlohmann::json told{{"benchmark", "ask_human in the window"},
                        {"shown", isShown ? "the agent's session" : "another session"},
                        {"questions", questions},
                        {"answered", figures.answered},
                        {"seen", figures.toPanel.size()},
                        {"in_conversation", figures.toPage.size()},
                        {"sent_to_needs_you_p50_ms", part(figures.toPanel, 0.5)},
                        {"sent_to_needs_you_p95_ms", part(figures.toPanel, 0.95)},
                        {"limit_p95_ms", most},
                        {"is_kept", isKept}};
    if (!figures.toPage.empty()) {
        told["sent_to_conversation_p50_ms"] = part(figures.toPage, 0.5);
        told["sent_to_conversation_p95_ms"] = part(figures.toPage, 0.95);
    }
    std::cout << told.dump() << std::endl;
    return isKept;
}

} // namespace

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("questions"), QStringLiteral("For each of both sessions that are shown."),
                      QStringLiteral("N"), QStringLiteral("50")});
    parser.addOption({QStringLiteral("verdict"), QStringLiteral("Return 1 when a limit is missed.")});
    parser.addHelpOption();
    parser.process(application);
    const int questions = std::max(parser.value(QStringLiteral("questions")).toInt(), 1);
    Watched watched(application);
    const bool isShownKept = tell(true, questions, watched.measure(questions, true));
    const bool isOtherKept = tell(false, questions, watched.measure(questions, false));
    return (isShownKept && isOtherKept) || !parser.isSet(QStringLiteral("verdict")) ? 0 : 1;
}
