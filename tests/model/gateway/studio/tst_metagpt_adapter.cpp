#include "metagpt_company.h"
#include "tests/support/test.h"

#include "model/conversation/compose.h"
#include "model/gateway/remote_session.h"

#include <QFile>
#include <QFloat16>
#include <QTcpServer>
#include <QTcpSocket>
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

QByteArray bytesAt(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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
    QCOMPARE(bytesAt(heard.section('\n', 1)), pngSignature + "a drawing");

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
    QCOMPARE(bytesAt(path), pngSignature + "a blue one");
    QVERIFY(gateway::commandPrograms(*house.kit.hub, id, conversation::RunCommand::Stop));
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

} // namespace tst_metagpt_adapter

QUARTERDECK_TEST(tst_metagpt_adapter, TestMetagptAdapter)
#include "tst_metagpt_adapter.moc"
