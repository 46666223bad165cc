#include "app/services/team_store.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>

namespace tst_team_store {

using namespace quarterdeck;
using app::OwnTeam;
using app::OwnTeams;
using app::TeamStore;

/// The files of the person's teams.
class TestTeamStore final : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void whatIsSavedComesBack();
    void names_becomeFilesOfOneFolder_data();
    void names_becomeFilesOfOneFolder();
    void unreadable_isToldAndLeftAlone_data();
    void unreadable_isToldAndLeftAlone();
    void changedBySomebodyElse_isNotWrittenOver();
    void whatIsNoTeam_isNotSaved();
    void removed_isKeptAside();
    void named_findsByNameOrId();
    void folderThatCannotBeWritten_isSaid();

private:
    [[nodiscard]] TeamStore store() const { return TeamStore(m_folder->filePath(QStringLiteral("new/teams"))); }
    [[nodiscard]] QString path(const QString& name) const
    {
        return m_folder->filePath(QStringLiteral("new/teams/") + name);
    }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(path(QString()));
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(name));
    }
    [[nodiscard]] QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

team::TeamDefinition teamCalled(const std::string& name)
{
    auto team = team::teamTemplate("software_company", "en").value();
    team.name = name;
    return team;
}

} // namespace

void TestTeamStore::whatIsSavedComesBack()
{
    QVERIFY(store().load().teams.empty());
    const auto second = store().save(teamCalled("Second"), {});
    const auto first = store().save(teamCalled("First"), {});
    QVERIFY(first && second);
    const OwnTeams found = store().load();
    QVERIFY(found.problems.empty());
    QVERIFY((found.teams == std::vector<OwnTeam>{*first, *second}));
    auto changed = first->team;
    changed.name = "Renamed";
    const auto again = store().save(changed, *first);
    QVERIFY(again);
    QCOMPARE(again->id, first->id); // one file, though it has another name now
    QCOMPARE(store().load().teams.size(), std::size_t{2});
}

void TestTeamStore::names_becomeFilesOfOneFolder_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::newRow("plain") << "Review panel"
                           << "review-panel";
    QTest::newRow("out of the folder") << "../../evil"
                                       << "evil";
    QTest::newRow("hidden") << ".bashrc"
                            << "bashrc";
    QTest::newRow("Chinese") << QStringLiteral("软件公司") << QStringLiteral("软件公司");
    QTest::newRow("nothing of it") << "!?"
                                   << "team";
    QTest::newRow("long") << QString(90, u'x') << QString(60, u'x');
}

void TestTeamStore::names_becomeFilesOfOneFolder()
{
    QFETCH(QString, name);
    QFETCH(QString, id);
    for (const QString& expected : {id, id + QStringLiteral("-2"), id + QStringLiteral("-3")}) {
        const auto saved = store().save(teamCalled(name.toStdString()), {});
        QVERIFY(saved);
        QCOMPARE(saved->id, expected);
        QVERIFY(QFileInfo(path(expected + QStringLiteral(".json"))).isFile());
    }
}

void TestTeamStore::unreadable_isToldAndLeftAlone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << QByteArray("{") << "broken.json";
    QTest::newRow("another kind") << QByteArray(R"({"format": "other"})") << "$.format";
    QTest::newRow("empty") << QByteArray() << "broken.json";
    QTest::newRow("too long") << QByteArray((1 << 20) + 100, ' ') << "longer than 1 MB";
}

void TestTeamStore::unreadable_isToldAndLeftAlone()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto good = store().save(teamCalled("Good"), {});
    write(QStringLiteral("broken.json"), bytes);
    const OwnTeams found = store().load();
    QVERIFY((found.teams == std::vector<OwnTeam>{*good}));
    QCOMPARE(found.problems.size(), std::size_t{1});
    const QString problem = QString::fromStdString(found.problems.front());
    QVERIFY2(problem.contains(says) && problem.contains(QStringLiteral("broken.json")), qPrintable(problem));
    QVERIFY(!problem.contains(u'\n'));
    QVERIFY(store().save(teamCalled("Broken"), {})); // would have this name
    QCOMPARE(read(QStringLiteral("broken.json")), bytes);
}

void TestTeamStore::changedBySomebodyElse_isNotWrittenOver()
{
    const auto kept = store().save(teamCalled("Mine"), {});
    const QByteArray theirs = read(QStringLiteral("mine.json")).replace("Five people", "Six people");
    write(QStringLiteral("mine.json"), theirs);
    auto changed = kept->team;
    changed.rounds = 12;
    const auto saved = store().save(changed, *kept);
    QVERIFY(saved);
    QCOMPARE(saved->id, QStringLiteral("mine-2"));
    QCOMPARE(read(QStringLiteral("mine.json")), theirs);
}

void TestTeamStore::whatIsNoTeam_isNotSaved()
{
    auto team = teamCalled("Nobody");
    team.roles.clear();
    const auto saved = store().save(team, {});
    QVERIFY(!saved);
    QVERIFY(saved.error().sentence.find("$.roles") != std::string::npos);
    QVERIFY(!QFileInfo::exists(path(QStringLiteral("nobody.json"))));
}

void TestTeamStore::removed_isKeptAside()
{
    for (const QString& aside : {QStringLiteral("removed/mine.json"), QStringLiteral("removed/mine-2.json")}) {
        const auto saved = store().save(teamCalled("Mine"), {});
        const QByteArray bytes = read(QStringLiteral("mine.json"));
        QVERIFY(store().remove(saved->id));
        QVERIFY(store().load().teams.empty());
        QCOMPARE(read(aside), bytes);
    }
    QVERIFY(store().remove(QStringLiteral("mine"))); // gone is gone
}

void TestTeamStore::named_findsByNameOrId()
{
    QVERIFY(store().save(teamCalled("Review panel"), {}));
    for (const char* name : {"Review panel", "review PANEL", "review-panel"})
        QVERIFY2(store().named(QString::fromLatin1(name)), name);
    const auto none = store().named(QStringLiteral("../review-panel"));
    QVERIFY(!none);
    QVERIFY(none.error().code == conversation::ErrorCode::NotFound);
    write(QStringLiteral("broken.json"), "{");
    const auto broken = store().named(QStringLiteral("broken"));
    QVERIFY(!broken);
    QVERIFY(broken.error().code == conversation::ErrorCode::BadInput);
}

void TestTeamStore::folderThatCannotBeWritten_isSaid()
{
    QFile file(m_folder->filePath(QStringLiteral("new")));
    QVERIFY(file.open(QIODevice::WriteOnly)); // where the folder should be
    const auto saved = store().save(teamCalled("Mine"), {});
    QVERIFY(!saved);
    QVERIFY(saved.error().code == conversation::ErrorCode::Io);
    QVERIFY(saved.error().sentence.find("mine.json") != std::string::npos);
}

} // namespace tst_team_store

QUARTERDECK_TEST(tst_team_store, TestTeamStore)
#include "tst_team_store.moc"
