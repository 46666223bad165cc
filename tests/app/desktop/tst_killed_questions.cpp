#include "app/services/await.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/app/support/asking_programs.h"
#include "tests/app/support/gateway_program.h"
#include "tests/support/page_test.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <functional>
#include <optional>

namespace tst_killed_questions {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

using Maker = std::function<std::unique_ptr<AskingProgram>(quint16 port)>;
const QString answer = QStringLiteral("Yes, go on");

quint16 unusedPort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
}

} // namespace
/// `quarterdeck gateway`, the real program, killed with -9 between a program's question and the person's answer, twice;
/// then the window, in which the person finds it and answers; then the gateway again. The question is there once, and
/// the asker gets its answer once, whether it kept waiting or comes back later.
class TestKilledQuestions final : public QObject
{
    Q_OBJECT

private slots:
    /// In whose folder the token is.
    void initTestCase() { QCoreApplication::setApplicationName(QStringLiteral("quarterdeck")); }
    void init();
    void answer_comesOnce_data();
    void answer_comesOnce();

private:
    [[nodiscard]] QString library() const { return m_folder->filePath(QStringLiteral("library.db")); }
    template <typename Widget>
    [[nodiscard]] QList<Widget*> shown(const ProgramFixture& window, const char* name) const
    {
        QList<Widget*> found = window->window().findChildren<Widget*>(QString::fromLatin1(name));
        found.removeIf([](const Widget* one) { return !one->isVisible(); });
        return found;
    }
    enum class End { Killed, BySignal };
    void serve(const std::function<void()>& meanwhile, End end);
    void answerInTheWindow(const std::function<void(const ProgramFixture&)>& meanwhile);
    /// Once, and no other.
    [[nodiscard]] static bool pageShows(const ProgramFixture& window, const char* mark);
    void readBack();

    std::unique_ptr<QTemporaryDir> m_folder;
    quint16 m_port = 0;
};

void TestKilledQuestions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        qputenv(name, m_folder->path().toUtf8());
    m_port = unusedPort();
}

/// A gateway that serves for as long as this takes.
void TestKilledQuestions::serve(const std::function<void()>& meanwhile, End end)
{
    GatewayProgram gateway(library(), m_port);
    QVERIFY2(gateway.port == m_port, gateway.errors());
    meanwhile();
    if (end == End::Killed)
        gateway.kill();
    else
        QCOMPARE(gateway.endedBy(SIGINT), 0);
}

bool TestKilledQuestions::pageShows(const ProgramFixture& window, const char* mark)
{
    auto* view = window->window().findChild<ui::transcript::TranscriptView*>();
    const QString marks =
        QStringLiteral("[...document.querySelectorAll('.delivered, .undelivered')].map(one => one.className).join()");
    return waitFor([&] {
        std::optional<QString> shown;
        view->webView().page()->runJavaScript(marks, QWebEngineScript::ApplicationWorld,
                                              [&](const QVariant& value) { shown = value.toString(); });
        if (!waitFor([&] { return shown.has_value(); }))
            qFatal("the page does not answer"); // its answer would come into a frame that is gone
        return *shown == QLatin1String(mark);
    });
}

void TestKilledQuestions::answerInTheWindow(const std::function<void(const ProgramFixture&)>& meanwhile)
{
    ProgramFixture window;
    QStandardPaths::setTestModeEnabled(false); // the token is the gateway's
    window.start({}, [this](app::LaunchOptions& options) {
        options.library = library();
        options.port = m_port;
    });
    window->window().resize(1440, 900);
    QVERIFY(waitFor([&] { return !shown<QAbstractButton>(window, "needsYouOther").isEmpty(); }));
    QCOMPARE(shown<QAbstractButton>(window, "needsYouOther").size(), 1);
    QVERIFY(shown<QLabel>(window, "otherFrom").size() == 1);
    QTest::mouseClick(shown<QAbstractButton>(window, "needsYouOther").front(), Qt::LeftButton);
    QVERIFY(waitFor([&] { return !shown<QLineEdit>(window, "questionField").isEmpty(); }));
    QCOMPARE(shown<QWidget>(window, "questionCard").size(), 1);
    QVERIFY(shown<QLabel>(window, "questionFrom").size() == 1); // which program it is
    const auto isAnswered = [&] { // the card takes nothing at first, and may be made anew meanwhile
        const auto fields = shown<QLineEdit>(window, "questionField");
        if (!fields.isEmpty() && fields.front()->text() != answer) {
            fields.front()->clear();
            QTest::keyClicks(fields.front(), answer);
        } else if (!fields.isEmpty()) {
            QTest::keyClick(fields.front(), Qt::Key_Return);
        }
        return fields.isEmpty();
    };
    QVERIFY(waitFor(isAnswered));
    meanwhile(window);
    window.end();
}

void TestKilledQuestions::readBack()
{
    QObject completions;
    const auto opened = storage::openLibrary(library().toStdString(), &completions);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().detail.c_str());
    const auto sessions =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { (*opened)->listSessions(std::move(done)); });
    QVERIFY(sessions && !sessions->empty());
    int questions = 0;
    int ends = 0;
    for (const session::SessionSummary& one : *sessions) {
        QVERIFY(one.openQuestions.empty());
        const auto check =
            app::await<session::SessionCheck>([&](auto done) { (*opened)->verifySession(one.id, std::move(done)); });
        QVERIFY(check && check->isSound());
        const auto events = app::await<std::vector<Event>>(
            [&](auto done) { (*opened)->readEvents(one.id, {0}, 1'000, std::move(done)); });
        QVERIFY(events.has_value());
        ConversationState state;
        for (const Event& event : *events) {
            state.apply(event);
            questions += std::holds_alternative<QuestionAsked>(event.body) ? 1 : 0;
            if (const auto* ended = std::get_if<QuestionEnded>(&event.body)) {
                ++ends;
                QCOMPARE(answerText(ended->end), answer.toStdString());
            }
        }
        QVERIFY(state.undeliveredAnswers().empty());
    }
    QCOMPARE(questions, 1);
    QCOMPARE(ends, 1);
}

void TestKilledQuestions::answer_comesOnce_data()
{
    QTest::addColumn<Maker>("make");
    QTest::addColumn<bool>("isAway"); ///< while it is answered
    const auto of = [](auto* none) -> Maker {
        using Program = std::remove_pointer_t<decltype(none)>;
        return [](quint16 port) { return std::make_unique<Program>(port); };
    };
    const Maker studio = of(static_cast<StudioAsking*>(nullptr));
    const Maker api = of(static_cast<ApiAsking*>(nullptr));
    QTest::newRow("a program of AgentScope, that waits") << studio << false;
    QTest::newRow("a program of AgentScope, that comes back") << studio << true;
    QTest::newRow("a client of MCP, that waits") << of(static_cast<BridgeAsking*>(nullptr)) << false;
    QTest::newRow("a client of MCP, that comes back") << of(static_cast<LookingAsking*>(nullptr)) << true;
    QTest::newRow("a program of the API, that waits") << api << false;
    QTest::newRow("a program of the API, that comes back") << api << true;
}

void TestKilledQuestions::answer_comesOnce()
{
    QFETCH(const Maker, make);
    QFETCH(const bool, isAway);
    const std::unique_ptr<AskingProgram> program = make(m_port);
    const auto isAnswered = [&] { return !program->answers().isEmpty(); };
    serve([&] { QVERIFY(program->ask()); }, End::Killed);
    serve(
        [&] {
            program->comeBack();
            QVERIFY(program->isQuiet());
            QVERIFY(!isAnswered());
        },
        End::Killed);
    if (QTest::currentTestFailed())
        return;
    if (isAway)
        program->leave();
    answerInTheWindow([&](const ProgramFixture& window) {
        if (isAway) {
            QVERIFY(pageShows(window, "undelivered"));
            return;
        }
        program->comeBack();
        QVERIFY(waitFor(isAnswered));
        QVERIFY(program->isQuiet());
        QVERIFY(pageShows(window, "delivered"));
        program->leave();
    });
    const auto comeForIt = [&] {
        program->comeBack();
        QVERIFY(waitFor(isAnswered));
        QVERIFY(program->isQuiet());
        program->leave();
    };
    serve(comeForIt, End::BySignal);
    serve(comeForIt, End::Killed);
    if (QTest::currentTestFailed())
        return;
    readBack();
    QCOMPARE(program->answers(), QStringList(answer));
}

} // namespace tst_killed_questions

QUARTERDECK_PAGE_TEST(tst_killed_questions, TestKilledQuestions)
#include "tst_killed_questions.moc"
