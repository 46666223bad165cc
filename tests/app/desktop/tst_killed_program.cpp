#include "app/desktop/application.h"
#include "model/session/post.h"
#include "tests/support/wait.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"
#include "victim.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <optional>
#include <vector>

using namespace quarterdeck;
using conversation::SessionId;
using test::waitFor;

namespace {

constexpr int longMs = 60'000;

template <typename Widget>
Widget* visibleChild(const QWidget& window, const char* name)
{
    for (Widget* widget : window.findChildren<Widget*>(QString::fromLatin1(name)))
        if (widget->isVisible())
            return widget;
    return nullptr;
}

/// What the killed program had said when it died.
struct Seen
{
    std::int64_t rows = 0;
    std::string question; ///< the id of the one that was open; empty = none was
};

} // namespace

/// The program with its window, killed with -9 while the demo team is at work, and started again.
class TestKilledProgram final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatWasShownIsThere_data();
    void whatWasShownIsThere();

private:
    /// Kills it at the row, or at the question when `row` is 0.
    static std::optional<Seen> runAndKill(const QString& library, std::int64_t row);
    void openOnlySession(app::Application& program);
    static std::optional<session::SessionSummary> onlySession(app::Application& program);
    /// To the end of the demo, by what its cards offer.
    static void answerToTheEnd(app::Application& program);

    QTemporaryDir m_folder;
    std::int64_t m_rowsShown = 0;
    std::vector<std::string> m_openQuestions; ///< as the library lists them
};

void TestKilledProgram::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    QVERIFY(m_folder.isValid());
}

std::optional<Seen> TestKilledProgram::runAndKill(const QString& library, std::int64_t row)
{
    QProcess victim;
    victim.setProcessChannelMode(QProcess::SeparateChannels);
    victim.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--victim"), library});
    Seen seen;
    const auto hasSeenEnough = [&] {
        while (victim.canReadLine()) {
            const QByteArray line = victim.readLine().trimmed();
            if (line.startsWith("question "))
                seen.question = line.mid(9).toStdString();
            else if (line.startsWith("row "))
                seen.rows = line.mid(4).toLongLong() + 1;
        }
        return row > 0 ? seen.rows >= row : !seen.question.empty();
    };
    const bool isEnough = waitFor([&] { return hasSeenEnough() || victim.state() == QProcess::NotRunning; }, longMs);
    ::kill(static_cast<pid_t>(victim.processId()), SIGKILL);
    victim.waitForFinished(longMs);
    const bool isSeen = hasSeenEnough(); // what it still said before it died counts
    if (!isEnough || !isSeen)
        return std::nullopt;
    return seen;
}

std::optional<session::SessionSummary> TestKilledProgram::onlySession(app::Application& program)
{
    using Listed = session::Result<std::vector<session::SessionSummary>>;
    const auto sessions = std::make_shared<std::optional<Listed>>();
    QObject receiver;
    program.engine().library()->listSessions([&receiver, sessions](const Listed& listed) {
        session::post(&receiver, [sessions, listed] { *sessions = listed; });
    });
    const bool isListed = waitFor([&] { return sessions->has_value(); }, longMs);
    if (!isListed || !**sessions || (**sessions)->size() != 1)
        return std::nullopt;
    return (**sessions)->front();
}

void TestKilledProgram::answerToTheEnd(app::Application& program)
{
    const QWidget& window = program.window();
    const auto option = [&] { return visibleChild<QAbstractButton>(window, "questionOption"); };
    QVERIFY(waitFor([&] { return option() != nullptr; }, longMs));
    QVERIFY(waitFor(
        [&] {
            if (option() != nullptr)
                QTest::mouseClick(option(), Qt::LeftButton); // none counts in a card's first moments
            return option() == nullptr;
        },
        longMs));
    const auto field = [&] { return visibleChild<QLineEdit>(window, "questionField"); };
    QVERIFY2(waitFor([&] { return field() != nullptr && option() == nullptr; }, longMs),
             "nobody took the answer to the first question");
    QTest::keyClicks(field(), QStringLiteral("Once more"));
    QVERIFY(waitFor(
        [&] {
            if (field() != nullptr)
                QTest::keyClick(field(), Qt::Key_Return);
            return field() == nullptr;
        },
        longMs));
    conversation::RunState run = conversation::RunState::Running;
    QElapsedTimer clock;
    clock.start();
    while (run != conversation::RunState::Finished && clock.elapsed() < longMs) {
        const auto only = onlySession(program); // turns the event loop until it is read
        QVERIFY(only);
        run = only->runState;
    }
    QCOMPARE(run, conversation::RunState::Finished);
}

void TestKilledProgram::openOnlySession(app::Application& program)
{
    auto* panel = program.window().findChild<ui::SessionsPanel*>();
    QVERIFY(waitFor([&] { return panel->model().rowCount() > 0; }, longMs));
    const auto only = onlySession(program);
    QVERIFY(only);
    m_openQuestions.clear();
    for (const conversation::OpenQuestion& open : only->openQuestions)
        m_openQuestions.push_back(open.question.id.str());
    program.workspace().openSession(only->id);
    auto* transcript = program.window().findChild<ui::transcript::TranscriptView*>();
    QVERIFY(waitFor([&] { return transcript->page().shown().session == only->id; }, longMs));
    m_rowsShown = transcript->page().shown().total;
}

void TestKilledProgram::whatWasShownIsThere_data()
{
    QTest::addColumn<int>("row");
    QTest::newRow("at the first row") << 1;
    QTest::newRow("after three rows") << 3;
    QTest::newRow("after six rows") << 6;
    QTest::newRow("at the first question") << 0;
}

void TestKilledProgram::whatWasShownIsThere()
{
    QFETCH(int, row);
    const QString library = m_folder.filePath(QStringLiteral("killed at %1.db").arg(row));
    const std::optional<Seen> seen = runAndKill(library, row);
    QVERIFY2(seen, "the program ended by itself, or did not get so far");

    app::LaunchOptions options;
    options.library = library;
    options.language = QStringLiteral("en");
    options.demoPace = 0;
    options.areSamplesOffered = false;
    const auto program = app::Application::start(*qApp, options);
    program->window().resize(1440, 900); // it comes back no larger than the screen, and this one is small
    openOnlySession(*program);
    QVERIFY2(m_rowsShown >= seen->rows,
             qPrintable(QStringLiteral("%1 rows of %2 that were shown").arg(m_rowsShown).arg(seen->rows)));

    if (!seen->question.empty())
        QCOMPARE(m_openQuestions, std::vector<std::string>{seen->question});
    // The team continues by itself: its first question is open, or will be, and needs an answer.
    answerToTheEnd(*program);
}

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments.at(1) == QStringLiteral("--victim"))
        return test::runVictim(arguments.at(2));
    TestKilledProgram test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_killed_program.moc"
