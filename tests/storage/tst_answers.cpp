#include "model/session/session_hub.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/promise.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <map>
#include <unistd.h>

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::AcknowledgeAnswer;
using conversation::AnswerDelivered;
using conversation::AnswerQuestion;
using conversation::AskUser;
using conversation::Intent;
using conversation::QuestionEnded;
using conversation::QuestionId;
using test::await;

namespace {

const conversation::RoleName alice("Alice");

QuestionId question(int number) { return QuestionId("question " + std::to_string(number)); }

/// Alice asks, the person answers, Alice takes the answer, and so on endlessly. Reports on standard output what was
/// acknowledged. With `held` the process does nothing more after the answer of that number was given: the writer
/// commits it, but nobody is told.
class Conversation
{
public:
    Conversation(const std::string& library, int held) : m_held(held)
    {
        auto opened = storage::openLibrary(library, &m_context);
        if (!opened)
            qFatal("%s", opened.error().sentence.c_str());
        m_hub = std::make_unique<SessionHub>(*opened);
        conversation::Role mike;
        mike.name = conversation::RoleName("Mike");
        mike.kind = conversation::RoleKind::TeamLeader;
        conversation::Role role;
        role.name = alice;
        m_hub->create(conversation::SessionStarted{}, {mike, role}, [this](const Result<Session*>& session) {
            m_session = session.value();
            ask();
        });
    }

private:
    void submit(const char* word, Intent intent, void (Conversation::*next)())
    {
        m_session->submit(std::move(intent), [this, word, next](const conversation::Decision& outcome) {
            if (outcome.error)
                qFatal("%s", outcome.error->sentence.c_str());
            std::printf("%s %d\n", word, m_number);
            std::fflush(stdout);
            (this->*next)();
        });
    }
    void ask()
    {
        AskUser intent;
        intent.question.id = question(++m_number);
        intent.question.asker = alice;
        intent.question.text = "Which one?";
        submit("asked", intent, &Conversation::answer);
    }
    void answer()
    {
        AnswerQuestion intent;
        intent.id = question(m_number);
        intent.content = conversation::textBlocks("the left one");
        submit("answered", intent, &Conversation::take);
        if (m_number == m_held)
            ::pause();
    }
    void take() { submit("taken", AcknowledgeAnswer{question(m_number)}, &Conversation::ask); }

    int m_held;
    int m_number = 0;
    QObject m_context;
    std::unique_ptr<SessionHub> m_hub;
    Session* m_session = nullptr;
};

/// How often each question was asked, answered, and its answer taken.
struct Counts
{
    int asked = 0;
    int answered = 0;
    int taken = 0;
    friend bool operator==(const Counts&, const Counts&) = default;
};
using Ledger = std::map<std::string, Counts>;

Ledger ledgerOf(Library& library, const SessionId& id)
{
    const auto events =
        await<std::vector<Event>>([&](auto done) { library.readEvents(id, {0}, 1'000'000, std::move(done)); });
    Ledger ledger;
    for (const Event& event : events.value()) {
        if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body))
            ++ledger[asked->question.id.str()].asked;
        else if (const auto* ended = std::get_if<QuestionEnded>(&event.body))
            ++ledger[ended->id.str()].answered;
        else if (const auto* delivered = std::get_if<AnswerDelivered>(&event.body))
            ++ledger[delivered->id.str()].taken;
    }
    return ledger;
}

} // namespace

/// An answer reaches its asker exactly once, whenever the process dies. QUARTERDECK_FULL=1 kills ten times as often.
class AnswersTest final : public QObject
{
    Q_OBJECT

private slots:
    void answer_committedAndNotDelivered_isThereOnce();
    void answers_surviveKillsAtAnyMoment();
    void cleanupTestCase();

private:
    /// The asker and the person continue with what the process left.
    void goOn(const std::string& path, const QByteArray& journal);
    bool submit(Session& session, Intent intent);

    int m_kills = 0;
    int m_undelivered = 0;
    int m_answers = 0;
};

bool AnswersTest::submit(Session& session, Intent intent)
{
    bool isDone = false;
    bool isTaken = false;
    session.submit(std::move(intent), [&](const conversation::Decision& outcome) {
        isDone = true;
        isTaken = !outcome.error && !outcome.events.empty();
    });
    return QTest::qWaitFor([&] { return isDone; }, 60'000) && isTaken;
}

void AnswersTest::goOn(const std::string& path, const QByteArray& journal)
{
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    SessionHub hub(*library);
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
    QVERIFY(sessions && !sessions->empty());
    const SessionId id = sessions->front().id;
    const auto opened = await<Session*>([&](auto done) { hub.open(id, done); });
    QVERIFY(opened);

    // What was acknowledged is there, and nothing is there twice.
    const Ledger left = ledgerOf(**library, id);
    for (const auto& [name, counts] : left)
        QVERIFY2(counts.asked == 1 && counts.answered <= 1 && counts.taken <= counts.answered, name.c_str());
    for (const QByteArray& line : journal.left(journal.lastIndexOf('\n') + 1).split('\n')) {
        const QByteArrayList words = line.split(' ');
        if (words.size() != 2)
            continue;
        const Counts& counts = left.at(question(words[1].toInt()).str());
        QVERIFY2(words[0] == "asked" || counts.answered == 1, line.constData());
        QVERIFY2(words[0] != "taken" || counts.taken == 1, line.constData());
    }

    m_undelivered += static_cast<int>((*opened)->state()->undeliveredAnswers().size());
    for (const auto& [name, counts] : left) {
        AnswerQuestion again;
        again.id = QuestionId(name);
        again.content = conversation::textBlocks("the right one");
        QCOMPARE(submit(**opened, again), counts.answered == 0);
        QVERIFY(!submit(**opened, again));
        QCOMPARE(submit(**opened, AcknowledgeAnswer{again.id}), counts.taken == 0);
        QVERIFY(!submit(**opened, AcknowledgeAnswer{again.id}));
    }
    for (const auto& [name, counts] : ledgerOf(**library, id)) {
        QVERIFY2(counts == (Counts{1, 1, 1}), name.c_str());
        ++m_answers;
    }
    QVERIFY((*opened)->state()->undeliveredAnswers().empty());
}

void AnswersTest::answer_committedAndNotDelivered_isThereOnce()
{
    constexpr int held = 3;
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("--converse"), QString::fromStdString(path), QString::number(held)});
    const auto isCommitted = [&] {
        const auto library = storage::openLibrary(path, nullptr, storage::Access::ReadOnly);
        const auto sessions = library
            ? await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); })
            : Result<std::vector<SessionSummary>>();
        return sessions && !sessions->empty()
            && ledgerOf(**library, sessions->front().id)[question(held).str()].answered == 1;
    };
    QVERIFY(QTest::qWaitFor(isCommitted, 60'000));
    process.kill();
    QVERIFY(process.waitForFinished(60'000));
    ++m_kills;
    const QByteArray journal = process.readAllStandardOutput();
    QVERIFY(journal.contains("asked 3\n") && !journal.contains("answered 3\n"));
    goOn(path, journal);
    QCOMPARE(m_undelivered, 1);
}

void AnswersTest::answers_surviveKillsAtAnyMoment()
{
    QRandomGenerator random(3);
    const int kills = test::isFull() ? 200 : 20;
    for (int run = 0; run < kills && !QTest::currentTestFailed(); ++run) {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--converse"), QString::fromStdString(path), QStringLiteral("0")});
        QVERIFY(process.waitForReadyRead(60'000));
        process.waitForFinished(static_cast<int>(random.bounded(40)));
        process.kill();
        process.waitForFinished();
        ++m_kills;
        goOn(path, process.readAllStandardOutput());
    }
}

void AnswersTest::cleanupTestCase()
{
    test::countPromise(3,
                       QStringLiteral("%1 kills, %2 answers that were taken once, %3 of them by who came after a kill")
                           .arg(m_kills)
                           .arg(m_answers)
                           .arg(m_undelivered));
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments.at(1) == QLatin1String("--converse")) {
        const Conversation conversation(arguments.at(2).toStdString(), arguments.at(3).toInt());
        return QCoreApplication::exec();
    }
    AnswersTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_answers.moc"
