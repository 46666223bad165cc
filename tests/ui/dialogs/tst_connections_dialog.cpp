#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/connections_dialog.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

namespace tst_connections_dialog {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using team::ConnectionTestReport;
using team::KeySource;
using team::ModelConnection;
using team::Service;

/// The person's connections to model servers.
class TestConnectionsDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_dialog.reset(); }
    void everyTemplate_isOffered();
    void theFirstIsChosenAmongAll();
    void whatIsTyped_isKept();
    void times_areInSeconds();
    void rows_keepTheirOwn();
    void keyIsHidden_andWhereItBelongs();
    void openWay_isWarnedOf();
    void removed_isGone();
    void report_isSaid_data();
    void report_isSaid();
    void reportOfAnother_isNotSaid();
    void resultGoes_whenItIsOfAnotherServer_data();
    void resultGoes_whenItIsOfAnotherServer();
    void result_movesNothing();
    void test_isStopped();
    void failure_isSaid();
    void everythingHasAName();
    void anotherLanguage_keepsWhatIsChosen();

private:
    template <typename Widget>
    [[nodiscard]] Widget& find(const char* name) const
    {
        return *m_dialog->findChild<Widget*>(QString::fromLatin1(name));
    }
    void click(const char* name) const { QTest::mouseClick(&find<QAbstractButton>(name), Qt::LeftButton); }
    void type(const char* name, const QString& text) const
    {
        auto& field = find<QLineEdit>(name);
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
    }
    void add(const QString& name) const
    {
        for (QAction* action : find<QMenu>("connections.templates").actions())
            if (action->text() == name)
                action->trigger();
    }
    [[nodiscard]] QString text(const char* name) const
    {
        const auto& label = find<QLabel>(name);
        return label.isVisible() ? label.text() : QString();
    }

    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<ConnectionsDialog> m_dialog;
};

void TestConnectionsDialog::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_dialog = std::make_unique<ConnectionsDialog>(*m_theme);
    m_dialog->show();
}

void TestConnectionsDialog::everyTemplate_isOffered()
{
    QCOMPARE(find<QMenu>("connections.templates").actions().size(),
             static_cast<qsizetype>(team::serviceTemplates().size()));
    QVERIFY(!text("connections.empty").isEmpty());
    add(QStringLiteral("Ollama"));
    add(QStringLiteral("Anthropic"));
    QVERIFY(text("connections.empty").isEmpty());
    const auto made = m_dialog->connections();
    QCOMPARE(made.size(), 2U);
    QCOMPARE(made[0].service, Service::Ollama);
    QCOMPARE(made[0].address, "http://localhost:11434");
    QCOMPARE(made[1].protocol, team::Protocol::Anthropic);
    QCOMPARE(made[1].keySource, KeySource::Keyring);
}

void TestConnectionsDialog::theFirstIsChosenAmongAll()
{
    QCOMPARE(find<QWidget>("connections.services").findChildren<QPushButton*>().size(),
             static_cast<qsizetype>(team::serviceTemplates().size()));
    QVERIFY(!find<QPushButton>("connections.add").isVisible());
    click("connections.service.Anthropic");
    QCOMPARE(m_dialog->connections().at(0).service, Service::Anthropic);
    QVERIFY(!find<QWidget>("connections.services").isVisible());
    QVERIFY(find<QPushButton>("connections.add").isVisible());
    click("connections.remove");
    QVERIFY(find<QWidget>("connections.services").isVisible());
    click("connections.service.other");
    QCOMPARE(m_dialog->connections().at(0).service, Service::Other);
}

void TestConnectionsDialog::whatIsTyped_isKept()
{
    add(QStringLiteral("Another server"));
    type("connections.name", QStringLiteral("Mine"));
    type("connections.address", QStringLiteral("http://localhost:9999/v1"));
    find<QComboBox>("connections.protocol").setCurrentIndex(1);
    find<QComboBox>("connections.keySource").setCurrentIndex(1);
    type("connections.variable", QStringLiteral("MY_KEY"));
    QVERIFY(!m_dialog->connections().at(0).abilities.contextTokens);
    find<QSpinBox>("connections.window").setValue(8'000);
    find<QSpinBox>("connections.answer").setValue(2'000);
    const ModelConnection made = m_dialog->connections().at(0);
    QCOMPARE(made.abilities.contextTokens, std::optional<std::int64_t>(8'000));
    QCOMPARE(made.abilities.answerTokens, std::optional<std::int64_t>(2'000));
    QCOMPARE(made.name, "Mine");
    QCOMPARE(find<QListWidget>("connections.list").item(0)->text(), "Mine");
    QCOMPARE(made.address, "http://localhost:9999/v1");
    QCOMPARE(made.protocol, team::Protocol::Anthropic);
    QCOMPARE(made.keySource, KeySource::Environment);
    QCOMPARE(made.keyVariable, "MY_KEY");
    const QSignalSpy saves(m_dialog.get(), &ConnectionsDialog::saveRequested);
    click("connections.save");
    QCOMPARE(saves.size(), 1);
}

void TestConnectionsDialog::times_areInSeconds()
{
    ModelConnection made = team::newConnection(Service::OpenAi);
    made.timeouts = {90'500, 86'400'000 * 7LL};
    m_dialog->setConnections({made});
    auto& request = find<QSpinBox>("connections.requestTime");
    auto& silence = find<QSpinBox>("connections.silence");
    QCOMPARE(request.value(), 91);
    QVERIFY(m_dialog->connections().front() == made); // as it was, as long as nobody says otherwise
    silence.setValue(45);
    QCOMPARE(m_dialog->connections().front().timeouts.request, 90'500);
    QCOMPARE(m_dialog->connections().front().timeouts.idle, 45'000);
    request.setValue(600);
    QCOMPARE(m_dialog->connections().front().timeouts.request, 600'000);
    request.setValue(0); // without any time there is no reply
    QCOMPARE(m_dialog->connections().front().timeouts.request, 1'000);
}

void TestConnectionsDialog::rows_keepTheirOwn()
{
    ModelConnection first = team::newConnection(Service::OpenAi);
    first.limits.tokensPerMinute = 5;
    first.abilities.answerTokens = 3'000;
    first.modelAbilities["m"].tools = false;
    const ModelConnection second = team::newConnection(Service::Ollama);
    m_dialog->setConnections({first, second});
    type("connections.key", QStringLiteral("key of the first"));
    auto& list = find<QListWidget>("connections.list");
    list.setCurrentRow(1);
    QCOMPARE(find<QLineEdit>("connections.name").text(), "Ollama");
    QVERIFY(find<QLineEdit>("connections.key").text().isEmpty());
    type("connections.name", QStringLiteral("Here"));
    list.setCurrentRow(0);
    QCOMPARE(find<QLineEdit>("connections.key").text(), "key of the first");
    const auto kept = m_dialog->connections();
    QVERIFY(kept[0] == first);
    QCOMPARE(kept[1].name, "Here");
    QCOMPARE(m_dialog->typedKeys(), (std::map<std::string, std::string>{{first.id, "key of the first"}}));
}

void TestConnectionsDialog::keyIsHidden_andWhereItBelongs()
{
    m_dialog->setConnections({team::newConnection(Service::OpenAi)});
    auto& key = find<QLineEdit>("connections.key");
    QCOMPARE(key.echoMode(), QLineEdit::Password);
    auto& source = find<QComboBox>("connections.keySource");
    const std::array shownFor = {std::pair{0, true}, std::pair{1, false}, std::pair{2, true}, std::pair{3, false}};
    for (const auto& [index, isShown] : shownFor) {
        source.setCurrentIndex(index);
        QCOMPARE(key.isVisible(), isShown);
        QCOMPARE(find<QLineEdit>("connections.variable").isVisible(), index == 1);
    }
    source.setCurrentIndex(0);
    type("connections.key", QStringLiteral("secret"));
    source.setCurrentIndex(3);
    QVERIFY2(m_dialog->typedKeys().empty(), "a key is kept for a connection that has none");
}

void TestConnectionsDialog::openWay_isWarnedOf()
{
    add(QStringLiteral("Another server"));
    type("connections.address", QStringLiteral("http://localhost:1"));
    QVERIFY(text("connections.warning").isEmpty());
    type("connections.address", QStringLiteral("http://models.example"));
    QVERIFY(!text("connections.warning").isEmpty());
    type("connections.address", QStringLiteral("https://models.example"));
    QVERIFY(text("connections.warning").isEmpty());
}

void TestConnectionsDialog::removed_isGone()
{
    const ModelConnection first = team::newConnection(Service::OpenAi);
    const ModelConnection second = team::newConnection(Service::Ollama);
    m_dialog->setConnections({first, second});
    click("connections.remove");
    QCOMPARE(m_dialog->connections().size(), 1U);
    QCOMPARE(m_dialog->connections().front().id, second.id);
    QCOMPARE(find<QLineEdit>("connections.name").text(), "Ollama");
    click("connections.remove");
    QVERIFY(m_dialog->connections().empty());
    QVERIFY(!find<QAbstractButton>("connections.remove").isEnabled());
    QVERIFY(!text("connections.empty").isEmpty());
}

void TestConnectionsDialog::report_isSaid_data()
{
    using Answer = ConnectionTestReport::Answer;
    QTest::addColumn<ConnectionTestReport>("report");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("trouble");
    ConnectionTestReport good;
    good.models = {"small", "large"};
    good.model = "small";
    good.roundTripMs = 34;
    good.streams = good.callsTools = good.seesImages = Answer::Yes;
    good.usage = conversation::Usage{"small", 200, 30, 0.00042, 900};
    QTest::newRow("good") << good
                          << "The server answered within 34 ms. Models: 2. “small” answers. It streams its answers. It "
                             "can call tools. It can see images. This test used 230 tokens, which cost $0.0004."
                          << "";
    ConnectionTestReport poor = good;
    poor.streams = poor.callsTools = poor.seesImages = Answer::No;
    poor.usage->cost.reset();
    QTest::newRow("poor")
        << poor
        << "The server answered within 34 ms. Models: 2. “small” answers. It does not stream: answers arrive all at "
           "once. It did not call a tool when asked to. It cannot see images. This test used 230 tokens."
        << "";
    ConnectionTestReport bad;
    bad.error = conversation::Error{conversation::ErrorCode::NotAllowed, "The key is wrong.", {}};
    QTest::newRow("bad") << bad << ""
                         << "The key is wrong.";
    ConnectionTestReport half = bad;
    half.models = {"small"};
    half.roundTripMs = 5;
    QTest::newRow("half") << half << "The server answered within 5 ms. Models: 1."
                          << "The key is wrong.";
}

void TestConnectionsDialog::report_isSaid()
{
    QFETCH(ConnectionTestReport, report);
    QFETCH(QString, found);
    QFETCH(QString, trouble);
    m_dialog->setConnections({team::newConnection(Service::Ollama)});
    const QSignalSpy wanted(m_dialog.get(), &ConnectionsDialog::testRequested);
    click("connections.test");
    QCOMPARE(wanted.size(), 1);
    m_dialog->setReport(report);
    QCOMPARE(text("connections.found"), found);
    QCOMPARE(text("connections.trouble"), trouble);
    if (!report.error) {
        QCOMPARE(m_dialog->connections().front().models, report.models);
        QCOMPARE(m_dialog->connections().front().modelAbilities.at("small").images,
                 std::optional(report.seesImages == ConnectionTestReport::Answer::Yes));
        QCOMPARE(m_dialog->currentModel(), "small");
    }
}

void TestConnectionsDialog::reportOfAnother_isNotSaid()
{
    m_dialog->setConnections({team::newConnection(Service::Ollama), team::newConnection(Service::Vllm)});
    const QSignalSpy cancelled(m_dialog.get(), &ConnectionsDialog::testCancelled);
    click("connections.test");
    find<QListWidget>("connections.list").setCurrentRow(1);
    QCOMPARE(cancelled.size(), 1);
    ConnectionTestReport late;
    late.models = {"of the other"};
    m_dialog->setReport(late);
    QVERIFY(text("connections.found").isEmpty());
    QVERIFY(m_dialog->connections()[1].models.empty());
}

void TestConnectionsDialog::resultGoes_whenItIsOfAnotherServer_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<bool>("isSaid");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("address") << "connections.address" << false << false;
    QTest::newRow("key") << "connections.key" << false << true;
    QTest::newRow("name") << "connections.name" << true << true;
}

void TestConnectionsDialog::resultGoes_whenItIsOfAnotherServer()
{
    QFETCH(QString, field);
    QFETCH(bool, isSaid);
    QFETCH(bool, isKnown);
    const ModelConnection before = team::newConnection(Service::OpenAi);
    m_dialog->setConnections({before});
    click("connections.test");
    ConnectionTestReport report;
    report.models = {"small"};
    report.model = "small";
    report.seesImages = ConnectionTestReport::Answer::Yes;
    m_dialog->setReport(report);
    QVERIFY(!text("connections.found").isEmpty());
    const auto knows = [&] {
        const ModelConnection now = m_dialog->connections().front();
        return now.models == report.models && now.modelAbilities.contains("small");
    };
    QVERIFY(knows());
    type(field.toLatin1().constData(), QStringLiteral("https://elsewhere/v1"));
    QCOMPARE(!text("connections.found").isEmpty(), isSaid);
    QCOMPARE(knows(), isKnown);
    if (isKnown)
        return;
    QVERIFY(m_dialog->connections().front().models.empty());
    QVERIFY(m_dialog->connections().front().modelAbilities.empty());
    type(field.toLatin1().constData(), QString::fromStdString(before.address));
    QVERIFY(knows()); // it was only mistyped
    QVERIFY(text("connections.found").isEmpty());
}

void TestConnectionsDialog::result_movesNothing()
{
    m_dialog->setConnections({team::newConnection(Service::Ollama)});
    const auto placeOf = [this](const char* name) {
        QCoreApplication::processEvents(); // the layouts are done
        const auto& part = find<QWidget>(name);
        return QRect(part.mapTo(m_dialog.get(), QPoint()), part.size());
    };
    const QRect field = placeOf("connections.address");
    const QRect button = placeOf("connections.test");
    click("connections.test");
    QCOMPARE(placeOf("connections.address"), field);
    ConnectionTestReport report;
    report.models = {"small"};
    std::string sentence = "The server does not answer as it should.";
    for (int i = 0; i < 6; ++i)
        sentence += " It says so, at some length, again and again.";
    report.error = conversation::Error{conversation::ErrorCode::Io, sentence, {}};
    m_dialog->setReport(report);
    QCOMPARE(placeOf("connections.address"), field);
    QCOMPARE(placeOf("connections.test").topLeft(), button.topLeft());
    const QRect trouble = placeOf("connections.trouble");
    QVERIFY(trouble.height() >= find<QLabel>("connections.trouble").heightForWidth(trouble.width()));
    QVERIFY(!trouble.intersects(placeOf("connections.found")));
    QVERIFY(!trouble.intersects(placeOf("connections.save")) && m_dialog->rect().contains(trouble));
}

void TestConnectionsDialog::test_isStopped()
{
    m_dialog->setConnections({team::newConnection(Service::Ollama)});
    const QSignalSpy cancelled(m_dialog.get(), &ConnectionsDialog::testCancelled);
    const QString before = find<QAbstractButton>("connections.test").text();
    click("connections.test");
    QVERIFY(find<QAbstractButton>("connections.test").text() != before);
    click("connections.test");
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(find<QAbstractButton>("connections.test").text(), before);
    click("connections.test");
    m_dialog->close();
    QCOMPARE(cancelled.size(), 2);
}

void TestConnectionsDialog::failure_isSaid()
{
    m_dialog->setConnections({team::newConnection(Service::Ollama)});
    m_dialog->setFailure(QStringLiteral("This desktop has no keyring."));
    QCOMPARE(text("connections.trouble"), "This desktop has no keyring.");
    click("connections.save");
    QVERIFY2(text("connections.trouble").isEmpty(), "what failed before is still said");
}

void TestConnectionsDialog::everythingHasAName()
{
    m_dialog->setConnections({team::newConnection(Service::OpenAi)});
    QCOMPARE(test::namelessWidgets(*m_dialog), QString());
}

void TestConnectionsDialog::anotherLanguage_keepsWhatIsChosen()
{
    m_dialog->setConnections({team::newConnection(Service::OpenAi)});
    auto& source = find<QComboBox>("connections.keySource");
    source.setCurrentIndex(2);
    const int count = source.count();
    QEvent change(QEvent::LanguageChange);
    QApplication::sendEvent(m_dialog.get(), &change);
    for (QWidget* child : m_dialog->findChildren<QWidget*>()) {
        QEvent again(QEvent::LanguageChange);
        QApplication::sendEvent(child, &again);
    }
    QCOMPARE(source.count(), count);
    QCOMPARE(source.currentIndex(), 2);
    QCOMPARE(m_dialog->connections().front().keySource, KeySource::ThisRun);
    QCOMPARE(find<QMenu>("connections.templates").actions().size(),
             static_cast<qsizetype>(team::serviceTemplates().size()));
}

} // namespace tst_connections_dialog

QUARTERDECK_WIDGETS_TEST(tst_connections_dialog, TestConnectionsDialog)
#include "tst_connections_dialog.moc"
