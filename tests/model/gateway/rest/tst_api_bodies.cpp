#include "model/gateway/rest/api_bodies.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace tst_api_bodies {

using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway::api;

namespace {

const std::vector<std::string> good = {
    R"({"title": "T", "kind": "team", "is_public": false, "source": "s", "details": {"a": [1]}, "budget": 1.5, "rounds": 3,
        "routing": {"leader": "Mike"}, "team": [{"name": "Mike", "kind": "team_leader", "watch": "x"}, {"name": "Bob"}]})",
    R"({"roles": [{"name": "Eve", "addresses": ["e", "f"], "goal": "g"}]})",
    R"({"messages": [{"sent_from": "Bob", "send_to": ["Mike"], "content": [{"type": "text", "text": "x"},
        {"type": "tool_use", "id": "1", "name": "t", "input": {}},
        {"type": "image", "source": {"media_type": "image/png", "data": "iVBORw0KGgo="}}], "usage": {"prompt_tokens": 1}, "metadata": {}},
        {"sent_from": "", "content": "y", "recipient": "Bob", "private": true, "recipients": ["Bob"]}]})",
    R"({"asker": "Bob", "text": "?", "options": ["a", {"label": "b"}], "schema": {"type": "object"}, "deadline": 5,
        "images": [{"type": "image", "source": {"data": "data:image/png;base64,iVBORw0KGgo="}}]})",
    R"({"role": "Bob", "activity": "acting", "detail": "d", "usage": {"cost": 0.5}, "run_state": "paused", "reason": "r"})"};

int taken(const std::string& body)
{
    return int{readNewSession(body).has_value()} + int{readRoles(body).has_value()}
    + int{parseMessages(body).has_value()} + int{readQuestion(body).has_value()} + int{readStatus(body).has_value()};
}

} // namespace

/// Posted content is read as intended, and anything else is refused with a sentence.
class TestApiBodies final : public QObject
{
    Q_OBJECT
private slots:
    void goodOnesAreTaken();
    void shortFormsMeanTheSame();
    void loneSurrogatesAreTaken();
    void whatIsNoJsonIsRefused_data();
    void whatIsNoJsonIsRefused();
    void nothingThrows_data();
    void nothingThrows();
};

void TestApiBodies::goodOnesAreTaken()
{
    for (const std::string& body : good)
        QCOMPARE(taken(body), 1);
    const auto session = readNewSession(good[0]);
    QVERIFY(session->settings.routing.leader == RoleName("Mike") && !session->settings.isPublic);
    QCOMPARE(session->team.size(), std::size_t(2));
    const auto sayings = parseMessages(good[2]);
    QVERIFY(sayings->front().message.role == "assistant" && sayings->back().message.role == "user");
    QVERIFY(sayings->back().isPrivate && sayings->back().recipient == "Bob");
    const auto status = readStatus(good[4]);
    QCOMPARE(status->size(), std::size_t(3));
    QVERIFY(std::get<SetRoleActivity>(status->front()).hasWork);
}

void TestApiBodies::shortFormsMeanTheSame()
{
    const auto brief = parseMessages(R"({"id": "m", "sent_from": "Bob", "send_to": "Mike", "content": "x"})");
    const auto whole = parseMessages(R"({"messages": [{"id": "m", "sent_from": "Bob", "role": "assistant",
        "send_to": ["Mike"], "content": [{"type": "text", "text": "x"}]}]})");
    QVERIFY(brief && whole && brief->front().message == whole->front().message);
    const auto session = readNewSession(R"({"team": [{"name": "Ann", "profile": "Boss", "kind": "team_leader"}]})");
    QVERIFY(session->settings.routing.leader == RoleName("Ann") && session->settings.routing.leaderProfile == "Boss");
    QVERIFY(readNewSession("{}")->settings.routing.leader.isEmpty());
}

/// As Python's json module writes what it read from bytes that are not UTF-8.
void TestApiBodies::loneSurrogatesAreTaken()
{
    const auto sayings = parseMessages(
        R"({"messages": [{"sent_from": "Bob", "content": "a\udc80b\ud83d\ude00", "metadata": {"\ud800": ["\udfff"]}}]})");
    QVERIFY2(sayings.has_value(), sayings ? "" : sayings.error().c_str());
    const Message& message = sayings->front().message;
    QCOMPARE(textOf(message), std::string("a\\udc80b\U0001F600"));
    QVERIFY(message.metadata.json() == (nlohmann::json{{"\\ud800", {"\\udfff"}}}));
}

void TestApiBodies::whatIsNoJsonIsRefused_data()
{
    QTest::addColumn<QByteArray>("metadata");
    for (const char* metadata :
         {"NaN", "Infinity", "1e999", "[NaN, \"\\ud800\"]", "\"\\ud800\"", "\"\\ud8\"", "'a'", "\"\xff\""})
        QTest::newRow(metadata) << QByteArray(metadata);
    QTest::newRow("nested too deep") << QByteArray(600, '[') + QByteArray(600, ']');
}

void TestApiBodies::whatIsNoJsonIsRefused()
{
    QFETCH(QByteArray, metadata);
    const bool isText = metadata == "\"\\ud800\""; // and no object
    const auto sayings =
        parseMessages(R"({"sent_from": "", "content": "x", "metadata": )" + metadata.toStdString() + "}");
    QVERIFY(!sayings);
    QCOMPARE(sayings.error().starts_with("The request body "), !isText);
}

void TestApiBodies::nothingThrows_data()
{
    QTest::addColumn<QByteArray>("body");
    for (const std::string& body : good)
        QTest::newRow(body.substr(0, 20).c_str()) << QByteArray::fromStdString(body);
}

/// Bytes that are changed, left out or doubled; and each value in the place of each other one.
void TestApiBodies::nothingThrows()
{
    QFETCH(QByteArray, body);
    std::mt19937 random(7);
    const auto upTo = [&](qsizetype end) { return static_cast<qsizetype>(random() % static_cast<unsigned>(end)); };
    const QList<QByteArray> words = {
        "null", "[]", "{}", "-1", "1e999", "true", "\"\"", "\"\\ud800\"", "99999999999999999999"};
    int refused = 0;
    constexpr int rounds = 4'000;
    for (int i = 0; i < rounds; ++i) {
        QByteArray odd = body;
        const qsizetype at = upTo(odd.size());
        switch (i % 4) {
        case 0:
            odd[at] = static_cast<char>(random() % 256);
            break;
        case 1:
            odd.remove(at, upTo(20));
            break;
        case 2:
            odd.insert(at, body.mid(upTo(body.size()), 20));
            break;
        default: { // a value, behind a colon
            const qsizetype colon = odd.indexOf(": ", at);
            if (colon >= 0)
                odd.replace(colon + 2, std::max<qsizetype>(1, odd.indexOf(',', colon) - colon - 2),
                            words[upTo(words.size())]);
        }
        }
        refused += taken(odd.toStdString()) == 0 ? 1 : 0;
    }
    QVERIFY(refused > rounds / 2);
}

} // namespace tst_api_bodies

QUARTERDECK_TEST(tst_api_bodies, TestApiBodies)
#include "tst_api_bodies.moc"
