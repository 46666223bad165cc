#include "app/desktop/application.h"
#include "model/conversation/channel.h"
#include "model/conversation/json/event_json.h"
#include "tests/support/page_test.h"
#include "tests/support/wait.h"
#include "ui/panels/composer.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

namespace tst_end_to_end {

using namespace quarterdeck;
using conversation::ChannelKey;
using conversation::ConversationState;
using conversation::RoleName;
using conversation::SessionId;

namespace {

constexpr int longMs = 60'000;
const QString gameTitle = QStringLiteral("Twenty Forty-Eight");
const QString saysDone = QStringLiteral("document.body.innerText.includes('“%1” is done.')").arg(gameTitle);
const QString secret = QStringLiteral("Is the leaderboard really out?");

/// Waits for reads of the library: the test's thread has nothing else to do.
template <typename T, typename Read>
std::optional<T> readNow(const Read& read)
{
    auto done = std::make_shared<std::optional<session::Result<T>>>();
    auto mutex = std::make_shared<std::mutex>();
    read([done, mutex](session::Result<T> result) {
        const std::scoped_lock lock(*mutex);
        *done = std::move(result);
    });
    const bool isThere = test::waitFor(
        [&] {
            const std::scoped_lock lock(*mutex);
            return done->has_value();
        },
        longMs);
    if (!isThere || !**done)
        return std::nullopt;
    return ***done;
}

} // namespace

/// The whole program as a person uses it: the demo team to its end, a restart, the replay.
class TestEndToEnd final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { m_program.reset(); }
    void demo_isPlayedToItsEnd();
    void afterARestart_theSessionIsListedAndComplete();
    void replayToTheSecondQuestion_showsThatMoment();

private:
    void start(bool isDemo);
    [[nodiscard]] std::optional<ConversationState> stateNow() const;
    void printLastEvents() const; ///< so that a failure can be understood
    [[nodiscard]] QStringList textsIn(const ChannelKey& channel) const;
    [[nodiscard]] bool waitForState(const std::function<bool(const ConversationState&)>& holds) const;
    /// By a click on its row.
    void openListed();
    [[nodiscard]] ui::transcript::TranscriptView& transcript() const;
    /// The value of an expression in the page's isolated world.
    [[nodiscard]] QVariant inPage(const QString& expression) const;
    [[nodiscard]] bool pageHolds(const QString& condition) const;
    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const;
    bool answerByButton();
    bool answerByTyping(const QString& text);
    bool speakToBobAlone(const QString& text);

    QTemporaryDir m_folder;
    std::unique_ptr<app::Application> m_program;
    SessionId m_session; ///< the demo's
    SessionId m_shown;
    std::int64_t m_messages = 0;
    std::int64_t m_rows = 0;
};

void TestEndToEnd::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    QVERIFY(m_folder.isValid());
}

void TestEndToEnd::start(bool isDemo)
{
    app::LaunchOptions options;
    options.library = m_folder.filePath(QStringLiteral("library.db"));
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    options.isDemo = isDemo;
    options.demoPace = 0;
    options.areSamplesOffered = false;
    m_program = app::Application::start(*qApp, options);
    m_program->window().resize(1440, 900); // it comes back no larger than the screen, and this one is small
    m_shown = {};
    connect(&m_program->workspace(), &ui::MainController::sessionShown, this, [this](const SessionId& id) {
        m_shown = id;
        if (m_session.isEmpty())
            m_session = id;
    });
}

template <typename Widget>
Widget* TestEndToEnd::shown(const char* name) const
{
    for (Widget* widget : m_program->window().findChildren<Widget*>(QString::fromLatin1(name)))
        if (widget->isVisible())
            return widget;
    return nullptr;
}

bool TestEndToEnd::waitForState(const std::function<bool(const ConversationState&)>& holds) const
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < longMs) {
        const auto state = stateNow(); // turns the event loop until it is read
        if (state && holds(*state))
            return true;
    }
    printLastEvents();
    return false;
}

void TestEndToEnd::openListed()
{
    const QString id = QString::fromStdString(m_session.str());
    auto* panel = m_program->window().findChild<ui::SessionsPanel*>();
    QVERIFY(test::waitFor([&] { return panel->model().indexOf(id).isValid(); }, longMs));
    auto* list = panel->findChild<QListView*>();
    QVERIFY(list != nullptr);
    const QModelIndex row = panel->model().indexOf(id);
    list->scrollTo(row);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(row).center());
    QVERIFY(test::waitFor([&] { return m_shown == m_session; }, longMs));
}

ui::transcript::TranscriptView& TestEndToEnd::transcript() const
{
    auto* view = m_program->window().findChild<ui::transcript::TranscriptView*>();
    if (view == nullptr)
        qFatal("the window has no transcript");
    return *view;
}

QVariant TestEndToEnd::inPage(const QString& expression) const
{
    std::optional<QVariant> value;
    transcript().webView().page()->runJavaScript(expression, QWebEngineScript::ApplicationWorld,
                                                 [&](const QVariant& result) { value = result; });
    if (!test::waitFor([&] { return value.has_value(); }, longMs))
        qFatal("the page does not answer"); // its answer would come into a frame that is gone
    return *value;
}

bool TestEndToEnd::pageHolds(const QString& condition) const
{
    if (test::waitFor([&] { return inPage(QStringLiteral("Boolean(%1)").arg(condition)).toBool(); }, longMs))
        return true;
    qWarning().noquote() << "the page says:" << inPage(QStringLiteral("document.body.innerText")).toString().left(1500);
    return false;
}

std::optional<ConversationState> TestEndToEnd::stateNow() const
{
    return readNow<ConversationState>(
        [this](auto done) { m_program->engine().library()->readState(m_session, std::nullopt, done); });
}

void TestEndToEnd::printLastEvents() const
{
    const auto events = readNow<std::vector<session::Event>>(
        [this](auto done) { m_program->engine().library()->readEvents(m_session, {0}, 1'000'000, done); });
    constexpr std::size_t most = 25;
    for (std::size_t i = events && events->size() > most ? events->size() - most : 0; events && i < events->size(); ++i)
        qWarning().noquote() << QString::fromStdString(conversation::toJson(events->at(i)).dump()).left(300);
}

QStringList TestEndToEnd::textsIn(const ChannelKey& channel) const
{
    const auto rows = readNow<session::Rows>([&](auto done) {
        m_program->engine().library()->readRows({m_session, channel, {0}, 200, std::nullopt}, done);
    });
    QStringList texts;
    for (const session::Row& row : rows ? rows->rows : std::vector<session::Row>{})
        if (const auto* published = std::get_if<conversation::MessagePublished>(&row.event.body))
            texts.append(QString::fromStdString(conversation::textOf(published->message)));
    return texts;
}

/// A card takes no click in its first moments, so a person (and this test) clicks again.
bool TestEndToEnd::answerByButton()
{
    const auto isOpen = [this] { return shown<QAbstractButton>("questionOption") != nullptr; };
    if (!test::waitFor(isOpen, longMs))
        return false;
    return test::waitFor(
        [&] {
            if (auto* option = shown<QAbstractButton>("questionOption"))
                QTest::mouseClick(option, Qt::LeftButton);
            return !isOpen();
        },
        longMs);
}

bool TestEndToEnd::answerByTyping(const QString& text)
{
    const auto field = [this] { return shown<QLineEdit>("questionField"); };
    if (!test::waitFor([&] { return field() != nullptr && shown<QAbstractButton>("questionOption") == nullptr; },
                       longMs))
        return false;
    QTest::keyClicks(field(), text);
    return test::waitFor(
        [&] {
            if (field() != nullptr)
                QTest::keyClick(field(), Qt::Key_Return);
            return field() == nullptr;
        },
        longMs);
}

bool TestEndToEnd::speakToBobAlone(const QString& text)
{
    auto* edit = m_program->window().findChild<QPlainTextEdit*>(QStringLiteral("composerText"));
    if (edit == nullptr)
        return false;
    edit->setFocus();
    QTest::keyClicks(edit, QStringLiteral("@Bob ") + text);
    // The lock is closed by itself in a session that is not public.
    auto* lock = shown<QAbstractButton>("composerAudience");
    if (lock != nullptr && !lock->accessibleName().startsWith(QStringLiteral("Only")))
        QTest::mouseClick(lock, Qt::LeftButton);
    QTest::keyClick(edit, Qt::Key_Return);
    return test::waitFor([&] { return edit->toPlainText().isEmpty(); }, longMs);
}

void TestEndToEnd::demo_isPlayedToItsEnd()
{
    start(true);
    QVERIFY(answerByButton());
    // While Alex waits for the second answer all others are idle, so that Bob talks alone with who speaks to him.
    QVERIFY(test::waitFor([&] { return shown<QLineEdit>("questionField") != nullptr; }, longMs));
    QVERIFY(!m_session.isEmpty());
    QVERIFY(speakToBobAlone(secret));
    const ChannelKey withBob = conversation::channel::privateWith(RoleName("Bob"));
    QVERIFY(waitForState([&](const ConversationState& state) { return state.rowCount(withBob) >= 2; }));
    QVERIFY(pageHolds(QStringLiteral("document.body.innerText.includes('%1')").arg(secret)));
    QVERIFY(answerByTyping(gameTitle));

    QVERIFY(pageHolds(saysDone));
    // The run ends by itself. Nobody else was told what was said to Bob alone, and his answer.
    QVERIFY(waitForState(
        [](const ConversationState& state) { return state.runState() == conversation::RunState::Finished; }));
    QVERIFY(textsIn(withBob).join(u'\n').contains(secret));
    QVERIFY(textsIn(conversation::channel::inboxOf(RoleName("Bob"))).join(u'\n').contains(secret));
    for (const char* other : {"Mike", "Alice", "Alex", "David"})
        QVERIFY2(!textsIn(conversation::channel::inboxOf(RoleName(other))).join(u'\n').contains(secret), other);
    QVERIFY(!textsIn(conversation::channel::publicOnly).join(u'\n').contains(secret));
    QVERIFY2(textsIn(conversation::channel::everything).join(u'\n').count(gameTitle) >= 1,
             "the free answer appears in what follows");

    const auto state = stateNow();
    QVERIFY(state);
    m_messages = state->messageCount();
    m_rows = state->rowCount(conversation::channel::everything);
    QVERIFY(m_messages > 10);
}

void TestEndToEnd::afterARestart_theSessionIsListedAndComplete()
{
    QVERIFY2(!m_session.isEmpty(), "the demo was not played");
    start(false);
    auto* panel = m_program->window().findChild<ui::SessionsPanel*>();
    QVERIFY(panel != nullptr);
    const QString id = QString::fromStdString(m_session.str());
    QVERIFY(test::waitFor([&] { return panel->model().indexOf(id).isValid(); }, longMs));
    const auto state = stateNow();
    QVERIFY(state);
    QCOMPARE(state->messageCount(), m_messages);
    QCOMPARE(state->runState(), conversation::RunState::Finished);
    QVERIFY(state->openQuestions().empty());

    // The fold of the whole log is the state that was saved.
    const auto events = readNow<std::vector<session::Event>>(
        [this](auto done) { m_program->engine().library()->readEvents(m_session, {0}, 1'000'000, done); });
    QVERIFY(events);
    ConversationState folded;
    for (const session::Event& event : *events)
        folded.apply(event);
    QCOMPARE(folded.lastSeq().value, state->lastSeq().value);
    // As JSON, so that a failure names what differs.
    const nlohmann::json difference = nlohmann::json::diff(folded.toJson(), state->toJson());
    QVERIFY2(difference.empty(), difference.dump().c_str());
    QVERIFY(folded == *state);
}

void TestEndToEnd::replayToTheSecondQuestion_showsThatMoment()
{
    QVERIFY2(!m_session.isEmpty(), "the demo was not played");
    start(false);
    openListed();
    QVERIFY(pageHolds(QStringLiteral("document.querySelectorAll('.askcard.over').length > 0")));
    QVERIFY(pageHolds(saysDone));
    ui::ActionRegistry& actions = m_program->actions();
    actions[ui::ActionId::ViewReplay].trigger();
    auto* view = &transcript();
    QVERIFY(test::waitFor([&] { return view->page().shown().asOf.has_value(); }, longMs));
    actions[ui::ActionId::ReplayStart].trigger();
    QVERIFY(test::waitFor([&] { return view->page().shown().total <= 1; }, longMs));
    const auto next = [&] {
        const std::int64_t before = view->page().shown().total;
        actions[ui::ActionId::ReplayNextQuestion].trigger();
        return test::waitFor([&] { return view->page().shown().total != before; }, longMs);
    };
    QVERIFY(next());
    QVERIFY(next());

    // The second question is open, its asker waits, and the transcript ends with it.
    auto* panel = m_program->window().findChild<ui::NeedsYouPanel*>();
    QVERIFY(panel != nullptr);
    QVERIFY(test::waitFor([&] { return shown<QWidget>("questionCard") != nullptr; }, longMs));
    QVERIFY2(shown<QLineEdit>("questionField") == nullptr, "a question of the past has no field");
    const auto moment = readNow<ConversationState>(
        [&](auto done) { m_program->engine().library()->readState(m_session, view->page().shown().asOf, done); });
    QVERIFY(moment);
    QCOMPARE(moment->openQuestions().size(), 1u);
    const RoleName asker = moment->openQuestions().front().question.asker;
    QCOMPARE(view->page().shown().total, moment->rowCount(conversation::channel::everything));
    QVERIFY(view->page().shown().total < m_rows);
    // In the page it is the last row, without a way to answer, and with the way to what became of it.
    const QString asked = QString::fromStdString(moment->openQuestions().front().question.text);
    const QString isLast =
        QStringLiteral("(() => { const cards = [...document.querySelectorAll('.askcard')];"
                       "const card = cards.at(-1); const rows = [...document.querySelectorAll('.entry')];"
                       "return card && rows.at(-1).contains(card) && !card.classList.contains('over')"
                       "&& !card.querySelector('textarea') && card.querySelector('.endline')"
                       "&& card.querySelector('.q').textContent === %1; })()");
    QVERIFY(pageHolds(isLast.arg(QString::fromStdString(nlohmann::json(asked.toStdString()).dump()))));
    QVERIFY(pageHolds(QLatin1Char('!') + saysDone));
    auto* team = m_program->window().findChild<ui::TeamPanel*>();
    QVERIFY(team != nullptr);
    const auto glyphs = team->memberGlyphs();
    QVERIFY(std::ranges::any_of(glyphs, [&](const ui::MemberGlyph& glyph) {
        return glyph.name.startsWith(QString::fromStdString(asker.str()))
            && glyph.state == ui::theme::StateGlyph::Waiting;
    }));

    // Playing at the end starts over.
    actions[ui::ActionId::ReplayEnd].trigger();
    QVERIFY(test::waitFor([&] { return view->page().shown().total == m_rows; }, longMs));
    actions[ui::ActionId::ReplayPlay].trigger();
    QVERIFY(test::waitFor([&] { return view->page().shown().total < m_rows; }, longMs));
}

} // namespace tst_end_to_end

QUARTERDECK_PAGE_TEST(tst_end_to_end, TestEndToEnd)
#include "tst_end_to_end.moc"
