#include "app/desktop/settings.h"
#include "mcp_asking.h"
#include "model/gateway/program_access.h"
#include "program_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/studio_post.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/panels/composer.h"
#include "ui/present/sessions.h"
#include "ui/theme/action_registry.h"

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>
#include <QWebSocket>
#include <optional>

namespace tst_agents {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Programs that connect to the window.
class TestAgents final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_program.emplace(); }
    void program_asksAndIsAnswered();
    void clientOfMcp_asksAndIsAnswered();
    void clientOfMcp_tellsThePersonWhoIsElsewhere();
    void programOfTheApi_isPausedAndStopped();
    void takenPort_isSaidAndAnotherTaken();
    void port_isLeftWhenTheOtherOneWorks();
    void newToken_replacesTheOldOne();
    void withoutAPort_itIsSaid();

private:
    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const
    {
        for (Widget* widget : (*m_program)->window().findChildren<Widget*>(QString::fromLatin1(name)))
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    /// What the only program's row says; empty if there is none.
    [[nodiscard]] static QString programIn(const ui::ConnectDialog& dialog, const char* part)
    {
        const auto* label = dialog.findChild<QLabel*>(QStringLiteral("connect.program.") + QString::fromLatin1(part));
        return label == nullptr ? QString() : label->text();
    }
    /// What the header says about the session's program; empty if nothing.
    [[nodiscard]] QString connection() const
    {
        const auto* button = shown<QPushButton>("toolbar.connection");
        return button == nullptr ? QString() : button->accessibleName();
    }
    [[nodiscard]] std::optional<ui::view::Connection> listedConnection() const
    {
        const auto& model = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
        const QModelIndex index = model.indexOf(onlySession());
        return index.data(ui::SessionListModel::RowRole).value<ui::view::SessionRow>().connection;
    }
    [[nodiscard]] ui::ConnectDialog* openDialog() const
    {
        (*m_program)->actions()[ui::ActionId::AgentsConnect].trigger();
        return (*m_program)->window().findChild<ui::ConnectDialog*>();
    }
    [[nodiscard]] QString onlySession() const
    {
        const auto& model = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QVariant session = model.index(row).data(ui::SessionListModel::RowRole);
            if (const QString id = session.value<ui::view::SessionRow>().id; !id.isEmpty())
                return id;
        }
        return {};
    }

    std::optional<ProgramFixture> m_program; ///< each with settings of its own
};

void TestAgents::program_asksAndIsAnswered()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("asks.db"), [port](app::LaunchOptions& options) { options.port = port; });
    QStringList heard;
    QWebSocket socket;
    connect(&socket, &QWebSocket::textMessageReceived, this, [&](const QString& text) {
        if (text.startsWith(QLatin1String("0{")))
            socket.sendTextMessage(QStringLiteral("40/python,{\"run_id\":\"r\"}"));
        heard.append(text);
    });
    socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/socket.io/?EIO=4&transport=websocket").arg(port)));
    QVERIFY(answerToPost(port, "registerRun", R"({"id": "r", "name": "A review", "project": "p"})").contains("200 OK"));
    QVERIFY(
        answerToPost(port, "pushMessage", R"({"runId": "r", "replyName": "Critic", "msg": {"id": "m", "name": "Critic",
        "role": "assistant", "content": "Shall we go on?"}})")
            .contains("200 OK"));
    QVERIFY(answerToPost(port, "requestUserInput", R"({"runId": "r", "requestId": "q", "agentId": "a",
        "agentName": "Human", "structuredInput": null})")
                .contains("200 OK"));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1 && !onlySession().isEmpty(); }));
    const ui::ConnectDialog* dialog = openDialog();
    QVERIFY(waitFor([&] { return programIn(*dialog, "title") == QStringLiteral("A review"); }));
    QVERIFY(waitFor([&] { return programIn(*dialog, "state").startsWith(QStringLiteral("Connected")); }));
    (*m_program)->workspace().openSession(conversation::SessionId(onlySession().toStdString()));
    QVERIFY(waitFor([&] { return shown<QLineEdit>("questionField") != nullptr; }, ProgramFixture::longMs));
    QVERIFY(waitFor([&] { return connection() == QStringLiteral("Connected"); }));
    QVERIFY(waitFor([&] { return listedConnection() && listedConnection()->isHere; }));
    // The program asks when it wants to hear somebody: nothing can be said before.
    QVERIFY(!(*m_program)->window().findChild<ui::Composer*>()->isVisible());
    const auto isAnswered = [&] { // the card may be made anew meanwhile
        auto* field = shown<QLineEdit>("questionField");
        if (field != nullptr && field->text().isEmpty())
            QTest::keyClicks(field, QStringLiteral("Yes, go on"));
        else if (field != nullptr)
            QTest::keyClick(field, Qt::Key_Return);
        return field == nullptr;
    };
    QVERIFY(waitFor(isAnswered));
    const QString answer =
        QStringLiteral(R"(42/python,["forwardUserInput", "q", [{"text": "Yes, go on", "type": "text"}], null])");
    QVERIFY2(waitFor([&] { return heard.contains(answer); }), qPrintable(heard.join(u'\n')));
    socket.close();
    QVERIFY(waitFor([&] { return programIn(*dialog, "state").startsWith(QStringLiteral("Disconnected")); }));
    QVERIFY(waitFor([&] { return connection() == QStringLiteral("Not connected"); }));
    QVERIFY(waitFor([&] { return listedConnection() && !listedConnection()->isHere; }));
    QVERIFY(listedConnection()->since.startsWith(QStringLiteral("Disconnected since")));
    m_program->end();
}

void TestAgents::clientOfMcp_asksAndIsAnswered()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("mcp.db"), [port](app::LaunchOptions& options) { options.port = port; });
    const Asking asking(port, R"({"question": "4x4 or 5x5?", "options": ["4x4", "5x5"]})");
    // It needs the person, wherever the person looks.
    QVERIFY(waitFor([&] { return shown<QWidget>("needsYouOther") != nullptr || shown<QWidget>("questionCard"); },
                    ProgramFixture::longMs));
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1 && !onlySession().isEmpty(); }));
    (*m_program)->workspace().openSession(conversation::SessionId(onlySession().toStdString()));
    QVERIFY(waitFor([&] { return shown<QAbstractButton>("questionOption") != nullptr; }, ProgramFixture::longMs));
    const auto isAnswered = [&] { // the card may be made anew meanwhile
        for (auto* option : (*m_program)->window().findChildren<QAbstractButton*>(QStringLiteral("questionOption")))
            if (option->isVisible() && option->accessibleName() == QStringLiteral("5x5"))
                QTest::mouseClick(option, Qt::LeftButton);
        return !asking.result().isEmpty();
    };
    QVERIFY(waitFor(isAnswered, ProgramFixture::longMs));
    QCOMPARE(asking.result()[u"status"].toString(), QStringLiteral("answered"));
    QCOMPARE(asking.result()[u"answer"].toString(), QStringLiteral("5x5"));
    const ui::ConnectDialog* dialog = openDialog();
    QVERIFY(waitFor([&] { return programIn(*dialog, "title") == QStringLiteral("Claude Code"); }));
    m_program->end();
}

void TestAgents::clientOfMcp_tellsThePersonWhoIsElsewhere()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("tells.db"), [port](app::LaunchOptions& options) { options.port = port; });
    QStringList announced;
    connect(&(*m_program)->workspace(), &ui::MainController::announced, this,
            [&](const QString& title, const QString& text) { announced << title << text; });
    emit(*m_program)->workspace().mutedSessionsChanged({QStringLiteral("another")});
    QCOMPARE(app::Settings().mutedSessions(), QStringList{QStringLiteral("another")});
    static_cast<void>(openDialog()); // the window has no focus
    QVERIFY(waitFor([&] { return !(*m_program)->window().isActiveWindow(); }));
    const Asking telling(port, R"({"text": "The <b>tests</b> pass.", "level": "warning"})", "notify_human");
    QVERIFY(waitFor([&] { return announced.size() == 2; }, ProgramFixture::longMs));
    QCOMPARE(announced,
             (QStringList{QStringLiteral("Warning from Claude Code"),
                          QStringLiteral("The &lt;b&gt;tests&lt;/b&gt; pass.")}));
    QVERIFY(waitFor([&] { return !telling.result().isEmpty(); }));
    m_program->end();
}

void TestAgents::programOfTheApi_isPausedAndStopped()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("api.db"), [port](app::LaunchOptions& options) { options.port = port; });
    const QByteArray token =
        QByteArray::fromStdString(gateway::accessTokenAt(gateway::accessTokenPath()).value_or(std::string()));
    const auto ask = [&](QTcpSocket& socket, const QByteArray& line, const QByteArray& body) {
        socket.connectToHost(QHostAddress::LocalHost, port);
        socket.write(line + " HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                     + token + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    };
    const auto post = [&](const QByteArray& path, const QByteArray& body) {
        QTcpSocket socket;
        ask(socket, "POST /v1/sessions" + path, body);
        static_cast<void>(waitFor([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
        const QByteArray read = socket.readAll();
        return QJsonDocument::fromJson(read.mid(read.indexOf("\r\n\r\n") + 4)).object();
    };
    const QByteArray id = post({}, R"({"title": "A game", "team": [{"name": "Bob"}]})")[u"id"].toString().toUtf8();
    QVERIFY(!post("/" + id + "/status", R"({"run_state": "running"})").isEmpty());
    QTcpSocket events;
    QByteArray heard;
    connect(&events, &QTcpSocket::readyRead, this, [&] { heard += events.readAll(); });
    ask(events, "GET /v1/sessions/" + id + "/events?role=Bob", {});
    QVERIFY(waitFor([&] { return heard.contains(R"("state":"running")"); }));
    QVERIFY(waitFor([&] { return !onlySession().isEmpty(); }));
    (*m_program)->workspace().openSession(conversation::SessionId(onlySession().toStdString()));
    auto& actions = (*m_program)->actions();
    QVERIFY(waitFor([&] { return actions[ui::ActionId::RunPause].isEnabled(); }, ProgramFixture::longMs));
    actions[ui::ActionId::RunPause].trigger();
    QVERIFY2(waitFor([&] { return heard.contains(R"("state":"paused")"); }), heard);
    QVERIFY(waitFor([&] { return actions[ui::ActionId::RunStop].isEnabled(); }));
    actions[ui::ActionId::RunStop].trigger();
    QVERIFY2(waitFor([&] { return heard.contains(R"("state":"stop_requested")"); }), heard);
    m_program->end();
}

void TestAgents::takenPort_isSaidAndAnotherTaken()
{
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    const quint16 port = holder.serverPort();
    m_program->start(QStringLiteral("taken.db"), [port](app::LaunchOptions& options) { options.port = port; });
    const QString said = m_program->banner(QStringLiteral("gateway"));
    QVERIFY2(said.contains(QStringLiteral("tests_app")) && said.contains(QString::number(port)), qPrintable(said));
    QVERIFY(
        !openDialog()->findChild<QLabel*>(QStringLiteral("connect.state"))->text().contains(QStringLiteral("http")));
    auto* button = (*m_program)
                       ->window()
                       .findChild<QWidget*>(QStringLiteral("banner.gateway"))
                       ->findChild<QAbstractButton*>(QString(), Qt::FindChildrenRecursively);
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    const auto* state = openDialog()->findChild<QLabel*>(QStringLiteral("connect.state"));
    QVERIFY2(waitFor([&] { return state->text().contains(QStringLiteral("http://localhost:")); }),
             qPrintable(state->text()));
    const quint16 taken = state->text().section(u':', -1).toUShort();
    QVERIFY(taken > port);
    QVERIFY(answerToPost(taken, "registerRun", R"({"id": "r", "name": "n"})").contains("200 OK"));
    m_program->end();
}

void TestAgents::port_isLeftWhenTheOtherOneWorks()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("moved.db"), [port](app::LaunchOptions& options) { options.port = port; });
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, port);
    client.write(mcpPost({}, R"({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params":
        {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "Claude Code"}}})"));
    const ui::ConnectDialog* dialog = openDialog();
    const auto connected = [&] {
        QStringList states;
        for (const auto* state : dialog->findChildren<QLabel*>(QStringLiteral("connect.program.state")))
            states << state->text();
        // This process is no other one, which could be seen to be alive.
        return states.filter(QRegularExpression(QStringLiteral("^(Connected since|Last heard)"))).size();
    };
    QVERIFY(waitFor([&] { return connected() == 1; }));
    const auto use = [&](quint16 wanted) {
        auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("connect.port"));
        field->selectAll();
        QTest::keyClicks(field, QString::number(wanted));
        dialog->findChild<QAbstractButton*>(QStringLiteral("connect.port.use"))->click();
        return dialog->findChild<QLabel*>(QStringLiteral("connect.state"))->text();
    };
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    const QString before = use(holder.serverPort());
    QVERIFY2(before.endsWith(QString::number(port)), qPrintable(before));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("connect.port.problem"));
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("tests_app"))
                 && problem->text().contains(QString::number(holder.serverPort()))
                 && problem->text().contains(QStringLiteral("still connect to port %1").arg(port)),
             qPrintable(problem->text()));
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("connect.port"))->text(),
             QString::number(holder.serverPort()));
    QCOMPARE(app::Settings().agentPort(), quint16{0});
    // Nobody lost a connection, and is heard there still.
    QByteArray answer;
    QVERIFY(waitFor([&] {
        answer += client.readAll();
        return answer.contains("200 OK");
    }));
    client.write(mcpPost({}, "{}"));
    QVERIFY(waitFor([&] { return client.bytesAvailable() > 0; }));
    QCOMPARE(connected(), 1);

    const quint16 other = freePort();
    QVERIFY(use(other).endsWith(QString::number(other)));
    QCOMPARE(app::Settings().agentPort(), other);
    QVERIFY(waitFor([&] { return client.state() == QAbstractSocket::UnconnectedState; }));
    QVERIFY(waitFor([&] { return connected() == 0; })); // they have to come again
    QVERIFY(answerToPost(other, "registerRun", R"({"id": "r 2", "name": "Another"})").contains("200 OK"));
    QVERIFY(waitFor([&] { return programIn(*dialog, "title") == QStringLiteral("Another"); })); // those here come first
    m_program->end();
}

void TestAgents::newToken_replacesTheOldOne()
{
    const quint16 port = freePort();
    m_program->start(QStringLiteral("token.db"), [port](app::LaunchOptions& options) { options.port = port; });
    const QByteArray withOld = mcpPost({}, "{}");
    QTcpSocket connected;
    connected.connectToHost(QHostAddress::LocalHost, port);
    connected.write(withOld);
    QVERIFY(waitFor([&] { return connected.bytesAvailable() > 0; }));
    QVERIFY(!connected.readAll().startsWith("HTTP/1.1 401"));
    ui::ConnectDialog* dialog = openDialog();
    const auto copied = [&] {
        dialog->findChild<QAbstractButton*>(QStringLiteral("connect.token.copy"))->click();
        return QGuiApplication::clipboard()->text().toUtf8();
    };
    const QByteArray old = copied();
    QVERIFY(withOld.contains(old));
    emit dialog->newTokenRequested(); // confirmed
    QVERIFY(waitFor([&] { return connected.state() == QAbstractSocket::UnconnectedState; }));
    QCOMPARE(copied().toStdString(), gateway::accessTokenAt(gateway::accessTokenPath()).value_or(std::string()));
    QVERIFY(copied() != old);
    for (const QByteArray& asked : {withOld, mcpPost({}, "{}")}) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, port);
        socket.write(asked);
        QVERIFY(waitFor([&] { return socket.bytesAvailable() > 0; }));
        QCOMPARE(socket.readAll().startsWith("HTTP/1.1 401"), asked == withOld);
    }
    m_program->end();
}

void TestAgents::withoutAPort_itIsSaid()
{
    m_program->start(QStringLiteral("none.db"));
    QVERIFY(
        !openDialog()->findChild<QLabel*>(QStringLiteral("connect.state"))->text().contains(QStringLiteral("http")));
    QVERIFY(!m_program->banners().contains(QStringLiteral("banner.gateway")));
    m_program->end();
}

} // namespace tst_agents

QUARTERDECK_PAGE_TEST(tst_agents, TestAgents)
#include "tst_agents.moc"
