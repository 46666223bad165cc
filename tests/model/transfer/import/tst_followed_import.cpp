#include "known_import_support.h"
#include "tests/support/test.h"

#include <algorithm>

namespace tst_followed_import {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// A file grows, and each look at it imports what is new.
class TestFollowedImport final : public KnownImportTest
{
    Q_OBJECT

private slots:
    void init() { openLibrary(); }
    void growingFile_isFollowed_data() { addGrowingFiles(); }
    void growingFile_isFollowed();
    void nextRunOfALog_isASessionOfItsOwn();
    void growingFile_isNotComparedAgain();
    void growingFile_writtenAnew_isAnother();
    void growingFile_thatTakesBack_isComparedAgain();
    void growingFile_ofARemovedSession_comesInAgain();
    void halfLine_waits_data();
    void halfLine_waits();
};

void TestFollowedImport::growingFile_isFollowed()
{
    QFETCH(QString, file);
    const QByteArray whole = readFile(dataPath(file));
    const auto reference = take(m_library, write(whole, QStringLiteral("whole.jsonl")), DuplicatePolicy::ImportAnew);
    Follower follower(m_library);
    session::SessionId id;
    std::int64_t messages = 0;
    qsizetype end = 0;
    while ((end = whole.indexOf('\n', end) + 1) > 0) {
        const auto report = follower.take(write(whole.left(end)));
        if (report.error) {
            continue; // nothing was said yet
        }
        QCOMPARE(report.sessions.size() + report.known.size(), std::size_t{1});
        id = id.isEmpty() ? report.sessions.at(0).id : id;
        QVERIFY(report.known.empty() || report.known.front().id == id);
        messages += report.messages;
    }
    QCOMPARE(blocksOf(*m_library, id), blocksOf(*m_library, reference.sessions.at(0).id));
    QVERIFY(recipientsOf(*m_library, id) == recipientsOf(*m_library, reference.sessions.at(0).id));
    QCOMPARE(usageOf(*m_library, id), usageOf(*m_library, reference.sessions.at(0).id));
    const auto nothing = follower.take(write(whole));
    QVERIFY(nothing.messages == 0 && !nothing.known.at(0).isUpdated);
    const auto summaries = sessionsOf(*m_library);
    const auto summary = std::ranges::find(summaries, id, &session::SessionSummary::id);
    QCOMPARE(summary->messageCount, messages);
    QVERIFY(isSound(id));
}

/// MetaGPT writes all runs of a day into one file.
void TestFollowedImport::nextRunOfALog_isASessionOfItsOwn()
{
    const QByteArray first = readFile(dataPath(QStringLiteral("metagpt/log_excerpt.txt")));
    QByteArray second = first;
    second.replace("Write a 2048 game", "Write a snake game");
    Follower follower(m_library);
    const QString name = QStringLiteral("20250630.txt");
    const auto begun = follower.take(write(first, name));
    QCOMPARE(begun.sessions.size(), std::size_t{1});
    const auto before = blocksOf(*m_library, begun.sessions.front().id);
    session::SessionId id;
    std::int64_t messages = 0;
    for (qsizetype end = second.indexOf('\n') + 1; end > 0; end = second.indexOf('\n', end) + 1) {
        const auto report = follower.take(write(first + second.left(end), name));
        QVERIFY(!report.error);
        if (!report.sessions.empty()) {
            QVERIFY(id.isEmpty());
            id = report.sessions.front().id;
        }
        messages += report.messages;
    }
    QCOMPARE(messages, begun.messages);
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
    QCOMPARE(blocksOf(*m_library, begun.sessions.front().id), before);
    QCOMPARE(blocksOf(*m_library, id).size(), before.size());
    QVERIFY(isSound(id));
}

void TestFollowedImport::growingFile_isNotComparedAgain()
{
    QByteArray lines;
    for (int i = 0; i < 5'000; ++i) {
        lines += spoken("message " + QByteArray::number(i));
    }
    Follower follower(m_library);
    const auto id = follower.take(write(lines)).sessions.at(0).id;
    QByteArray changed = lines;
    changed.replace("message 2500\"", "massage 2500\"");
    const auto followed = follower.take(write(changed + spoken("one more")));
    QVERIFY(followed.known.at(0).isUpdated);
    QCOMPARE(followed.messages, 1);
    QCOMPARE(followed.known.at(0).oldMessages, 5'000);
    QVERIFY(followed.known.at(0).id == id);
    QVERIFY(take(m_library, write(changed + spoken("and more"))).known.at(0).what == What::Differs);
}

void TestFollowedImport::growingFile_writtenAnew_isAnother()
{
    Follower follower(m_library);
    const auto id = follower.take(write(spoken("one") + spoken("two"))).sessions.at(0).id;
    const auto anew = follower.take(write(spoken("1") + spoken("two") + spoken("three")));
    QCOMPARE(anew.sessions.size(), std::size_t{1});
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two"}));
    QCOMPARE(textsOf(*m_library, anew.sessions.front().id), (QStringList{"1", "two", "three"}));
    // A shorter one has not grown.
    const auto cut = follower.take(write(spoken("1")));
    QVERIFY(cut.sessions.empty());
    QVERIFY(cut.known.at(0).what == What::Same);
}

/// Gemini CLI notes in the same file that the person went back, and writes a message again when more of it is known.
void TestFollowedImport::growingFile_thatTakesBack_isComparedAgain()
{
    const auto said = [](const char* id, const char* type, const char* text, const char* more = "") {
        return QByteArray(R"({"id": ")") + id + R"(", "type": ")" + type + R"(", "content": ")" + text + '"' + more
            + "}\n";
    };
    const QByteArray begun = QByteArray(R"({"sessionId": "s", "projectHash": "h"})") + '\n' + said("1", "user", "one")
        + said("2", "gemini", "two");
    Follower follower(m_library);
    const auto id = follower.take(write(begun)).sessions.at(0).id;
    const QByteArray grown = begun
        + said("2", "gemini", "two",
               R"(, "toolCalls": [{"id": "c", "name": "f", "status": "success", "result": "out"}])");
    const auto known = follower.take(write(grown)).known;
    QVERIFY(known.size() == 1 && known.front().id == id && known.front().isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two + 3", "Tools: 4"}));
    const QByteArray other = grown
        + R"({"$rewindTo": "2"})"
          "\n"
        + said("3", "gemini", "three");
    const auto anew = follower.take(write(other));
    QCOMPARE(anew.sessions.size(), std::size_t{1});
    QCOMPARE(textsOf(*m_library, anew.sessions.front().id), (QStringList{"one", "three"}));
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two + 3", "Tools: 4"}));
}

void TestFollowedImport::growingFile_ofARemovedSession_comesInAgain()
{
    Follower follower(m_library);
    const auto id = follower.take(write(spoken("one"))).sessions.at(0).id;
    removeForGood(*m_library, id);
    const auto again = follower.take(write(spoken("one") + spoken("two")));
    QCOMPARE(textsOf(*m_library, again.sessions.at(0).id), (QStringList{"one", "two"}));
}

void TestFollowedImport::halfLine_waits_data()
{
    QTest::addColumn<QByteArray>("last");
    QTest::addColumn<int>("messages");
    const QByteArray whole = spoken("two").trimmed();
    QTest::newRow("no line behind") << QByteArray() << 1;
    QTest::newRow("its beginning") << whole.left(9) << 1;
    QTest::newRow("all but its end") << whole.chopped(1) << 1;
    QTest::newRow("long") << whole.chopped(2) + QByteArray(200'000, 'x') << 1;
    QTest::newRow("whole, without its break") << whole << 2;
    QTest::newRow("whole") << whole + '\n' << 2;
}

void TestFollowedImport::halfLine_waits()
{
    QFETCH(QByteArray, last);
    QFETCH(int, messages);
    transfer::ImportRequest request;
    request.files = {{write(spoken("one") + last).toStdString(), {}, {}, true}};
    request.ifKnown = DuplicatePolicy::Update;
    const auto report = import(m_library, request).files.at(0);
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.problemCount, 0);
    QCOMPARE(report.messages, messages);
    request.files.front().path = write(spoken("one") + spoken("two")).toStdString();
    import(m_library, request);
    QCOMPARE(textsOf(*m_library, report.sessions.at(0).id), (QStringList{"one", "two"}));
}

} // namespace tst_followed_import

QUARTERDECK_TEST(tst_followed_import, TestFollowedImport)
#include "tst_followed_import.moc"
