#include "tests/model/gateway/gateway_kit.h"
#include "tests/model/gateway/stored_picture.h"
#include "tests/support/test.h"

#include <QCryptographicHash>
#include <QFloat16>
#include <QProcess>
#include <QTest>

namespace tst_studio_large_answers {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

constexpr int patience = 120'000;

/// A program in Python, with as many questions.
struct Program
{
    Program(const House& house, const QString& transport, const char* questions)
    {
        process.start(QStringLiteral("/usr/bin/python3"),
                      {QStringLiteral(QUARTERDECK_STUDIO_PROGRAM), QString::number(house.server->port()),
                       QStringLiteral("run 1"), transport, QString::fromLatin1(questions)});
    }
    [[nodiscard]] json nextLine()
    {
        if (!waitFor([&] { return process.canReadLine(); }, patience))
            return nullptr;
        return json::parse(process.readLine().toStdString());
    }
    [[nodiscard]] bool isOver()
    {
        return waitFor([&] { return process.state() == QProcess::NotRunning; }, patience) && process.exitCode() == 0;
    }
    QProcess process;
};

MediaBlock picture(House& house, char filling, std::size_t bytes)
{
    return storedPicture(house.kit, std::string(bytes, filling), "picture.png");
}

/// As the program shows it.
json shown(char filling, qsizetype bytes)
{
    const QByteArray data = QByteArray(bytes, filling).toBase64();
    return {{"type", "image"}, {"sha256", QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex()}};
}

} // namespace

/// Answers with pictures of many megabytes, to a polling program in Python: with a WebSocket its library takes minutes
/// to validate so much UTF-8. Those in JavaScript are in tst_gateway_clients.
class TestStudioLargeAnswers final : public QObject
{
    Q_OBJECT
private slots:
    void arrive();
};

/// And what the program says then is known as the answer.
void TestStudioLargeAnswers::arrive()
{
    constexpr std::size_t large = 26'000'000;
    House house;
    Program program(house, QStringLiteral("polling"), "1");
    const std::string question = "run 1/0";
    QCOMPARE(program.nextLine(), json({{"asked", question}}));
    AnswerQuestion answer;
    answer.id = QuestionId(question);
    answer.content = {TextBlock{"look"}, picture(house, 'a', large), picture(house, 'b', large)};
    session::Session* run = house.kit.open(house.kit.hub->summaries().front().id);
    QVERIFY(!house.kit.submit(run, answer).error);
    const json heard = program.nextLine();
    QVERIFY2(heard.is_object(), program.process.readAllStandardError());
    QCOMPARE(heard.at("blocks"), json({{{"type", "text"}, {"text", "look"}}, shown('a', large), shown('b', large)}));
    QVERIFY(run->state()->undeliveredAnswers().empty());
    QVERIFY2(program.isOver(), program.process.readAllStandardError());
    QVERIFY(house.texts().empty());
}

} // namespace tst_studio_large_answers

QUARTERDECK_TEST(tst_studio_large_answers, TestStudioLargeAnswers)
#include "tst_studio_large_answers.moc"
