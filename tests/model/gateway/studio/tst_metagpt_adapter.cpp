#include "tests/model/gateway/rest/api_kit.h"
#include "tests/support/test.h"

#include "model/conversation/compose.h"
#include "model/gateway/program_runs.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QPointer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>
#include <vector>

namespace tst_metagpt_adapter {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// Python, with the adapter and a stand-in for MetaGPT.
class Company
{
public:
    Company(std::uint16_t port, const QByteArray& token, const QStringList& arguments = {})
    {
        QFile file(m_folder.filePath(QStringLiteral("token")));
        if (file.open(QIODevice::WriteOnly))
            file.write(token + '\n');
        file.close();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QUARTERDECK_URL"), QStringLiteral("http://localhost:%1").arg(port));
        environment.insert(QStringLiteral("QUARTERDECK_TOKEN_FILE"), file.fileName());
        environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
        environment.insert(QStringLiteral("PYTHONPATH"), QStringLiteral(QUARTERDECK_ADAPTER ":" QUARTERDECK_STAND_IN));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral("/usr/bin/python3"),
                      QStringList(QStringLiteral(QUARTERDECK_STAND_IN "/company.py")) + arguments);
    }
    ~Company()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Company)

    [[nodiscard]] json next()
    {
        if (!waitFor([&] { return process.canReadLine(); }, 60'000))
            return {};
        return json::parse(process.readLine().toStdString(), nullptr, false);
    }
    [[nodiscard]] bool hasEnded()
    {
        return waitFor([&] { return process.state() == QProcess::NotRunning; }, 60'000);
    }

    /// Everything it said to whoever started it.
    [[nodiscard]] const QByteArray& complaints()
    {
        m_complaints += process.readAllStandardError();
        return m_complaints;
    }

    QProcess process;

private:
    QTemporaryDir m_folder;
    QByteArray m_complaints;
};

/// Between a company and the gateway: withholds the last bytes of the first answer of each kind, like a server that
/// ends while it answers.
class CuttingDoor
{
public:
    explicit CuttingDoor(std::uint16_t gateway) : m_gateway(gateway)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            while (QTcpSocket* client = m_server.nextPendingConnection())
                lead(client);
        });
    }
    [[nodiscard]] std::uint16_t port() const { return m_server.serverPort(); }
    /// Method and last name of the address of each answer that was cut.
    std::set<QByteArray> cut;

private:
    void lead(QTcpSocket* client)
    {
        auto* server = new QTcpSocket(client);
        server->connectToHost(QHostAddress::LocalHost, m_gateway);
        const auto asked = std::make_shared<QByteArray>();
        const auto given = std::make_shared<QByteArray>();
        QObject::connect(client, &QTcpSocket::readyRead, server, [client, server, asked] {
            const QByteArray bytes = client->readAll();
            *asked += bytes;
            server->write(bytes);
        });
        QObject::connect(server, &QTcpSocket::readyRead, client, [client, server, asked, given] {
            *given += server->readAll();
            if (kindOf(*asked).isEmpty()) // a stream has no end
                client->write(std::exchange(*given, {}));
        });
        QObject::connect(server, &QTcpSocket::disconnected, client, [this, client, asked, given] {
            const QByteArray kind = kindOf(*asked);
            client->write(!kind.isEmpty() && cut.insert(kind).second ? given->chopped(2) : *given);
            client->disconnectFromHost();
        });
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    }
    /// "GET questions"; empty for the stream of events.
    static QByteArray kindOf(const QByteArray& asked)
    {
        const QList<QByteArray> line = asked.left(asked.indexOf("\r\n")).split(' ');
        const QList<QByteArray> steps = line.value(1).split('?').first().split('/');
        const QByteArray what = steps.value(4, steps.value(2)); // /v1/sessions/ID/questions/ID
        return what == "events" ? QByteArray() : line.first() + ' ' + what;
    }

    std::uint16_t m_gateway;
    QTcpServer m_server;
};

const QByteArray png("\x89PNG\r\n\x1a\n", 8);

/// Between a company and the gateway: can be closed and opened again, like a server that is away for a while.
class SwingDoor
{
public:
    explicit SwingDoor(std::uint16_t gateway) : m_gateway(gateway)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            while (QTcpSocket* client = m_server.nextPendingConnection())
                lead(client);
        });
    }
    [[nodiscard]] std::uint16_t port() const { return m_server.serverPort(); }
    void shut()
    {
        m_port = m_server.serverPort();
        m_server.close();
        for (const QPointer<QTcpSocket>& client : std::exchange(m_clients, {}))
            if (client)
                client->abort();
    }
    [[nodiscard]] bool open() { return m_server.listen(QHostAddress::LocalHost, m_port); }
    /// As a log that ends before what a program has heard refuses its events.
    bool hasOlderLog = false;
    /// Requests are refused whose address has this in it.
    QByteArray refused;
    int refusals = 0;

private:
    void lead(QTcpSocket* client)
    {
        m_clients.emplace_back(client);
        auto* server = new QTcpSocket(client);
        server->connectToHost(QHostAddress::LocalHost, m_gateway);
        const auto asked = std::make_shared<QByteArray>();
        QObject::connect(client, &QTcpSocket::readyRead, server, [this, client, server, asked] {
            const QByteArray bytes = client->readAll();
            *asked += bytes;
            const bool isTooFar = hasOlderLog && lastHeard(*asked) > 0;
            const bool isRefused = !refused.isEmpty() && asked->left(asked->indexOf('\r')).contains(refused);
            if (!isTooFar && !isRefused)
                return void(server->write(bytes));
            if (!isWhole(*asked))
                return;
            refusals += isRefused ? 1 : 0;
            client->write(isRefused ? "HTTP/1.1 403 Forbidden" : "HTTP/1.1 409 Conflict");
            client->write("\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
            client->disconnectFromHost();
        });
        QObject::connect(server, &QTcpSocket::readyRead, client,
                         [client, server] { client->write(server->readAll()); });
        QObject::connect(server, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    }

    static int numberIn(const QByteArray& asked, const QByteArray& field)
    {
        const QByteArray head = asked.left(asked.indexOf("\r\n\r\n")).toLower();
        const auto at = head.indexOf(field);
        return at < 0 ? 0 : head.mid(at + field.size()).split('\r').front().toInt();
    }
    static int lastHeard(const QByteArray& asked) { return numberIn(asked, "last-event-id: "); }
    static bool isWhole(const QByteArray& asked)
    {
        const auto end = asked.indexOf("\r\n\r\n");
        return end >= 0 && asked.size() - end - 4 >= numberIn(asked, "content-length: ");
    }

    std::uint16_t m_gateway;
    std::uint16_t m_port = 0;
    QTcpServer m_server;
    std::vector<QPointer<QTcpSocket>> m_clients;
};

/// A picture of the person's.
MediaBlock stored(House& house, const QByteArray& what)
{
    MediaBlock block;
    house.kit.library->putAttachment((png + what).toStdString(), "image/png", 0, 0,
                                     [&](const session::Result<session::AttachmentInfo>& put) {
                                         block.source.hash = put ? put->hash : AttachmentHash();
                                     });
    static_cast<void>(waitFor([&] { return !block.source.hash.isEmpty(); }));
    block.source.mediaType = "image/png";
    return block;
}

QByteArray bytesAt(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Nothing that runs can be deleted: its program must not have been able to say that it does.
[[nodiscard]] bool deleteOnly(House& house) { return isDeleted(*house.kit.hub, house.kit.hub->summaries().front().id); }

/// Once it has heard that, it hears everything the person says.
[[nodiscard]] bool isHeard(House& house, Company& company, const char* said)
{
    Publish words;
    words.message.content = textBlocks(said);
    house.kit.submit(house.kit.open(house.kit.hub->summaries().front().id), words);
    return company.next() == json({{"heard", said}, {"to", ""}});
}

/// Once the company is there.
[[nodiscard]] session::Session* companySession(House& house, Company& company)
{
    const auto isThere = [&] {
        return house.kit.hub->summaries().size() == 1 && house.texts() == std::vector<std::string>{"Build a game"};
    };
    if (!waitFor(isThere, 60'000)) {
        qWarning() << company.complaints();
        return nullptr;
    }
    return house.kit.open(house.kit.hub->summaries().front().id);
}

Publish wordsTo(const char* name, const char* text, bool isPrivate)
{
    Publish words;
    words.message.content = textBlocks(text);
    words.message.sendTo = {Address(name)};
    words.userDefinedRecipient = name;
    words.isPrivate = isPrivate;
    return words;
}

/// The message that says this, once it is shown.
[[nodiscard]] MessagePublished saidIn(const House& house, const std::string& text)
{
    MessagePublished found;
    static_cast<void>(waitFor([&] {
        for (const session::Row& row : house.rows())
            if (const auto* said = std::get_if<MessagePublished>(&row.event.body);
                said != nullptr && textOf(said->message) == text)
                found = *said;
        return !found.message.id.isEmpty();
    }));
    return found;
}

} // namespace

/// A company of MetaGPT, by the adapter of packaging/adapters.
class TestMetagptAdapter final : public QObject
{
    Q_OBJECT
private slots:
    void aCompanyIsShownAndSteered_data();
    void aCompanyIsShownAndSteered();
    void aPrivateWordIsToldToNobodyElse_data();
    void aPrivateWordIsToldToNobodyElse();
    void aPrivateChatIsFollowed();
    void whatTheEnvironmentDidIsShown_data();
    void whatTheEnvironmentDidIsShown();
    void theLockIsForWhoeverKeepsSecrets();
    void anAbsenceIsWaitedThrough();
    void aDeletedSessionIsFollowedByAnother_data();
    void aDeletedSessionIsFollowedByAnother();
    void aDeletedSessionStaysAway();
    void anOlderLogIsHeardFromItsBeginning();
    void anOlderLogGetsItsMembersAgain();
    void aRefusalOfEventsIsLoggedOnce();
    void aRefusalIsLogged_data();
    void aRefusalIsLogged();
    void withoutQuarterdeckItGoesOn_data();
    void withoutQuarterdeckItGoesOn();
};

void TestMetagptAdapter::aCompanyIsShownAndSteered_data()
{
    QTest::addColumn<bool>("isCut");
    QTest::newRow("by whole answers") << false;
    QTest::newRow("by answers of which the first ones are cut") << true;
}

void TestMetagptAdapter::aCompanyIsShownAndSteered()
{
    QFETCH(bool, isCut);
    House house;
    CuttingDoor door(house.server->port());
    Company company(isCut ? door.port() : house.server->port(), House::token);
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    QVERIFY2(waitFor(isAsked, 60'000), company.complaints());
    const session::SessionId id = house.kit.hub->summaries().front().id;
    session::Session* session = house.kit.open(id);
    QCOMPARE(session->state()->source(), std::string("api:metagpt"));
    QVERIFY(session->state()->leader() && session->state()->leader()->role.name == RoleName("Mike"));
    // MGXEnv publishes also what is for "no one", unless it is the leader that says so in its own name.
    QVERIFY(house.texts()
            == (std::vector<std::string>{"Build a game", "The plan is drawn \\udc80", "By the architect",
                                         "Nothing to say", "Look at this", "Draw it", "", "Made", "It goes on"}));
    for (const session::Row& row : house.rows()) {
        const auto* said = std::get_if<MessagePublished>(&row.event.body);
        if (said != nullptr && textOf(said->message) == "Look at this")
            QVERIFY(said->route.rule == RoutingRule::DirectMessage);
        if (said != nullptr && textOf(said->message) == "Draw it") { // with the person's role
            QVERIFY(said->message.sentFrom == Address("Mike"));
            const auto isBobs = [](const Delivery& one) { return one.role == RoleName("Bob") && one.makesActive(); };
            QVERIFY(std::ranges::any_of(said->route.deliveries, isBobs));
        }
        if (said != nullptr && textOf(said->message) == "By the architect") // who forgot to say so is not the person
            QVERIFY(said->message.sentFrom == Address("Bob"));
        if (said != nullptr && textOf(said->message).empty()) {
            QVERIFY(said->message.instructContent);
            QVERIFY(said->message.instructContent->value.json() == json({{"steps", {"draw"}}, {"file", "a/b.py"}}));
            QVERIFY(said->message.instructContent->schema.json() == json({{"class", "Plan"}, {"module", "__main__"}}));
            const json& metadata = said->message.metadata.json();
            QVERIFY(metadata.value("task", 0) == 7 && !metadata.contains("images"));
        }
        if (said != nullptr && textOf(said->message) == "Made") {
            QVERIFY(said->message.instructContent);
            const json& schema = said->message.instructContent->schema.json();
            QCOMPARE(schema.at("class"), json("Plan_AN"));
            QCOMPARE(schema.at("schema").at("required"), json({"File list"}));
        }
    }
    const OpenQuestion asked = session->state()->openQuestions().front();
    QVERIFY(asked.question.asker == RoleName("Bob"));
    std::vector<ContentBlock> answer = textBlocks("5x5");
    answer.emplace_back(stored(house, "a drawing"));
    house.kit.submit(session, AnswerQuestion{asked.question.id, {}, answer, {}});
    const QString heard = QString::fromStdString(company.next().value("answer", ""));
    QVERIFY2(heard.startsWith(QStringLiteral("Human response: 5x5\n/")), qPrintable(heard));
    QCOMPARE(bytesAt(heard.section('\n', 1)), png + "a drawing");

    QVERIFY(company.next() == json({{"idle", false}})); // before its first round
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Running; }));
    Publish words;
    words.message.content = {stored(house, "a blue one")};
    words.userDefinedRecipient = "Bob";
    house.kit.submit(session, words);
    const json told = company.next();
    QCOMPARE(told.value("to", ""), std::string("Bob"));
    const QString path = QString::fromStdString(told.value("heard", ""));
    QVERIFY2(path.endsWith(QStringLiteral(".png")), qPrintable(path)); // by which MetaGPT knows a picture
    QCOMPARE(bytesAt(path), png + "a blue one");
    QVERIFY(gateway::stopPrograms(*house.kit.hub, id));
    QVERIFY(company.next() == json({{"idle", true}, {"more", 0}}));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.process.exitCode() == 0, company.complaints());
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
    QVERIFY(!QFile::exists(path)); // it went with the program
    if (isCut)
        QVERIFY(door.cut
                == (std::set<QByteArray>{"GET attachments", "GET questions", "POST messages", "POST questions",
                                         "POST roles", "POST sessions", "POST status"}));
}

void TestMetagptAdapter::aPrivateWordIsToldToNobodyElse_data()
{
    QTest::addColumn<QString>("signs");
    QTest::addColumn<bool>("isPrivate");
    for (const char* signs : {"name", "class"}) { // as RoleZero, and as a plain role
        QTest::addRow("private, answered by %s", signs) << QString::fromLatin1(signs) << true;
        QTest::addRow("public, answered by %s", signs) << QString::fromLatin1(signs) << false;
    }
}

void TestMetagptAdapter::aPrivateWordIsToldToNobodyElse()
{
    QFETCH(QString, signs);
    QFETCH(bool, isPrivate);
    House house;
    Company company(house.server->port(), House::token, {QStringLiteral("secrets"), signs, QStringLiteral("1")});
    session::Session* session = companySession(house, company);
    QVERIFY(session != nullptr);
    house.kit.submit(session, wordsTo("Bob", "A secret", isPrivate));
    const json told = company.next();
    QVERIFY2(told.contains("mike"), company.complaints());
    const std::string all = told["mike"].dump();
    QCOMPARE(all.find("A secret") == std::string::npos, isPrivate);
    QCOMPARE(all.find("My answer") == std::string::npos, isPrivate);
    QVERIFY(told["bob"].dump().find("A secret") != std::string::npos);
    QCOMPARE(told["public"], json(true)); // as before
    const MessagePublished answer = saidIn(house, "My answer");
    QCOMPARE(answer.route.isPrivate, isPrivate);
    QCOMPARE(answer.route.deliveries.empty(), isPrivate);
    QCOMPARE(saidIn(house, "A word to you").route.isPrivate, isPrivate);
    if (isPrivate)
        QVERIFY(answer.route.directChatRoles == std::vector<RoleName>{RoleName("Bob")});
}

void TestMetagptAdapter::aPrivateChatIsFollowed()
{
    House house;
    Company company(house.server->port(), House::token,
                    {QStringLiteral("secrets"), QStringLiteral("name"), QStringLiteral("2")});
    session::Session* session = companySession(house, company);
    QVERIFY(session != nullptr);
    house.kit.submit(session, SetPublicChat{false});
    QCOMPARE(company.next()["public"], json(false));
    house.kit.submit(session, wordsTo("Bob", "A secret", false));
    const json told = company.next();
    QVERIFY2(told.contains("mike"), company.complaints());
    QVERIFY(told["mike"].dump().find("A secret") == std::string::npos);
    QVERIFY(saidIn(house, "My answer").route.isPrivate);
}

void TestMetagptAdapter::whatTheEnvironmentDidIsShown_data()
{
    QTest::addColumn<QString>("signs");
    QTest::addColumn<RoutingRule>("rule");
    QTest::newRow("by name: it is a direct reply") << QStringLiteral("name") << RoutingRule::DirectReply;
    QTest::newRow("by class: MGXEnv does not know it") << QStringLiteral("class") << RoutingRule::Ordinary;
}

void TestMetagptAdapter::whatTheEnvironmentDidIsShown()
{
    QFETCH(QString, signs);
    QFETCH(RoutingRule, rule);
    House house;
    Company company(house.server->port(), House::token,
                    {QStringLiteral("secrets"), signs, QStringLiteral("2"), QStringLiteral("closing")});
    session::Session* session = companySession(house, company);
    QVERIFY(session != nullptr);
    house.kit.submit(session, wordsTo("Bob", "Do it", false));
    const json told = company.next();
    QVERIFY2(told.contains("chats"), company.complaints());
    const MessagePublished word = saidIn(house, "A word to you"); // which does not end the chat there
    QVERIFY(word.route.rule == RoutingRule::ToUser);
    const MessagePublished answer = saidIn(house, "My answer");
    QVERIFY(answer.route.rule == rule);
    QVERIFY(answer.message.sentFrom == Address(rule == RoutingRule::DirectReply ? "Bob" : "__main__.Architect"));
    QCOMPARE(answer.route.deliveries.size(), std::size_t(2)); // both, since it is public
    const bool isOpen = told["chats"] == json({"Bob"});
    QCOMPARE(isOpen, rule == RoutingRule::Ordinary);

    // To the leader himself: his closing word to nobody answers it there, and is published.
    house.kit.submit(session, wordsTo("Mike", "And you?", false));
    QVERIFY(company.next().contains("chats"));
    const MessagePublished closing = saidIn(house, "I am done");
    QVERIFY(closing.route.rule == RoutingRule::DirectReply);
}

/// A program that has not said so gets no words that it could pass on.
void TestMetagptAdapter::theLockIsForWhoeverKeepsSecrets()
{
    House house;
    Company company(house.server->port(), House::token,
                    {QStringLiteral("secrets"), QStringLiteral("name"), QStringLiteral("1")});
    session::Session* session = companySession(house, company);
    QVERIFY(session != nullptr);
    QVERIFY(previewSend(*session->state(), "@Bob hello", Audience::OnlyNamed).canBePrivate);
    QVERIFY(previewSend(*session->state(), "@Bob hello", Audience::OnlyNamed).route.isPrivate);

    Team other;
    QVERIFY(!previewSend(*other.session()->state(), "@Bob hello", Audience::OnlyNamed).canBePrivate);
    QVERIFY(!previewSend(*other.session()->state(), "@Bob hello", Audience::OnlyNamed).route.isPrivate);
}

void TestMetagptAdapter::anAbsenceIsWaitedThrough()
{
    constexpr int longAbsenceMs = 8000;
    House house;
    SwingDoor door(house.server->port());
    Company company(door.port(), House::token, {QStringLiteral("absence")});
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    QVERIFY2(waitFor(isAsked, 60'000), company.complaints());
    session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
    const QuestionId asked = session->state()->openQuestions().front().question.id;
    door.shut();
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(!waitFor([&] { return company.process.canReadLine(); }, longAbsenceMs)); // it is not asked at the terminal
    house.kit.submit(session, AnswerQuestion{asked, {}, textBlocks("5x5"), {}});
    QVERIFY(door.open());
    QVERIFY(company.next() == json({{"answer", "Human response: 5x5"}}));
    QVERIFY(company.hasEnded());
    const std::vector<std::string> shown = {"Build a game", "One", "Two", "Three"};
    QVERIFY(waitFor([&] { return house.texts() == shown; }));
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
    const QByteArray said = company.complaints();
    QVERIFY2(said.count("Quarterdeck is away") == 1 && said.count("Quarterdeck is back") == 1, said);
}

void TestMetagptAdapter::aDeletedSessionIsFollowedByAnother_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("a question that is open is asked again") << QStringLiteral("absence");
    QTest::newRow("what is said stands in another") << QStringLiteral("talk");
}

void TestMetagptAdapter::aDeletedSessionIsFollowedByAnother()
{
    QFETCH(QString, mode);
    const bool isAsking = mode == QStringLiteral("absence");
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {mode});
    const auto isThere = [&] {
        return house.kit.hub->summaries().size() == 1 && house.texts() == std::vector<std::string>{"Build a game"}
        && house.kit.hub->summaries().front().openQuestions.size() == (isAsking ? 1 : 0);
    };
    QVERIFY2(waitFor(isThere, 60'000), company.complaints());
    if (!isAsking)
        QVERIFY(isHeard(house, company, "Begin"));
    QVERIFY(deleteOnly(house));
    door.refused.clear();
    company.process.write("\n");
    if (isAsking) {
        const auto isAskedAgain = [&] {
            return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
        };
        QVERIFY2(waitFor(isAskedAgain, 60'000), company.complaints());
    }
    QVERIFY(company.next() == json({{"said", 3}}));
    const std::vector<std::string> shown = {"One", "Two", "Three"};
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1 && house.texts() == shown; }, 60'000),
             company.complaints());
    session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
    for (const char* name : {"Mike", "Bob"})
        QVERIFY(session->state()->role(RoleName(name))); // hired there as well
    if (isAsking) {
        const OpenQuestion asked = session->state()->openQuestions().front();
        QVERIFY(asked.question.asker == RoleName("Bob"));
        house.kit.submit(session, AnswerQuestion{asked.question.id, {}, textBlocks("5x5"), {}});
        QVERIFY(company.next() == json({{"answer", "Human response: 5x5"}}));
    } else {
        QVERIFY(isHeard(house, company, "Go on"));
    }
    QVERIFY(company.hasEnded());
    const QByteArray said = company.complaints();
    QVERIFY2(said.count("deleted the session") == 1, said);
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
}

/// Who deleted it does not find an empty one in its place, because the program ended.
void TestMetagptAdapter::aDeletedSessionStaysAway()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {QStringLiteral("talk"), QStringLiteral("silently")});
    QVERIFY2(waitFor(
                 [&] {
                     return house.kit.hub->summaries().size() == 1
                         && house.texts() == std::vector<std::string>{"Build a game"};
                 },
                 60'000),
             company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    QVERIFY(deleteOnly(house));
    door.refused.clear();
    company.process.write("\n");
    QVERIFY(company.hasEnded());
    QVERIFY2(company.process.exitCode() == 0, company.complaints());
    QVERIFY(house.kit.hub->summaries().empty());
}

/// A backup was restored. What it has heard before it does not hear again.
void TestMetagptAdapter::anOlderLogIsHeardFromItsBeginning()
{
    House house;
    SwingDoor door(house.server->port());
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1; }, 60'000), company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    door.shut();
    door.hasOlderLog = true;
    QVERIFY(door.open());
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.complaints().count("is not heard") == 0, company.complaints());
}

/// It ends before they were hired: what they say would be refused from then on.
void TestMetagptAdapter::anOlderLogGetsItsMembersAgain()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1; }, 60'000), company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    const session::SessionId id = house.kit.hub->summaries().front().id;
    door.shut();
    QVERIFY(deleteOnly(house));
    SessionStarted older;
    older.kind = SessionKind::Team;
    older.title = "MetaGPT";
    older.source = "api:metagpt";
    session::Session* session = nullptr;
    house.kit.hub->create(id, older, {}, [&](const auto& made) { session = made ? *made : nullptr; });
    QVERIFY(waitFor([&] { return session != nullptr; }));
    door.refused.clear();
    QVERIFY(door.open());
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    const std::vector<std::string> shown = {"One", "Two", "Three"};
    QVERIFY2(waitFor([&] { return house.texts() == shown; }, 60'000), company.complaints());
    QVERIFY(session->state()->role(RoleName("Bob")) && session->state()->role(RoleName("Mike")));
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Running; }));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(!company.complaints().contains("_role"), company.complaints()); // none was unknown, or there already
}

/// The adapter keeps asking, and hears the person as soon as it is let in.
void TestMetagptAdapter::aRefusalOfEventsIsLoggedOnce()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/events";
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return door.refusals > 1; }, 60'000), company.complaints());
    door.refused.clear();
    QVERIFY(isHeard(house, company, "Begin"));
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.complaints().count("is not heard") == 1, company.complaints());
}

void TestMetagptAdapter::aRefusalIsLogged_data()
{
    QTest::addColumn<QByteArray>("refused"); ///< in its address
    QTest::addColumn<QByteArray>("logged");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("of messages") << QByteArray("/messages") << QByteArray("Not shown in Quarterdeck")
                                 << QByteArray("Human response: 5x5\n/");
    QTest::newRow("of questions") << QByteArray("/questions") << QByteArray("Not asked in Quarterdeck")
                                  << QByteArray("Human response: (of the terminal)");
    QTest::newRow("of pictures") << QByteArray("/attachments/") << QByteArray("A picture of the person was not fetched")
                                 << QByteArray("Human response: 5x5");
}

/// And the company goes on without what was refused.
void TestMetagptAdapter::aRefusalIsLogged()
{
    QFETCH(QByteArray, refused);
    QFETCH(QByteArray, logged);
    QFETCH(QByteArray, answer);
    House house;
    SwingDoor door(house.server->port());
    door.refused = refused;
    Company company(door.port(), House::token);
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    if (refused != "/questions") {
        QVERIFY2(waitFor(isAsked, 60'000), company.complaints());
        session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
        std::vector<ContentBlock> said = textBlocks("5x5");
        said.emplace_back(stored(house, "a drawing"));
        house.kit.submit(session, AnswerQuestion{session->state()->openQuestions().front().question.id, {}, said, {}});
    }
    const QByteArray told = QByteArray::fromStdString(company.next().value("answer", ""));
    QVERIFY2(refused == "/messages" ? told.startsWith(answer) : told == answer, told);
    QVERIFY(door.refusals > 0);
    QVERIFY2(company.complaints().contains(logged), company.complaints());
}

void TestMetagptAdapter::withoutQuarterdeckItGoesOn_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::newRow("it refuses") << true;
    QTest::newRow("nobody is there") << false;
}

void TestMetagptAdapter::withoutQuarterdeckItGoesOn()
{
    QFETCH(bool, isThere);
    House house;
    QTcpServer nobody;
    QVERIFY(nobody.listen(QHostAddress::LocalHost));
    const quint16 silent = nobody.serverPort();
    nobody.close();
    Company company(isThere ? house.server->port() : silent, "another token");
    QVERIFY(company.next() == json({{"answer", "Human response: (of the terminal)"}}));
    QVERIFY(house.kit.hub->summaries().empty());
}

} // namespace tst_metagpt_adapter

QUARTERDECK_TEST(tst_metagpt_adapter, TestMetagptAdapter)
#include "tst_metagpt_adapter.moc"
