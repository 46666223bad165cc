#include "app/services/await.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "tests/app/support/gateway_program.h"
#include "tests/storage/support/promise.h"
#include "tests/support/studio_post.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <deque>
#include <map>
#include <optional>

namespace tst_killed_gateway {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

namespace {

/// An agent's program that says one thing after the other, each as soon as the one before it was acknowledged.
class Speaker
{
public:
    Speaker(std::uint16_t port, QByteArray name) : m_name(std::move(name))
    {
        QObject::connect(&m_socket, &QTcpSocket::connected, &m_socket, [this] { say(); });
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { read(); });
        m_socket.connectToHost(QHostAddress::LocalHost, port);
    }

    /// What came before the gateway died counts.
    void readRest()
    {
        m_isSpeaking = false;
        read();
    }
    [[nodiscard]] const std::vector<std::string>& acknowledged() const { return m_acknowledged; }
    [[nodiscard]] const QByteArray& complaint() const { return m_complaint; }

private:
    [[nodiscard]] QByteArray words() const { return m_name + ' ' + QByteArray::number(m_said); }
    void say()
    {
        ++m_said;
        m_socket.write(test::studioPost("pushMessage",
                                        R"({"runId": ")" + m_name + R"(", "msg": {"id": ")" + words()
                                            + R"(", "name": "Bob", "role": "assistant", "content": ")" + words()
                                            + R"("}})"));
    }
    void read()
    {
        m_read += m_socket.readAll();
        const qsizetype head = m_read.indexOf("\r\n\r\n");
        if (head < 0 || !m_read.endsWith('}'))
            return;
        if (!m_read.startsWith("HTTP/1.1 200"))
            m_complaint = m_read;
        else
            m_acknowledged.push_back(words().toStdString());
        m_read.clear();
        if (m_isSpeaking && m_complaint.isEmpty())
            say();
    }

    QByteArray m_name;
    QTcpSocket m_socket;
    QByteArray m_read;
    QByteArray m_complaint;
    int m_said = 0;
    bool m_isSpeaking = true;
    std::vector<std::string> m_acknowledged;
};

} // namespace

/// The real program under the load of eight agents, killed with -9 at any moment: what it had acknowledged is there,
/// and nothing twice. QUARTERDECK_FULL=1 kills 25 times as often.
class TestKilledGateway final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void acknowledgedMessages_areThere();

private:
    static constexpr int speakers = 8;
    /// Adds what was acknowledged.
    void runAndKill(int run, QRandomGenerator& random);
    /// How often each text is in the library, whose sessions are sound.
    void readBack();

    QTemporaryDir m_folder;
    std::optional<QTemporaryDir> m_data;
    std::vector<std::string> m_acknowledged; ///< in the library that is in use
    std::map<std::string, int> m_stored;
};

void TestKilledGateway::initTestCase()
{
    QVERIFY(m_folder.isValid());
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, m_folder.path().toUtf8());
}

void TestKilledGateway::runAndKill(int run, QRandomGenerator& random)
{
    test::GatewayProgram gateway(m_data->filePath(QStringLiteral("library.db")));
    QVERIFY2(gateway.port != 0, "the gateway did not start after a kill");
    std::deque<Speaker> programs;
    for (int i = 0; i < speakers; ++i)
        programs.emplace_back(gateway.port, QStringLiteral("run%1.%2").arg(run).arg(i).toUtf8());
    const auto isUnderLoad = [&] {
        return std::ranges::all_of(programs, [](const Speaker& one) { return !one.acknowledged().empty(); });
    };
    QVERIFY2(waitFor(isUnderLoad), programs.front().complaint().constData());
    static_cast<void>(waitFor([] { return false; }, random.bounded(60))); // they go on speaking
    gateway.kill();
    for (Speaker& program : programs) {
        program.readRest();
        QVERIFY2(program.complaint().isEmpty(), program.complaint().constData());
        m_acknowledged.insert(m_acknowledged.end(), program.acknowledged().begin(), program.acknowledged().end());
    }
}

void TestKilledGateway::readBack()
{
    m_stored.clear();
    QObject completions;
    const auto library =
        storage::openLibrary(m_data->filePath(QStringLiteral("library.db")).toStdString(), &completions);
    QVERIFY2(library.has_value(), library ? "" : library.error().detail.c_str());
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { (*library)->listSessions(std::move(done)); });
    QVERIFY(all.has_value());
    for (const session::SessionSummary& one : *all) {
        const auto check =
            app::await<session::SessionCheck>([&](auto done) { (*library)->verifySession(one.id, std::move(done)); });
        QVERIFY2(check && check->isSound(), one.id.str().c_str());
        const auto events = app::await<std::vector<Event>>(
            [&](auto done) { (*library)->readEvents(one.id, {0}, 1'000'000, std::move(done)); });
        QVERIFY(events.has_value());
        for (const Event& event : *events)
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                ++m_stored[textOf(published->message)];
    }
    const auto health =
        app::await<session::LibraryHealth>([&](auto done) { (*library)->checkHealth(std::move(done)); });
    QVERIFY(health.has_value());
    QCOMPARE(health->integrity, std::string("ok"));
}

void TestKilledGateway::acknowledgedMessages_areThere()
{
    QRandomGenerator random(20'261'123);
    const int kills = test::isFull() ? 500 : 20;
    constexpr int killsPerLibrary = 10;
    std::size_t acknowledged = 0;
    for (int run = 0; run < kills; ++run) {
        if (run % killsPerLibrary == 0) {
            m_data.emplace();
            m_acknowledged.clear();
        }
        const std::size_t before = m_acknowledged.size();
        runAndKill(run, random);
        if (QTest::currentTestFailed())
            return;
        acknowledged += m_acknowledged.size() - before;
        readBack();
        if (QTest::currentTestFailed())
            return;
        for (const std::string& text : m_acknowledged)
            QVERIFY2(m_stored[text] == 1,
                     qPrintable(QStringLiteral("%1: %2 times").arg(text.c_str()).arg(m_stored[text])));
        for (const auto& [text, times] : m_stored)
            QVERIFY2(times == 1, text.c_str()); // what was not acknowledged is there once, or not at all
    }
    test::countPromise(1,
                       QStringLiteral("%1 kills of the real program under load, %2 acknowledged messages, none lost")
                           .arg(kills)
                           .arg(acknowledged));
}

} // namespace tst_killed_gateway

QUARTERDECK_TEST(tst_killed_gateway, TestKilledGateway)
#include "tst_killed_gateway.moc"
