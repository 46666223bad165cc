#include "program_fixture.h"
#include "tests/model_server/model_server.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/connections_dialog.h"
#include "ui/dialogs/prices_dialog.h"
#include "ui/theme/action_registry.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTableWidget>
#include <QTest>

namespace tst_model_connections {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Connections to model servers, from the menu to the server and to the files.
class TestModelConnections final : public QObject
{
    Q_OBJECT

private slots:
    void connection_isMadeTestedAndKept();
    void wrongKey_isSaid();
    void withoutAKeyring_aChoiceIsWanted();
    void prices_areKept();

private:
    void open()
    {
        m_program->actions()[ui::ActionId::ModelConnections].trigger();
        m_dialog = shown<ui::ConnectionsDialog>();
    }
    /// Those that were closed may still be there.
    template <typename Dialog>
    [[nodiscard]] Dialog* shown() const
    {
        for (Dialog* dialog : m_program->window().findChildren<Dialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }
    [[nodiscard]] bool isClosed() const { return shown<ui::ConnectionsDialog>() == nullptr; }
    template <typename Widget>
    [[nodiscard]] Widget& find(const char* name) const
    {
        return *m_dialog->findChild<Widget*>(QString::fromLatin1(name));
    }
    void click(const char* name) const { QTest::mouseClick(&find<QAbstractButton>(name), Qt::LeftButton); }
    void type(const char* name, const QString& text) const
    {
        auto& field = find<QLineEdit>(name);
        field.selectAll();
        QTest::keyClicks(&field, text);
    }
    void addServer(const model_server::ModelServer& server, team::KeySource source)
    {
        m_dialog->add(team::Service::Other);
        type("connections.name", QStringLiteral("Test server"));
        type("connections.address", server.address());
        find<QComboBox>("connections.keySource").setCurrentIndex(source == team::KeySource::Keyring ? 0 : 2);
        type("connections.key", key);
    }
    [[nodiscard]] QString found() const { return find<QLabel>("connections.found").text(); }
    [[nodiscard]] QString trouble() const { return find<QLabel>("connections.trouble").text(); }
    /// Files in the program's folders that contain it.
    [[nodiscard]] QStringList filesWith(const QByteArray& text) const
    {
        QStringList files;
        for (const QString& folder : {m_program.path({}), qEnvironmentVariable("XDG_CONFIG_HOME"),
                                      qEnvironmentVariable("XDG_DATA_HOME"), qEnvironmentVariable("XDG_CACHE_HOME")}) {
            QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
            while (all.hasNext()) {
                QFile file(all.next());
                if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text))
                    files.append(file.fileName());
            }
        }
        return files;
    }

    static inline const QString key = QStringLiteral("sk-very-secret-key-of-this-test");
    ProgramFixture m_program;
    QPointer<ui::ConnectionsDialog> m_dialog;
};

namespace {

model_server::Script scriptOf(const char* json)
{
    std::string problem;
    auto script = model_server::scriptOf(nlohmann::json::parse(json), problem);
    if (!script)
        qFatal("%s", problem.c_str());
    return *script;
}

const char* const able = R"({"key": "sk-very-secret-key-of-this-test", "models": ["seer"], "rules": [
    {"when": {"tool": "tell_time"}, "reply": {"tool_calls": [{"name": "tell_time"}]}},
    {"when": {"last": "What colour"}, "reply": "Red."}]})";

} // namespace

void TestModelConnections::connection_isMadeTestedAndKept()
{
    model_server::ModelServer server(scriptOf(able));
    QVERIFY(server.listen());
    m_program.start(QStringLiteral("models.db"));
    open();
    addServer(server, team::KeySource::ThisRun);
    click("connections.test");
    QVERIFY2(waitFor([&] { return found().contains(QStringLiteral("It can see images.")); }, m_program.longMs),
             qPrintable(found() + trouble()));
    QVERIFY(found().contains(QStringLiteral("It can call tools.")));
    click("connections.save");
    QVERIFY(waitFor([&] { return isClosed(); }));

    // The key of this run is used unless it was typed again.
    open();
    QCOMPARE(find<QLineEdit>("connections.name").text(), "Test server");
    QVERIFY(find<QLineEdit>("connections.key").text().isEmpty());
    const std::size_t before = server.requests().size();
    click("connections.test");
    QVERIFY(waitFor([&] { return found().contains(QStringLiteral("It can see images.")); }, m_program.longMs));
    QVERIFY(server.requests().size() > before);
    m_program.end();

    // Another start knows the connection, and no key.
    m_program.start(QStringLiteral("models.db"));
    open();
    QCOMPARE(m_dialog->connections().front().models, std::vector<std::string>{"seer"});
    click("connections.test");
    QVERIFY(waitFor([&] { return trouble().contains(QStringLiteral("There is no key")); }, m_program.longMs));
    m_program.end();
    QVERIFY(!filesWith("Test server").isEmpty());
    QCOMPARE(filesWith(key.toLatin1()), QStringList());
}

void TestModelConnections::wrongKey_isSaid()
{
    model_server::ModelServer server(scriptOf(R"({"key": "another"})"));
    QVERIFY(server.listen());
    m_program.start(QStringLiteral("wrong.db"));
    open();
    addServer(server, team::KeySource::ThisRun);
    click("connections.test");
    QVERIFY(waitFor([&] { return trouble().contains(QStringLiteral("does not accept the key")); }, m_program.longMs));
    m_program.end();
}

void TestModelConnections::withoutAKeyring_aChoiceIsWanted()
{
    model_server::ModelServer server(scriptOf(able));
    QVERIFY(server.listen());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    m_program.start(QStringLiteral("keyring.db"));
    open();
    const std::size_t before = m_dialog->connections().size();
    addServer(server, team::KeySource::Keyring);
    click("connections.save");
    QVERIFY(
        waitFor([&] { return trouble().contains(QStringLiteral("This desktop has no keyring")); }, m_program.longMs));
    QVERIFY2(!isClosed(), "what could not be kept is taken for saved");
    find<QComboBox>("connections.keySource").setCurrentIndex(2);
    click("connections.save");
    QVERIFY(waitFor([&] { return isClosed(); }));
    open();
    QCOMPARE(m_dialog->connections().size(), before + 1);
    m_program.end();
    QCOMPARE(filesWith(key.toLatin1()), QStringList());
}

void TestModelConnections::prices_areKept()
{
    m_program.start(QStringLiteral("prices.db"));
    const auto openPrices = [this] {
        open();
        click("connections.prices");
        return shown<ui::PricesDialog>();
    };
    const ui::PricesDialog* prices = openPrices();
    auto* table = prices->findChild<QTableWidget*>(QStringLiteral("prices.table"));
    const int row = table->row(table->findItems(QStringLiteral("gpt-4o"), Qt::MatchExactly).at(0));
    table->item(row, 2)->setText(QStringLiteral("123.5"));
    QTest::mouseClick(prices->findChild<QAbstractButton*>(QStringLiteral("prices.save")), Qt::LeftButton);
    QVERIFY(waitFor([&] { return shown<ui::PricesDialog>() == nullptr; }));
    m_program.end();
    m_program.start(QStringLiteral("prices.db"));
    table = openPrices()->findChild<QTableWidget*>(QStringLiteral("prices.table"));
    QCOMPARE(table->item(table->row(table->findItems(QStringLiteral("gpt-4o"), Qt::MatchExactly).at(0)), 2)->text(),
             QStringLiteral("123.5"));
    m_program.end();
}

} // namespace tst_model_connections

QUARTERDECK_PAGE_TEST(tst_model_connections, TestModelConnections)
#include "tst_model_connections.moc"
