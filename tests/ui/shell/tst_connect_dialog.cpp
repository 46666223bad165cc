#include "ui/shell/connect_dialog.h"
#include "ui/theme/theme_controller.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QTest>

using namespace quarterdeck::ui;

/// How agents connect.
class TestConnectDialog final : public QObject
{
    Q_OBJECT

private slots:
    void linesNameTheAddress_andAreCopied();
    void settingsOfMcp_areJson();
    void token_isCopiedAndNotShown();
    void anyProgram_readsTheTokensFile();
    void nowhere_isSaid();
    void connected_areNamed();
};

namespace {

QString textOf(const QWidget& dialog, const char* name)
{
    return dialog.findChild<QLabel*>(QString::fromLatin1(name))->text();
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
             QStringLiteral("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://localhost:3001/v1/traces"));
    QVERIFY(textOf(dialog, "connect.state").contains(QStringLiteral("http://localhost:3001")));
    dialog.show();
    QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("connect.python.copy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
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

void TestConnectDialog::anyProgram_readsTheTokensFile()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    dialog.setAddress(QStringLiteral("http://localhost:3001"));
    dialog.setToken(QStringLiteral("secret"));
    dialog.setTokenFile(QStringLiteral("/a b/it's/gateway.token"));
    const QString line = QStringLiteral("curl -H \"Authorization: Bearer $(cat '/a b/it'\\''s/gateway.token')\" -H "
                                        "\"Content-Type: application/json\" http://localhost:3001/v1/sessions -d "
                                        "'{\"title\": \"…\"}'");
    QCOMPARE(textOf(dialog, "connect.any"), line);
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

void TestConnectDialog::connected_areNamed()
{
    const theme::ThemeController theme(*qApp);
    ConnectDialog dialog(theme);
    const QString nobody = textOf(dialog, "connect.connected");
    QVERIFY(!nobody.isEmpty());
    dialog.setConnected({QStringLiteral("one"), QStringLiteral("two")});
    QCOMPARE(textOf(dialog, "connect.connected"), QStringLiteral("one\ntwo"));
    QStringList many;
    for (int i = 0; i < 30; ++i)
        many.append(QString::number(i));
    dialog.setConnected(many);
    QCOMPARE(textOf(dialog, "connect.connected").count(u'\n'), 8);
    dialog.setConnected({});
    QCOMPARE(textOf(dialog, "connect.connected"), nobody);
}

QTEST_MAIN(TestConnectDialog)
#include "tst_connect_dialog.moc"
