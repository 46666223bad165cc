#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTest>
#include <QTranslator>
#include <QWindow>
#include <functional>
#include <utility>

namespace tst_connect_dialog {

using namespace quarterdeck;
using namespace quarterdeck::ui;

/// How agents connect.
class TestConnectDialog final : public QObject
{
    Q_OBJECT

private slots:
    void linesNameTheAddress_andAreCopied();
    void everyLine_isCopiedAsShown_data();
    void everyLine_isCopiedAsShown();
    void everyLine_isOneOfThese();
    void traces_tellTheirPort();
    void settingsOfMcp_areJson();
    void token_isCopiedAndNotShown();
    void newToken_isAskedFor();
    void anyProgram_readsTheTokensFile();
    void nowhere_isSaid();
    void nobody_isSaid();
    void programs_areListed();
    void lastError_isOneSentence();
    void refusals_areSaidInThePersonsLanguage();
    void manyPrograms_areCounted();
    void program_leadsToItsSession();
    void narrow_fits();
    void studio_isPutBehindTheToken();
    void port_isChosen();
};

namespace {

QString textOf(const QWidget& dialog, const char* name)
{
    return dialog.findChild<QLabel*>(QString::fromLatin1(name))->text();
}

QStringList textsOf(const QWidget& dialog, const char* name)
{
    QStringList texts;
    for (const QLabel* label : dialog.findChildren<QLabel*>(QString::fromLatin1(name)))
        texts << label->text();
    return texts;
}

gateway::ConnectedClient programOf(const char* title)
{
    gateway::ConnectedClient program;
    program.session = conversation::SessionId("the session");
    program.title = title;
    program.isHere = true;
    program.since = {QDateTime::currentMSecsSinceEpoch()};
    program.messagesPerMinute = 12;
    program.openQuestions = 2;
    return program;
}

gateway::ConnectedClient gone(gateway::ConnectedClient program)
{
    program.isHere = false;
    program.messagesPerMinute = 0;
    return program;
}

} // namespace

void TestConnectDialog::linesNameTheAddress_andAreCopied()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    const QString line = QStringLiteral("agentscope.init(studio_url=\"http://localhost:3001\")");
    QCOMPARE(textOf(dialog, "connect.python"), line);
    QVERIFY(textOf(dialog, "connect.java").contains(QStringLiteral("studioUrl(\"http://localhost:3001\")")));
    QCOMPARE(textOf(dialog, "connect.traces"),
             QStringLiteral("OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf "
                            "OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:3001 "
                            "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"));
    QVERIFY(textOf(dialog, "connect.state").contains(QStringLiteral("http://localhost:3001")));
    dialog.show();
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.python.copy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
}

namespace {

/// What is shown instead of the token, which is hidden.
const QString hidden = QStringLiteral("…");

struct Kind
{
    const char* name;
    bool isOfStudio = false; ///< the token is part of its line where programs of AgentScope need it
    bool hasToken = false;   ///< in any case
};

constexpr Kind kinds[] = {{"python", true}, {"java", true}, {"claude"},       {"stdio"},   {"http", false, true},
                          {"any"},          {"role"},       {"traces", true}, {"metaGpt"}, {"metaGptReports", true},
                          {"metaGptLogs"}};

} // namespace

void TestConnectDialog::everyLine_isCopiedAsShown_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<gateway::TokenlessAccess>("studio");
    QTest::addColumn<bool>("isTokenInIt");
    QTest::addColumn<bool>("isLetIn");
    using gateway::TokenlessAccess;
    const std::pair<TokenlessAccess, const char*> ways[] = {{TokenlessAccess::Open, "open"},
                                                            {TokenlessAccess::WithToken, "with a token"},
                                                            {TokenlessAccess::Off, "not let in"}};
    for (const Kind& kind : kinds)
        for (const auto& [way, words] : ways)
            QTest::addRow("%s, %s", kind.name, words)
                << QString::fromLatin1(kind.name) << way
                << (kind.hasToken || (kind.isOfStudio && way == TokenlessAccess::WithToken))
                << !(kind.isOfStudio && way == TokenlessAccess::Off);
}

/// Letter by letter, but for the token; by a click, and by the keyboard.
void TestConnectDialog::everyLine_isCopiedAsShown()
{
    QFETCH(const QString, name);
    QFETCH(const gateway::TokenlessAccess, studio);
    QFETCH(const bool, isTokenInIt);
    QFETCH(const bool, isLetIn);
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setBridge(QStringLiteral("/a b/it's/quarterdeck-mcp"));
    dialog.setTokenFile(QStringLiteral("/a b/it's/gateway.token"));
    dialog.setAdapters(QStringLiteral("/a b/it's"));
    dialog.setToken(QStringLiteral("secret"));
    dialog.setStudio(studio);
    dialog.setAddress(QStringLiteral("http://localhost:3000"));
    dialog.setAddress(QStringLiteral("http://localhost:3001")); // the newest one counts
    dialog.show();
    const auto* line = dialog.findChild<QLabel*>(QStringLiteral("connect.") + name);
    auto* copy = dialog.findChild<QAbstractButton*>(QStringLiteral("connect.%1.copy").arg(name));
    QVERIFY(line != nullptr && copy != nullptr);
    QCOMPARE(copy->isEnabled(), isLetIn);
    const QString nothing = QStringLiteral("nothing was copied");
    const auto copied = [&](const std::function<void()>& press) {
        QGuiApplication::clipboard()->setText(nothing);
        press();
        return QGuiApplication::clipboard()->text();
    };
    const QString clicked = copied([&] { QTest::mouseClick(copy, Qt::LeftButton); });
    if (!isLetIn) {
        QCOMPARE(clicked, nothing);
        return;
    }
    QVERIFY(!line->text().contains(QStringLiteral("secret")));
    QString expected = line->text();
    if (isTokenInIt) {
        // If the line has an ellipsis of its own, the token's is the first one.
        const auto at = expected.indexOf(hidden);
        QVERIFY2(at >= 0, qPrintable(expected));
        expected.replace(at, hidden.size(), QStringLiteral("secret"));
    }
    QCOMPARE(clicked, expected);
    QVERIFY(!clicked.contains(QStringLiteral("3000")) && !clicked.isEmpty());
    QCOMPARE(copied([&] {
                 copy->setFocus();
                 QTest::keyClick(copy, Qt::Key_Space);
             }),
             expected);
}

/// So that none is forgotten above.
void TestConnectDialog::everyLine_isOneOfThese()
{
    const theme::ThemeController theme(*qApp);
    const ConnectDialog dialog(theme);
    static const QRegularExpression name(QStringLiteral("^connect\\.(\\w+)\\.copy$"));
    QStringList found;
    for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
        if (const auto match = name.match(button->objectName()); match.hasMatch())
            found << match.captured(1);
    QStringList known;
    for (const Kind& kind : kinds)
        known << QString::fromLatin1(kind.name);
    known.sort();
    found.sort();
    found.removeAll(QStringLiteral("token")); // of the form, which shows none
    QCOMPARE(found, known);
}

void TestConnectDialog::traces_tellTheirPort()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.show();
    dialog.setTraces(4318, {});
    const auto* note = dialog.findChild<QLabel*>(QStringLiteral("connect.traces.note"));
    QVERIFY(!note->isVisible()); // nobody connects anywhere
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    QVERIFY(note->isVisible() && note->text().contains(QStringLiteral("4318")));
    const int line = dialog.findChild<QLabel*>(QStringLiteral("connect.traces"))->mapTo(&dialog, QPoint()).y();
    const int next = dialog.findChild<QLabel*>(QStringLiteral("connect.metaGpt"))->mapTo(&dialog, QPoint()).y();
    QVERIFY(test::waitFor([&] {
        const int there = note->mapTo(&dialog, QPoint()).y();
        return there > line && there < next;
    }));
    const QString holder = QStringLiteral("otelcol (4711) is already listening on port 4318.");
    dialog.setTraces(0, holder);
    QVERIFY(note->isVisible() && note->text().startsWith(holder));
    dialog.setTraces(0, {});
    QVERIFY(!note->isVisible());
    dialog.setTraces(4318, {});
    QVERIFY(note->isVisible());
    dialog.setStudio(gateway::TokenlessAccess::WithToken); // who is told nothing names none
    QVERIFY(!note->isVisible());
}

void TestConnectDialog::settingsOfMcp_areJson()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3000"));
    dialog.setBridge(QStringLiteral("/a b/it's/quarterdeck-mcp"));
    const auto server = [&] {
        const auto settings = QJsonDocument::fromJson(textOf(dialog, "connect.stdio").toUtf8());
        return settings[QStringLiteral("mcpServers")][QStringLiteral("quarterdeck")].toObject();
    };
    QCOMPARE(server(), (QJsonObject{{QStringLiteral("command"), QStringLiteral("/a b/it's/quarterdeck-mcp")}}));
    QCOMPARE(textOf(dialog, "connect.claude"),
             QStringLiteral("claude mcp add quarterdeck -- '/a b/it'\\''s/quarterdeck-mcp'"));
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    QCOMPARE(server()[QStringLiteral("args")].toArray(),
             (QJsonArray{QStringLiteral("--port"), QStringLiteral("3001")}));
    QVERIFY(textOf(dialog, "connect.claude").endsWith(QStringLiteral(" --port 3001")));
    dialog.setBridge(QStringLiteral("/quarterdeck-mcp"), QString()); // by the usual library, whatever the port
    QVERIFY(!server().contains(QStringLiteral("args")));
    dialog.setBridge(QStringLiteral("/quarterdeck-mcp"), QStringLiteral("/a b/my.db"));
    QCOMPARE(server()[QStringLiteral("args")].toArray(),
             (QJsonArray{QStringLiteral("--library"), QStringLiteral("/a b/my.db")}));
    QVERIFY(textOf(dialog, "connect.claude").endsWith(QStringLiteral(" --library '/a b/my.db'")));
}

void TestConnectDialog::token_isCopiedAndNotShown()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    dialog.setToken(QStringLiteral("secret"));
    QVERIFY(!textOf(dialog, "connect.http").contains(QStringLiteral("secret")));
    dialog.show();
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.http.copy")), Qt::LeftButton);
    const auto copied = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8());
    const QJsonValue server = copied[QStringLiteral("mcpServers")][QStringLiteral("quarterdeck")];
    QCOMPARE(server[QStringLiteral("url")].toString(), QStringLiteral("http://localhost:3001/mcp"));
    QCOMPARE(server[QStringLiteral("headers")][QStringLiteral("Authorization")].toString(),
             QStringLiteral("Bearer secret"));
}

void TestConnectDialog::newToken_isAskedFor()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    int wanted = 0;
    connect(&dialog, &ConnectDialog::newTokenRequested, &dialog, [&] { ++wanted; });
    dialog.show();
    const auto press = [&](const QString& answer) {
        QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.token.new")), Qt::LeftButton);
        auto* box = dialog.findChild<QMessageBox*>(QStringLiteral("connect.token.question"));
        auto* button = box == nullptr ? nullptr
            : answer.isEmpty()        ? box->button(QMessageBox::Cancel)
                                      : box->findChild<QAbstractButton*>(answer);
        if (button != nullptr)
            button->click();
        delete box;
        return button != nullptr;
    };
    QVERIFY(press({}));
    QCOMPARE(wanted, 0);
    QVERIFY(press(QStringLiteral("connect.token.make")));
    QCOMPARE(wanted, 1);
}

void TestConnectDialog::anyProgram_readsTheTokensFile()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    dialog.setToken(QStringLiteral("secret"));
    dialog.setTokenFile(QStringLiteral("/a b/it's/gateway.token"));
    dialog.setAdapters(QStringLiteral("/a b"));
    const QString line = QStringLiteral("curl -H \"Authorization: Bearer $(cat '/a b/it'\\''s/gateway.token')\" -H "
                                        "\"Content-Type: application/json\" http://localhost:3001/v1/sessions -d "
                                        "'{\"title\": \"…\"}'");
    QCOMPARE(textOf(dialog, "connect.any"), line);
    QCOMPARE(textOf(dialog, "connect.role"),
             QStringLiteral("python3 '/a b/role/quarterdeck_role.py' Bob --base http://localhost:3001 --token-file "
                            "'/a b/it'\\''s/gateway.token' -- my-agent"));
    QCOMPARE(textOf(dialog, "connect.metaGpt"),
             QStringLiteral("PYTHONPATH='/a b/metagpt' QUARTERDECK_URL=http://localhost:3001"));
    dialog.show();
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.any.copy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
}

void TestConnectDialog::nowhere_isSaid()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    QVERIFY(!textOf(dialog, "connect.state").contains(QStringLiteral("http")));
    QVERIFY(!dialog.findChild<QAbstractButton*>(QStringLiteral("connect.python.copy"))->isEnabled());
}

void TestConnectDialog::nobody_isSaid()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    QVERIFY(!textOf(dialog, "connect.rest").isEmpty());
    QVERIFY(dialog.findChildren<QWidget*>(QStringLiteral("connect.program")).isEmpty());
}

void TestConnectDialog::programs_areListed()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setPrograms({programOf("Chess"), gone(programOf("Go"))});
    dialog.show();
    const auto states = textsOf(dialog, "connect.program.state");
    QCOMPARE(textsOf(dialog, "connect.program.title"), (QStringList{"Chess", "Go"}));
    QCOMPARE(textsOf(dialog, "connect.program.kind"), (QStringList{"AgentScope", "AgentScope"}));
    QVERIFY2(states[0].contains(QStringLiteral(" · 12 ")), qPrintable(states[0]));
    QVERIFY2(states[0].contains(QStringLiteral(" · 2 ")), qPrintable(states[0]));
    QVERIFY2(states[1].startsWith(QStringLiteral("Disconnected since ")), qPrintable(states[1]));
    QVERIFY(!dialog.findChild<QLabel*>(QStringLiteral("connect.rest"))->isVisible());
    const auto titles = dialog.findChildren<QLabel*>(QStringLiteral("connect.program.title"));
    QVERIFY(titles[0]->palette().color(QPalette::WindowText) != titles[1]->palette().color(QPalette::WindowText));
    auto heard = programOf("Chess"); // it may have ended without a word
    heard.heard = heard.since;
    dialog.setPrograms({heard});
    const auto state = [&] { return textsOf(dialog, "connect.program.state")[0]; };
    QVERIFY2(state().startsWith(QStringLiteral("Last heard from at ")), qPrintable(state()));
    heard.isHere = false;
    dialog.setPrograms({heard});
    QVERIFY2(state().startsWith(QStringLiteral("Nothing heard since ")), qPrintable(state()));
    dialog.setPrograms({});
    QVERIFY(dialog.findChildren<QWidget*>(QStringLiteral("connect.program")).isEmpty());
    QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("connect.rest"))->isVisible());
}

void TestConnectDialog::refusals_areSaidInThePersonsLanguage()
{
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/i18n/quarterdeck_zh_CN.qm")));
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    const auto shown = [](const char* sentence) {
        const theme::ThemeController theme(*qApp);
        ConnectDialog dialog(theme);
        auto refused = gone(programOf("Go"));
        refused.lastError = {403, sentence, refused.since};
        dialog.setPrograms({refused});
        return textsOf(dialog, "connect.program.error").value(0);
    };
    const QString known = shown("This server does not answer web pages.");
    const QString numbered = shown("The request body is not valid JSON: line 3, column 14.");
    const QString other = shown("A program's own words, 7 of them.");
    QCoreApplication::removeTranslator(&chinese);
    QVERIFY2(known.contains(QStringLiteral("此服务器不响应网页。")), qPrintable(known));
    QVERIFY2(numbered.contains(QStringLiteral("请求体不是有效的 JSON：第 3 行，第 14 列。")), qPrintable(numbered));
    QVERIFY2(other.contains(QStringLiteral("A program's own words, 7 of them.")), qPrintable(other));
}

void TestConnectDialog::lastError_isOneSentence()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    auto refused = gone(programOf(""));
    refused.session = {};
    refused.openQuestions = 0;
    refused.lastError = {401, "This address needs\nthe token.\u202e", refused.since};
    auto failed = programOf("Chess");
    failed.lastError = {0, "Bob: no model", failed.since};
    dialog.setPrograms({failed, refused, programOf("Go")});
    dialog.show();
    const auto errors = dialog.findChildren<QLabel*>(QStringLiteral("connect.program.error"));
    QVERIFY(errors[0]->text().endsWith(QStringLiteral(": Bob: no model")));
    QVERIFY2(errors[1]->text().endsWith(QStringLiteral(": refused (401): This address needs the token.[RLO]")),
             qPrintable(errors[1]->text()));
    QVERIFY(!errors[2]->isVisible());
    QVERIFY(!textsOf(dialog, "connect.program.title")[1].isEmpty());
    QCOMPARE(textsOf(dialog, "connect.program.state")[1], QStringLiteral("Refused"));
}

void TestConnectDialog::manyPrograms_areCounted()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setPrograms(gateway::ConnectedClients(50, programOf("Chess")));
    QCOMPARE(dialog.findChildren<QWidget*>(QStringLiteral("connect.program")).size(), 30);
    QVERIFY(textOf(dialog, "connect.rest").contains(QStringLiteral("20")));
}

void TestConnectDialog::program_leadsToItsSession()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    QStringList wanted;
    connect(&dialog, &ConnectDialog::sessionRequested, &dialog, [&](const QString& id) { wanted << id; });
    auto refused = programOf("");
    refused.session = {};
    dialog.setPrograms({programOf("Chess"), refused});
    dialog.show();
    const auto buttons = dialog.findChildren<QAbstractButton*>(QStringLiteral("connect.program.show"));
    QVERIFY(buttons[0]->isVisible() && !buttons[1]->isVisible());
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QCOMPARE(wanted, QStringList{"the session"});
}

/// All text wraps or is cut: nothing reaches beyond the page.
void TestConnectDialog::narrow_fits()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    dialog.setTokenFile(QStringLiteral("/a/") + QString(200, u'b'));
    dialog.setPrograms({programOf(std::string(300, 'x').c_str())});
    dialog.resize(dialog.minimumSize());
    dialog.show();
    QVERIFY(test::waitFor([&] { return dialog.windowHandle()->isExposed(); }));
    const auto* area = dialog.findChild<QScrollArea*>(QStringLiteral("connect.area"));
    QVERIFY(area->widget()->width() <= area->viewport()->width());
    for (const auto* label : dialog.findChildren<QLabel*>())
        if (label->isVisible())
            QVERIFY2(label->mapTo(area->widget(), QPoint(label->width(), 0)).x() <= area->widget()->width(),
                     qPrintable(label->objectName()));
}

void TestConnectDialog::studio_isPutBehindTheToken()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    dialog.setToken(QStringLiteral("secret"));
    std::vector<gateway::TokenlessAccess> chosen;
    connect(&dialog, &ConnectDialog::studioChosen, &dialog,
            [&](gateway::TokenlessAccess access) { chosen.push_back(access); });
    dialog.show();
    auto* box = dialog.findChild<QComboBox*>(QStringLiteral("connect.studio"));
    const auto choose = [&](int place) {
        box->setCurrentIndex(place);
        emit box->activated(place);
    };
    choose(1);
    QVERIFY(chosen == std::vector{gateway::TokenlessAccess::WithToken});
    QVERIFY(!textOf(dialog, "connect.python").contains(QStringLiteral("secret")));
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.python.copy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("agentscope.init(studio_url=\"http://localhost:3001?token=secret\")"));
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.metaGptReports.copy")),
                      Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("METAGPT_REPORTER_URL=http://localhost:3001/metagpt/report?token=secret"));
    choose(2);
    QVERIFY(!dialog.findChild<QAbstractButton*>(QStringLiteral("connect.python.copy"))->isEnabled());
    QVERIFY(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.any.copy"))->isEnabled());
    dialog.setStudio(gateway::TokenlessAccess::Open);
    QCOMPARE(box->currentIndex(), 0);
    QCOMPARE(textOf(dialog, "connect.python"), QStringLiteral("agentscope.init(studio_url=\"http://localhost:3001\")"));
    QCOMPARE(chosen.size(), std::size_t(2)); // what is shown is no choice
}

void TestConnectDialog::port_isChosen()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    std::vector<int> wanted;
    connect(&dialog, &ConnectDialog::portRequested, &dialog, [&](quint16 port) { wanted.push_back(port); });
    auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("connect.port"));
    auto* use = dialog.findChild<QAbstractButton*>(QStringLiteral("connect.port.use"));
    dialog.show();
    QVERIFY(!field->isEnabled()); // none is open
    dialog.setPort(3000);
    QVERIFY(field->isEnabled() && !use->isEnabled());
    const auto type = [&](const char* text) {
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
    };
    type("70000");
    QVERIFY(!use->isEnabled() || field->text() != QStringLiteral("70000"));
    type("3000");
    QVERIFY(!use->isEnabled());
    type("4000");
    QTest::mouseClick(use, Qt::LeftButton);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(wanted == (std::vector<int>{4000, 4000}));
    dialog.setPort(4000);
    QVERIFY(!use->isEnabled());
    // One that is refused stays, with the reason under it, until another is written.
    const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("connect.port.problem"));
    QVERIFY(problem->isHidden());
    type("5000");
    dialog.setPortProblem(QStringLiteral("Another program has it."));
    QVERIFY(problem->isVisible() && field->text() == QStringLiteral("5000") && use->isEnabled());
    QCOMPARE(problem->text(), QStringLiteral("Another program has it."));
    QCOMPARE(field->accessibleDescription(), problem->text());
    type("5001");
    QVERIFY(problem->isHidden() && field->accessibleDescription().isEmpty());
}

} // namespace tst_connect_dialog

QUARTERDECK_WIDGETS_TEST(tst_connect_dialog, TestConnectDialog)
#include "tst_connect_dialog.moc"
