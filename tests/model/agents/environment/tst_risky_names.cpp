#include "model/agents/environment/workspace.h"
#include "tests/model/agents/support/work_files.h"
#include "tests/support/test.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QIODevice>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_risky_names {

using namespace quarterdeck;
using namespace quarterdeck::team;
using nlohmann::json;
using test::put;

/// Which files an agent may never write, and which it may not write unasked, since tools run them by themselves.
class TestRiskyNames final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void judgesNames_data();
    void judgesNames();
    void completesNoRepository_data();
    void completesNoRepository();
    void completesNoneThatWasBegun_data();
    void completesNoneThatWasBegun();
    void writesIntoNoRepository();
    void completesNoneByCarryingOutLater();
    void gitRunsNothing();

private:
    [[nodiscard]] static EnvironmentCall writing(const std::string& path, const std::string& content = "x\n")
    {
        return {conversation::RoleName("Alex"), "write_file",
                conversation::JsonValue(json{{"path", path}, {"content", content}})};
    }
    /// What became of it; the questions that a person would be asked are answered with yes.
    [[nodiscard]] QString attempted(const std::string& path, const std::string& content = "x\n")
    {
        const EnvironmentCall request = writing(path, content);
        const EnvironmentProposal outcome = m_workspace->propose(request);
        const auto* change = std::get_if<ProposedChange>(&outcome);
        if (change == nullptr)
            return QStringLiteral("REFUSE");
        if (m_workspace->applyChange(request, change->token, {}).isError)
            return QStringLiteral("REFUSE");
        return change->caution.empty() ? QStringLiteral("ok") : QStringLiteral("ASK");
    }
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentEnvironment> m_workspace;
};

void TestRiskyNames::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = Workspace::make({m_folder->path().toStdString(), false});
}

void TestRiskyNames::judgesNames_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("verdict");
    QFile file(QFINDTESTDATA("../../../data/teams/written_names.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int count = 0;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        if (line.startsWith(u'#'))
            continue;
        QString path = line.section(u'\t', 1);
        const QRegularExpression escape(QStringLiteral("\\\\u([0-9a-f]{4})"));
        for (auto match = escape.match(path); match.hasMatch(); match = escape.match(path))
            path.replace(match.captured(0), QChar(match.captured(1).toUShort(nullptr, 16)));
        QTest::newRow(qPrintable(line)) << path << line.section(u'\t', 0, 0);
        ++count;
    }
    QVERIFY(count > 100);
}

void TestRiskyNames::judgesNames()
{
    QFETCH(QString, path);
    QFETCH(QString, verdict);
    QCOMPARE(attempted(path.toStdString()), verdict);
}

void TestRiskyNames::completesNoRepository_data()
{
    QTest::addColumn<QStringList>("paths");
    QStringList parts{QStringLiteral("HEAD"), QStringLiteral("config"), QStringLiteral("objects/x"),
                      QStringLiteral("refs/x")};
    std::ranges::sort(parts);
    const QStringList folders{QString(), QStringLiteral("notes/"), QStringLiteral("a/b/c/")};
    do {
        for (const QString& folder : folders) {
            QStringList paths;
            for (const QString& part : parts)
                paths << folder + part;
            QTest::newRow(qPrintable(paths.join(u' '))) << paths;
        }
    } while (std::ranges::next_permutation(parts).found);
    for (const char* paths : {"n/head n/Objects/x n/REFS/x", "n/objects n/refs n/HEAD", "n/HEAD n/commondir",
                              "n/commondir n/HEAD", "n/refs/a/b/c n/objects/a/b/c/d n/HEAD",
                              "n/HEAD n/objects. n/refs::$DATA", "n/ob\u200cjects n/refs/x n/HEAD"})
        QTest::newRow(paths) << QString::fromUtf8(paths).split(u' ');
}

void TestRiskyNames::completesNoRepository()
{
    QFETCH(QStringList, paths);
    QStringList verdicts;
    for (const QString& path : paths)
        verdicts << attempted(path.toStdString());
    QCOMPARE(verdicts.count(QStringLiteral("REFUSE")), 1); // what would complete it, and nothing before
    const QString refused = paths[verdicts.indexOf(QStringLiteral("REFUSE"))];
    QVERIFY(!QFile::exists(at(refused)));
    QVERIFY(attempted(refused.toStdString()) == QStringLiteral("REFUSE")); // again
}

void TestRiskyNames::completesNoneThatWasBegun_data()
{
    QTest::addColumn<QStringList>("there");
    QTest::addColumn<QString>("link"); // in the same place, which leads to a file that is there
    QTest::addColumn<QString>("path");
    const auto list = [](const char* names) { return QString::fromLatin1(names).split(u' '); };
    QTest::newRow("HEAD is missing") << list("n/objects/x n/refs/x") << QString() << QStringLiteral("n/HEAD");
    QTest::newRow("refs are missing") << list("n/objects/x n/HEAD") << QString() << QStringLiteral("n/refs/heads/x");
    QTest::newRow("HEAD is a link") << list("n/objects/x n/main") << QStringLiteral("n/HEAD")
                                    << QStringLiteral("n/refs/x");
    QTest::newRow("objects are a link") << list("n/HEAD n/main") << QStringLiteral("n/objects")
                                        << QStringLiteral("n/refs/x");
    QTest::newRow("at the top") << list("objects/x refs/x") << QString() << QStringLiteral("HEAD");
}

void TestRiskyNames::completesNoneThatWasBegun()
{
    QFETCH(QStringList, there);
    QFETCH(QString, link);
    QFETCH(QString, path);
    for (const QString& name : there)
        put(at(name), "x");
    if (!link.isEmpty())
        QVERIFY(QFile::link(QStringLiteral("main"), at(link)));
    QCOMPARE(attempted(path.toStdString()), QStringLiteral("REFUSE"));
    QVERIFY(!QFile::exists(at(path)));
}

/// The person's own, such as a bare clone in the folder.
void TestRiskyNames::writesIntoNoRepository()
{
    for (const char* name : {"mine/HEAD", "mine/objects/x", "mine/refs/x", "mine/config"})
        put(at(QLatin1String(name)), "x");
    for (const char* path : {"mine/config", "mine/hooks/post-update", "mine/info/attributes", "mine/a/b"})
        QCOMPARE(attempted(path, "other\n"), QStringLiteral("REFUSE"));
    QCOMPARE(attempted("beside"), QStringLiteral("ok"));
}

/// Each alone may be written when it is proposed.
void TestRiskyNames::completesNoneByCarryingOutLater()
{
    const std::vector<EnvironmentCall> requests{writing("n/HEAD"), writing("n/objects/x"), writing("n/refs/x")};
    std::vector<ProposedChange> changes;
    for (const EnvironmentCall& request : requests)
        changes.push_back(std::get<ProposedChange>(m_workspace->propose(request)));
    QVERIFY(!m_workspace->applyChange(requests[0], changes[0].token, {}).isError);
    QVERIFY(!m_workspace->applyChange(requests[1], changes[1].token, {}).isError);
    QVERIFY(m_workspace->applyChange(requests[2], changes[2].token, {}).isError);
    QVERIFY(!QFile::exists(at(QStringLiteral("n/refs"))));
}

/// What a hostile agent would write, all of it approved; then git itself looks around in every folder.
void TestRiskyNames::gitRunsNothing()
{
    const QString canary = at(QStringLiteral("canary"));
    const std::string config =
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"touch "
        + canary.toStdString() + "; false\"\n\tpager = \"touch " + canary.toStdString()
        + "\"\n[status]\n\tsubmoduleSummary = true\n";
    const std::string head = "ref: refs/heads/main\n";
    const auto plant = [&](const std::string& folder) {
        for (const auto& [name, content] : std::initializer_list<std::pair<const char*, std::string>>{
                 {"HEAD", head}, {"config", config}, {"objects/x", "x"}, {"refs/heads/x", "x"}, {"refs/x", "x"}})
            (void)attempted(folder + name, content);
    };
    for (const char* folder : {"", "notes/", "a/b/", ".git/", ".GIT/", "c/.git/", "git~1/", ".git::$INDEX_ALLOCATION/",
                               "d/.g\u200cit/", "e/.git /"})
        plant(folder);
    // The parts elsewhere.
    for (const char* name : {"far/objects/x", "far/refs/x"})
        (void)attempted(name);
    (void)attempted("far/config", config);
    (void)attempted("near/commondir", "../far\n");
    (void)attempted("near/HEAD", head);
    (void)attempted("near/config", config);
    (void)attempted("f/.git", "gitdir: ../far\n");
    QStringList folders{m_folder->path()};
    for (QDirIterator all(m_folder->path(), QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot,
                          QDirIterator::Subdirectories);
         all.hasNext();)
        folders << all.next();
    QVERIFY(folders.size() > 10);
    QProcessEnvironment plain = QProcessEnvironment::systemEnvironment();
    plain.insert(QStringLiteral("GIT_CEILING_DIRECTORIES"), QFileInfo(m_folder->path()).path());
    for (const QString& folder : folders) {
        QProcess git;
        git.setProcessEnvironment(plain);
        git.setWorkingDirectory(folder);
        git.start(QStringLiteral("git"), {QStringLiteral("status")});
        QVERIFY(git.waitForFinished());
        QCOMPARE(git.exitStatus(), QProcess::NormalExit);
        QVERIFY2(git.exitCode() != 0, qPrintable(folder)); // it is in no repository
        QVERIFY2(!QFile::exists(canary), qPrintable(folder));
    }
    // Git would have done so: the test can fail.
    for (const char* name : {"known/objects/x", "known/refs/x"})
        put(at(QLatin1String(name)), "x");
    put(at(QStringLiteral("known/config")), QByteArray::fromStdString(config));
    put(at(QStringLiteral("known/HEAD")), QByteArray::fromStdString(head));
    QProcess git;
    git.setProcessEnvironment(plain);
    git.setWorkingDirectory(at(QStringLiteral("known")));
    git.start(QStringLiteral("git"), {QStringLiteral("status")});
    QVERIFY(git.waitForFinished());
    QVERIFY(QFile::exists(canary));
}

} // namespace tst_risky_names

QUARTERDECK_TEST(tst_risky_names, TestRiskyNames)
#include "tst_risky_names.moc"
