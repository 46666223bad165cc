#include "api_kit.h"

#include "gateway/program_runs.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// Python, with the adapter and what stands in for MetaGPT.
class Company
{
public:
    Company(std::uint16_t port, const QByteArray& token)
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
        process.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral(QUARTERDECK_STAND_IN "/company.py")});
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

    QProcess process;

private:
    QTemporaryDir m_folder;
};

} // namespace

/// A company of MetaGPT, by the adapter of packaging/adapters.
class TestMetagptAdapter final : public QObject
{
    Q_OBJECT
private slots:
    void aCompanyIsShownAndSteered();
    void withoutQuarterdeckItGoesOn();
};

void TestMetagptAdapter::aCompanyIsShownAndSteered()
{
    House house;
    Company company(house.server->port(), House::token);
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    QVERIFY2(waitFor(isAsked, 60'000), company.process.readAllStandardError());
    const session::SessionId id = house.kit.hub->summaries().front().id;
    session::Session* session = house.kit.open(id);
    QCOMPARE(session->state()->source(), std::string("api:metagpt"));
    QVERIFY(session->state()->leader() && session->state()->leader()->role.name == RoleName("Mike"));
    QVERIFY(house.texts()
            == (std::vector<std::string>{"Build a game", "The plan is drawn", "Look at this", "It goes on"}));
    for (const session::Row& row : house.rows())
        if (const auto* said = std::get_if<MessagePublished>(&row.event.body);
            said != nullptr && textOf(said->message) == "Look at this")
            QVERIFY(said->route.rule == RoutingRule::DirectMessage);
    const OpenQuestion asked = session->state()->openQuestions().front();
    QVERIFY(asked.question.asker == RoleName("Bob"));
    house.kit.submit(session, AnswerQuestion{asked.question.id, {}, textBlocks("5x5"), {}});
    QVERIFY(company.next() == json({{"answer", "Human response: 5x5"}}));

    QVERIFY(company.next() == json({{"idle", false}})); // before its first round
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Running; }));
    Publish words;
    words.message.content = textBlocks("Make it blue");
    words.userDefinedRecipient = "Bob";
    house.kit.submit(session, words);
    QVERIFY(company.next() == json({{"heard", "Make it blue"}, {"to", "Bob"}}));
    QVERIFY(gateway::stopPrograms(*house.kit.hub, id));
    QVERIFY(company.next() == json({{"idle", true}, {"more", 0}}));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.process.exitCode() == 0, company.process.readAllStandardError());
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
}

void TestMetagptAdapter::withoutQuarterdeckItGoesOn()
{
    House house;
    Company company(house.server->port(), "another token");
    QVERIFY(company.next() == json({{"answer", "Human response: (of the terminal)"}}));
    QVERIFY(house.kit.hub->summaries().empty());
}

QTEST_GUILESS_MAIN(TestMetagptAdapter)
#include "tst_metagpt_adapter.moc"
