#include "app/services/await.h"
#include "model/conversation/channel.h"
#include "model/session/library.h"
#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/app/support/asking_programs.h"
#include "tests/app/support/program_runner.h"
#include "tests/support/page_test.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QTcpServer>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <nlohmann/json.hpp>
#include <optional>

namespace tst_gateway_run {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

/// As pydantic 2 writes the schema of a model with an enumeration, a model within it, what may be null, defaults and
/// limits.
constexpr const char* schema = R"({
    "$defs": {
        "Author": {"properties": {
            "name": {"maxLength": 40, "minLength": 2, "title": "Name", "type": "string"},
            "email": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "Email"}},
            "required": ["name"], "title": "Author", "type": "object"},
        "Licence": {"enum": ["MIT", "Apache-2.0"], "title": "Licence", "type": "string"}},
    "properties": {
        "licence": {"$ref": "#/$defs/Licence"},
        "version": {"maximum": 9, "minimum": 1, "title": "Version", "type": "integer"},
        "author": {"$ref": "#/$defs/Author"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "Note"},
        "ratio": {"default": 0.5, "exclusiveMaximum": 1.0, "exclusiveMinimum": 0.0, "title": "Ratio", "type": "number"},
        "tags": {"items": {"type": "string"}, "maxItems": 3, "title": "Tags", "type": "array"},
        "publish": {"default": true, "title": "Publish", "type": "boolean"}},
    "required": ["licence", "version", "author"], "title": "Release", "type": "object"})";

} // namespace

/// A program of AgentScope beside the window: what it says and asks over the wire, and what becomes of it.
class TestGatewayRun final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void run_isASessionLikeAnyOther();
    void form_isFilledIn();

private:
    static constexpr int longMs = ProgramFixture::longMs;
    void start();
    [[nodiscard]] bool post(const char* route, const QByteArray& body) const
    {
        return asked(m_port, "POST", QByteArray("/trpc/") + route, body)->status() == 200;
    }
    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const
    {
        for (Widget* widget : (*m_window)->window().findChildren<Widget*>(QString::fromLatin1(name)))
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    [[nodiscard]] QWebEngineView& page() const
    {
        return (*m_window)->window().findChild<ui::transcript::TranscriptView*>()->webView();
    }
    [[nodiscard]] QVariant inPage(const QString& expression) const;
    [[nodiscard]] bool pageHolds(const QString& condition) const;
    /// A reply that grows, with a call of a tool, and what that gave.
    [[nodiscard]] bool saysAndMeasures() const;
    /// From its line in Needs you.
    [[nodiscard]] bool openAsked() const;
    [[nodiscard]] bool answer(const QString& text) const;
    [[nodiscard]] bool focusField(const QString& label) const;
    [[nodiscard]] QString problem(const QString& label) const;
    void sendForm() const;
    [[nodiscard]] QString library() const { return m_window->path(QStringLiteral("run.db")); }
    void checkReplay(const QString& liveRows) const;
    void checkLog(const SessionId& id) const;
    void checkExports(const QString& id);

    quint16 m_port = 0;
    std::optional<ProgramFixture> m_window;
    ProgramRunner m_commands;
};

void TestGatewayRun::init()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    m_port = server.serverPort();
    m_commands.renew();
    m_window.emplace();
}

void TestGatewayRun::start()
{
    m_window->start(QStringLiteral("run.db"), [this](app::LaunchOptions& options) { options.port = m_port; });
    (*m_window)->window().resize(1440, 900);
}

QVariant TestGatewayRun::inPage(const QString& expression) const
{
    std::optional<QVariant> value;
    page().page()->runJavaScript(expression, QWebEngineScript::ApplicationWorld,
                                 [&](const QVariant& result) { value = result; });
    if (!waitFor([&] { return value.has_value(); }, longMs))
        qFatal("the page does not answer"); // its answer would come into a frame that is gone
    return *value;
}

bool TestGatewayRun::pageHolds(const QString& condition) const
{
    return waitFor([&] { return inPage(QStringLiteral("Boolean(%1)").arg(condition)).toBool(); }, longMs);
}

bool TestGatewayRun::openAsked() const
{
    if (!waitFor([&] { return shown<QAbstractButton>("needsYouOther") != nullptr; }, longMs))
        return false;
    QTest::mouseClick(shown<QAbstractButton>("needsYouOther"), Qt::LeftButton);
    return waitFor([&] { return shown<QWidget>("questionCard") != nullptr; }, longMs);
}

bool TestGatewayRun::answer(const QString& text) const
{
    return waitFor(
        [&] { // the card takes nothing at first, and may be made anew meanwhile
            auto* field = shown<QLineEdit>("questionField");
            if (field != nullptr && field->text() != text) {
                field->clear();
                QTest::keyClicks(field, text);
            } else if (field != nullptr) {
                QTest::keyClick(field, Qt::Key_Return);
            }
            return field == nullptr;
        },
        longMs);
}

bool TestGatewayRun::saysAndMeasures() const
{
    bool isTaken = post("registerRun", R"({"id": "r", "project": "p", "name": "A review"})");
    const QJsonObject call{
        {"type", "tool_use"}, {"id", "t"}, {"name", "measure"}, {"input", QJsonObject{{"what", "legs"}}}};
    const auto say = [&](const QJsonObject& message) {
        const QJsonObject body{{"runId", "r"}, {"replyId", "1"}, {"replyName", "Critic"}, {"msg", message}};
        isTaken = isTaken && post("pushMessage", QJsonDocument(body).toJson());
    };
    for (const char* text : {"I look", "I look at the wal", "I look at the walnut table."})
        say({{"id", "m1"},
             {"name", "Critic"},
             {"role", "assistant"},
             {"content", QJsonArray{QJsonObject{{"type", "text"}, {"text", text}}, call}}});
    const QJsonObject given{{"type", "text"}, {"text", "four of 71 cm"}};
    say({{"id", "m2"},
         {"name", "system"},
         {"role", "system"},
         {"content",
          QJsonArray{
              QJsonObject{{"type", "tool_result"}, {"id", "t"}, {"name", "measure"}, {"output", QJsonArray{given}}}}}});
    return isTaken;
}

/// The text in the page's rows, in reading order.
const QString rowsInPage = QStringLiteral("[...document.querySelectorAll('.entry')].map(row => row.innerText).join()");

void TestGatewayRun::run_isASessionLikeAnyOther()
{
    start();
    StudioAsking program(m_port);
    QVERIFY(saysAndMeasures());
    QVERIFY(program.ask());
    QVERIFY(openAsked());
    QCOMPARE(shown<QLabel>("questionFrom")->text().section(QStringLiteral(" · "), 0, 1),
             QStringLiteral("AgentScope · A review"));
    QVERIFY(answer(QStringLiteral("Paint it hazel")));
    QVERIFY(waitFor([&] { return !program.answers().isEmpty(); }, longMs));
    QVERIFY(program.isQuiet());
    QVERIFY(pageHolds(QStringLiteral("document.body.innerText.includes('Well.')")));
    QVERIFY(pageHolds(QStringLiteral("document.querySelector('.delivered')")));
    checkReplay(inPage(rowsInPage).toString());
    m_window->end();
    if (QTest::currentTestFailed())
        return;

    const QString id = m_commands.run({"list", "--json", "--library", library()}).json()[0][u"id"].toString();
    QVERIFY(!id.isEmpty());
    for (const char* word : {"walnut", "hazel", "measure"}) {
        const Run found = m_commands.run({"search", QString::fromLatin1(word), "--json", "--library", library()});
        const QJsonArray hits = found.json()[u"hits"].toArray();
        QVERIFY2(!hits.isEmpty(), word);
        QCOMPARE(hits[0][u"session"].toString(), id);
    }
    checkExports(id);
    checkLog(SessionId(id.toStdString()));
}

/// Its end shows what the live session did, its beginning nothing of that.
void TestGatewayRun::checkReplay(const QString& liveRows) const
{
    ui::ActionRegistry& actions = (*m_window)->actions();
    auto* view = (*m_window)->window().findChild<ui::transcript::TranscriptView*>();
    const std::int64_t total = view->page().shown().total;
    QVERIFY(total >= 4);
    actions[ui::ActionId::ViewReplay].trigger();
    QVERIFY(waitFor([&] { return view->page().shown().asOf.has_value(); }, longMs));
    actions[ui::ActionId::ReplayStart].trigger();
    QVERIFY(waitFor([&] { return view->page().shown().total <= 1; }, longMs));
    QVERIFY(pageHolds(QStringLiteral("!document.body.innerText.includes('hazel')")));
    actions[ui::ActionId::ReplayEnd].trigger();
    QVERIFY(waitFor([&] { return view->page().shown().total == total; }, longMs));
    QString rows;
    const bool isSame = waitFor(
        [&] {
            rows = inPage(rowsInPage).toString();
            return rows == liveRows;
        },
        longMs);
    QVERIFY2(isSame, qPrintable(rows + QStringLiteral("\nbut live:\n") + liveRows));
}

void TestGatewayRun::checkExports(const QString& id)
{
    for (const char* format : {"html", "jsonl", "agentscope"}) {
        const QString file = m_commands.path(format);
        const Run run =
            m_commands.run({"export", id, "--to", QString::fromLatin1(format), "--out", file, "--library", library()});
        QVERIFY2(run.exitCode == 0, run.errors);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        for (const char* told : {"four of 71 cm", "Paint it hazel", "measure"})
            QVERIFY2(text.contains(told), qPrintable(QStringLiteral("%1 lacks %2").arg(format, told)));
        QCOMPARE(text.count("nut table."), 1);                     // it grew, and is there once
        const bool isInPieces = format == QStringLiteral("jsonl"); // our own has each event
        QVERIFY(isInPieces || text.contains("I look at the walnut table."));
    }
    // Our own format loses nothing: an export of its import is identical.
    QCOMPARE(m_commands.runOn({"import", m_commands.path("jsonl")}).exitCode, 0);
    QCOMPARE(m_commands.runOn({"export", m_commands.onlySession(), "--to", "jsonl", "--out", m_commands.path("again")})
                 .exitCode,
             0);
    QFile first(m_commands.path("jsonl"));
    QFile again(m_commands.path("again"));
    QVERIFY(first.open(QIODevice::ReadOnly) && again.open(QIODevice::ReadOnly));
    first.readLine(); // the session's new id, and the name of the folder beside it
    again.readLine();
    QCOMPARE(again.readAll(), first.readAll());
}

/// At each moment of a replay the state is what the live one was: the fold of the log up to there.
void TestGatewayRun::checkLog(const SessionId& id) const
{
    QObject completions;
    const auto opened = storage::openLibrary(library().toStdString(), &completions);
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().detail.c_str());
    const auto events =
        app::await<std::vector<Event>>([&](auto done) { (*opened)->readEvents(id, {0}, 1'000, std::move(done)); });
    QVERIFY(events && events->size() > 8);
    ConversationState folded;
    for (const Event& event : *events) {
        folded.apply(event);
        const auto state =
            app::await<ConversationState>([&](auto done) { (*opened)->readState(id, event.seq, std::move(done)); });
        QVERIFY(state.has_value());
        const nlohmann::json difference = nlohmann::json::diff(folded.toJson(), state->toJson());
        QVERIFY2(difference.empty(), difference.dump().c_str());
    }
    QVERIFY(folded.openQuestions().empty() && folded.undeliveredAnswers().empty());
}

bool TestGatewayRun::focusField(const QString& label) const
{
    const QString isFocused = QStringLiteral("(() => { const label = [...document.querySelectorAll('.form .lab')]"
                                             ".find(one => one.textContent.replace('*', '').trim() === '%1');"
                                             "const field = label && document.getElementById(label.htmlFor);"
                                             "field?.focus(); return document.activeElement === field; })()")
                                  .arg(label);
    return pageHolds(isFocused);
}

QString TestGatewayRun::problem(const QString& label) const
{
    return inPage(QStringLiteral("[...document.querySelectorAll('.form .lab')]"
                                 ".find(one => one.textContent.replace('*', '').trim() === '%1')"
                                 ".nextSibling.querySelector('.problem').textContent")
                      .arg(label))
        .toString();
}

/// The page takes only what a person does.
void TestGatewayRun::sendForm() const
{
    const QStringList place =
        inPage(QStringLiteral("(() => { const button = document.querySelector('.formfoot .btn.ask');"
                              "button?.scrollIntoView({block: 'nearest'}); const box = button?.getBoundingClientRect();"
                              "return box ? [box.x + box.width / 2, box.y + box.height / 2].join() : ''; })()"))
            .toString()
            .split(u',');
    if (place.size() == 2)
        QTest::mouseClick(page().focusProxy(), Qt::LeftButton, {},
                          (QPointF(place[0].toDouble(), place[1].toDouble()) * page().zoomFactor()).toPoint());
}

/// The fields with the keyboard, as the person does it.
void TestGatewayRun::form_isFilledIn()
{
    start();
    StudioAsking program(m_port, schema);
    QVERIFY(program.ask());
    QVERIFY(openAsked());
    QVERIFY2(shown<QLabel>("questionAsks")->text().startsWith(QStringLiteral("asks, ")),
             qPrintable(shown<QLabel>("questionAsks")->text()));
    QTest::mouseClick(shown<QAbstractButton>("questionFillIn"), Qt::LeftButton);
    QVERIFY(pageHolds(QStringLiteral("document.querySelector('.form .lab')")));
    QWidget* keys = page().focusProxy();
    // Keys take time to reach the page: until they do, they do not belong to another field.
    const auto type = [&](const QString& label, const QString& text, const QString& then) {
        const bool isThere = focusField(label);
        for (const QChar key : text)
            QTest::keyClick(keys,
                            key == u'\n'       ? Qt::Key_Return
                                : key == u'\b' ? Qt::Key_Backspace
                                               : Qt::Key(key.toUpper().unicode()));
        return isThere && pageHolds(QStringLiteral("document.activeElement.") + then);
    };
    // The mistake is reported, and nothing is sent.
    QVERIFY(type(QStringLiteral("Version"), QStringLiteral("12"), QStringLiteral("value === '12'")));
    QVERIFY(waitFor(
        [&] { // a card that has only just appeared takes no answer
            sendForm();
            return problem(QStringLiteral("Version")) == QStringLiteral("At most 9.");
        },
        longMs));
    QVERIFY(!problem(QStringLiteral("author › Name")).isEmpty());
    QVERIFY(!problem(QStringLiteral("licence")).isEmpty());
    QVERIFY(problem(QStringLiteral("Note")).isEmpty() && problem(QStringLiteral("author › Email")).isEmpty());

    QVERIFY(type(QStringLiteral("licence"), QStringLiteral("a"), // chooses what begins so
                 QStringLiteral("value === '1'")));
    QVERIFY(type(QStringLiteral("Version"), QStringLiteral("\b\b3"), QStringLiteral("value === '3'")));
    QVERIFY(type(QStringLiteral("Tags"), QStringLiteral("new\nsmall"), QStringLiteral("value === 'new\\nsmall'")));
    QVERIFY(type(QStringLiteral("Publish"), QStringLiteral(" "), QStringLiteral("checked === false")));
    QVERIFY(type(QStringLiteral("author › Name"), QStringLiteral("ada"), QStringLiteral("value === 'ada'")));
    sendForm();
    QVERIFY(waitFor([&] { return !program.answers().isEmpty(); }, longMs));
    QVERIFY(program.isQuiet());
    const QJsonObject expected{{"licence", "Apache-2.0"},
                               {"version", 3},
                               {"author", QJsonObject{{"name", "ada"}}},
                               {"ratio", 0.5},
                               {"tags", QJsonArray{"new", "small"}},
                               {"publish", false}};
    QCOMPARE(program.structured().toObject(), expected);
    QCOMPARE(QJsonDocument::fromJson(program.answers().front().toUtf8()).object(), expected);
    QCOMPARE(program.answers().size(), 1);
    m_window->end();
}

} // namespace tst_gateway_run

QUARTERDECK_PAGE_TEST(tst_gateway_run, TestGatewayRun)
#include "tst_gateway_run.moc"
