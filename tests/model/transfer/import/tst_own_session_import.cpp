#include "tests/model/conversation/team_kit.h"
#include "tests/model/transfer/package_support.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QTest>
#include <algorithm>

namespace tst_own_session_import {

using namespace quarterdeck;
using namespace quarterdeck::test;
using transfer::DuplicatePolicy;
using What = transfer::DuplicateSession::What;

namespace {

transfer::FileReport take(const std::shared_ptr<Library>& library, const QString& path, DuplicatePolicy ifKnown)
{
    transfer::ImportRequest request;
    request.files = {{path.toStdString(), {}}};
    request.ifKnown = ifKnown;
    return import(library, request).files.at(0);
}

/// A session that began here, and in which so much was said.
std::vector<session::Event> sessionOf(int messages)
{
    TeamKit team;
    for (int i = 0; i < messages; ++i) {
        team.tell("Alice", ("message " + std::to_string(i)).c_str());
    }
    return team.log;
}

} // namespace

/// An export of a session that began here comes back to the library that has it.
class TestOwnSessionImport final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_library = makeTestLibrary(&m_completions); }
    void ownExport_isThere_data();
    void ownExport_isThere();
    void renamed_isThere();
    void onlyTheBeginning_isThere();
    void more_isAnother();
    void anotherOfThatMoment_isAnother();

private:
    [[nodiscard]] QString exported(const session::SessionId& id, const std::string& format = "jsonl")
    {
        const QString path = m_folder.filePath(QStringLiteral("log.") + QString::fromStdString(format));
        exportTo(m_library, id, path, format, false, packageFiles());
        return path;
    }

    QObject m_completions;
    QTemporaryDir m_folder;
    std::shared_ptr<Library> m_library;
};

void TestOwnSessionImport::ownExport_isThere_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("package") << QStringLiteral("qdeck");
    QTest::newRow("lines") << QStringLiteral("jsonl");
}

void TestOwnSessionImport::ownExport_isThere()
{
    QFETCH(QString, format);
    const auto id = store(m_library, sessionOf(3));
    const QString path = exported(id, format.toStdString());
    for (const DuplicatePolicy ifKnown : {DuplicatePolicy::LeaveAlone, DuplicatePolicy::Update}) {
        const auto report = take(m_library, path, ifKnown);
        QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
        QCOMPARE(report.known.size(), std::size_t{1});
        QVERIFY(report.known.front().id == id);
        QVERIFY(report.known.front().what == What::Same);
        QVERIFY(report.sessions.empty());
    }
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
    QCOMPARE(take(m_library, path, DuplicatePolicy::ImportAnew).sessions.size(), std::size_t{1});
}

void TestOwnSessionImport::renamed_isThere()
{
    const auto id = store(m_library, sessionOf(3));
    session::SessionLabels labels;
    labels.title = "Another name";
    answerOf<session::Nothing>([&](auto done) { m_library->setLabels(id, labels, std::move(done)); });
    QCOMPARE(take(m_library, exported(id), DuplicatePolicy::LeaveAlone).known.size(), std::size_t{1});
}

void TestOwnSessionImport::onlyTheBeginning_isThere()
{
    const auto begun = store(m_library, sessionOf(2));
    const QString path = exported(begun);
    m_library = makeTestLibrary(&m_completions);
    const auto id = store(m_library, sessionOf(5));
    const auto report = take(m_library, path, DuplicatePolicy::Update);
    QCOMPARE(report.known.size(), std::size_t{1});
    QVERIFY(report.known.front().what == What::Same);
    QVERIFY(eventsOf(*m_library, id) == sessionOf(5));
}

/// Continued elsewhere: nothing is put into a session whose agents live here.
void TestOwnSessionImport::more_isAnother()
{
    const QString path = exported(store(m_library, sessionOf(5)));
    m_library = makeTestLibrary(&m_completions);
    const auto id = store(m_library, sessionOf(2));
    const auto report = take(m_library, path, DuplicatePolicy::Update);
    QVERIFY(report.known.empty());
    QCOMPARE(report.sessions.size(), std::size_t{1});
    QVERIFY(eventsOf(*m_library, id) == sessionOf(2));
}

void TestOwnSessionImport::anotherOfThatMoment_isAnother()
{
    const QString path = exported(store(m_library, sessionOf(3)));
    m_library = makeTestLibrary(&m_completions);
    auto events = sessionOf(3);
    const auto last = std::ranges::find_if(events.rbegin(), events.rend(), [](const session::Event& event) {
        return std::holds_alternative<conversation::MessagePublished>(event.body);
    });
    std::get<conversation::MessagePublished>(last->body).message.content = {conversation::TextBlock{"something else"}};
    store(m_library, events);
    QVERIFY(take(m_library, path, DuplicatePolicy::LeaveAlone).known.empty());
}

} // namespace tst_own_session_import

QUARTERDECK_TEST(tst_own_session_import, TestOwnSessionImport)
#include "tst_own_session_import.moc"
