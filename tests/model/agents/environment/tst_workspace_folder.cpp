#include "model/agents/environment/folder_checks.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <git2.h>

namespace tst_workspace_folder {

using namespace quarterdeck;
using conversation::ErrorCode;
using team::openWorkspaceFolder;

/// Which folders a team may be given.
class TestWorkspaceFolder final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { git_libgit2_init(); }
    void cleanupTestCase() { git_libgit2_shutdown(); }
    void init();
    void isTakenWithoutItsLinks();
    void isRefused_data();
    void isRefused();
    void knowsARepository();
    void isNotFooledByTheSettingsOfARepository();

private:
    [[nodiscard]] std::string at(const char* name) const { return m_root + "/" + name; }
    void repository(const char* name) const
    {
        git_repository* made = nullptr;
        QCOMPARE(git_repository_init(&made, at(name).c_str(), 0), 0);
        git_repository_free(made);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_root;
};

void TestWorkspaceFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = QDir(m_folder->path()).canonicalPath().toStdString();
    for (const char* name : {"work", "home/me/inner", "data/backups", "workshop", "home/me/.ssh", "home/me/.config/x",
                             "home/me/.new/y", "home/me/bin", "home/me/inner/.vscode", "programs/part", "conf/z",
                             "bare.git/objects", "bare.git/refs", "bare.git/hooks", "home/me/inner/.worktrees/one"})
        QVERIFY(QDir().mkpath(QString::fromStdString(at(name))));
    for (const char* name : {"data/library.db", "bare.git/HEAD"}) {
        QFile file(QString::fromStdString(at(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    for (const auto& [link, to] : {std::pair("toSsh", "home/me/.ssh"), std::pair("toPrograms", "programs")})
        QVERIFY(QFile::link(QString::fromStdString(at(to)), QString::fromStdString(at(link))));
    qputenv("PATH", QByteArray::fromStdString(at("toPrograms/part") + ":/usr/bin:relative"));
    qputenv("XDG_CONFIG_HOME", QByteArray::fromStdString(at("conf")));
    qputenv("HOME", QByteArray::fromStdString(at("home/me")));
}

void TestWorkspaceFolder::isTakenWithoutItsLinks()
{
    const auto plain = openWorkspaceFolder(at("work"), {at("data/library.db")});
    QVERIFY(plain);
    QCOMPARE(plain->path, at("work"));
    QVERIFY(!plain->isRepository);
    QVERIFY(QFile::link(QString::fromStdString(at("work")), QString::fromStdString(at("link"))));
    QCOMPARE(openWorkspaceFolder(at("link"), {})->path, at("work"));
    QCOMPARE(openWorkspaceFolder(at("work/../work/."), {})->path, at("work"));
    QCOMPARE(openWorkspaceFolder(at("home/me/inner"), {})->path, at("home/me/inner")); // within the home is right
    QCOMPARE(openWorkspaceFolder(at("home/me/inner/.worktrees/one"), {})->path, at("home/me/inner/.worktrees/one"));
    QCOMPARE(openWorkspaceFolder(at("workshop"), {at("work")})->path, at("workshop")); // begins with the name, no more
}

void TestWorkspaceFolder::isRefused_data()
{
    QTest::addColumn<QString>("name"); // below the test's folder; absolute as it is
    QTest::addColumn<QString>("words");
    QTest::newRow("not there") << QStringLiteral("none") << QStringLiteral("is not a folder");
    QTest::newRow("a file") << QStringLiteral("data/library.db") << QStringLiteral("is not a folder");
    QTest::newRow("the home") << QStringLiteral("home/me") << QStringLiteral("your whole home folder");
    QTest::newRow("around the home") << QStringLiteral("home") << QStringLiteral("your whole home folder");
    QTest::newRow("everything") << QStringLiteral("/") << QStringLiteral("your whole home folder");
    QTest::newRow("by a link") << QStringLiteral("work/out") << QStringLiteral("your whole home folder");
    QTest::newRow("the library's") << QStringLiteral("data") << QStringLiteral("its own files");
    QTest::newRow("the copies") << QStringLiteral("data/backups") << QStringLiteral("its own files");
    QTest::newRow("git's") << QStringLiteral("work/.git/hooks") << QStringLiteral("git's own");
    const auto tools = QStringLiteral("settings that programs apply");
    QTest::newRow("hidden in the home") << QStringLiteral("home/me/.ssh") << tools;
    QTest::newRow("deeper") << QStringLiteral("home/me/.config/x") << tools;
    QTest::newRow("hidden, of whatever name") << QStringLiteral("home/me/.new/y") << tools;
    QTest::newRow("hidden, by a link") << QStringLiteral("toSsh") << tools;
    QTest::newRow("an editor's") << QStringLiteral("home/me/inner/.vscode") << tools;
    QTest::newRow("the desktop's") << QStringLiteral("conf/z") << tools;
    QTest::newRow("holds the desktop's") << QStringLiteral("conf") << tools;
    const auto programs = QStringLiteral("whose programs run");
    QTest::newRow("on PATH") << QStringLiteral("programs/part") << programs;
    QTest::newRow("holds what is on PATH, by a link") << QStringLiteral("toPrograms") << programs;
    QTest::newRow("the home's programs") << QStringLiteral("home/me/bin") << programs;
    const auto system = QStringLiteral("that the system needs");
    for (const char* name : {"/etc", "/usr", "/usr/share", "/var", "/boot", "/dev", "/proc", "/run"})
        if (QFileInfo::exists(QLatin1String(name)))
            QTest::newRow(name) << QString::fromLatin1(name) << system;
    QTest::newRow("a bare repository") << QStringLiteral("bare.git") << QStringLiteral("git's own");
    QTest::newRow("within one") << QStringLiteral("bare.git/hooks") << QStringLiteral("git's own");
    QTest::newRow("git's itself") << QStringLiteral("work/.git") << QStringLiteral("git's own");
}

void TestWorkspaceFolder::isRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    QVERIFY(QFile::link(QString::fromStdString(at("home/me")), QString::fromStdString(at("work/out"))));
    QVERIFY(QDir().mkpath(QString::fromStdString(at("work/.git/hooks"))));
    const std::string path = name.startsWith(u'/') ? name.toStdString() : at(name.toUtf8().constData());
    const auto found = openWorkspaceFolder(path, {at("data/library.db"), at("data/backups")});
    QVERIFY(!found);
    const QString sentence = QString::fromStdString(found.error().sentence);
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    QVERIFY(sentence.contains(QString::fromStdString(path)));
    QCOMPARE(found.error().code,
             words == QStringLiteral("is not a folder") ? ErrorCode::NotFound : ErrorCode::NotAllowed);
}

void TestWorkspaceFolder::knowsARepository()
{
    repository("work");
    QVERIFY(openWorkspaceFolder(at("work"), {})->isRepository);
    QVERIFY(QDir().mkpath(QString::fromStdString(at("work/part"))));
    QVERIFY(!openWorkspaceFolder(at("work/part"), {})->isRepository); // its own folder, and no part of it
}

void TestWorkspaceFolder::isNotFooledByTheSettingsOfARepository()
{
    repository("work");
    QFile config(QString::fromStdString(at("work/.git/config")));
    QVERIFY(config.open(QIODevice::Append));
    config.write("[core]\n\tworktree = " + QByteArray::fromStdString(at("home/me/inner")) + "\n");
    config.close();
    QVERIFY(!openWorkspaceFolder(at("work"), {})->isRepository);
}

} // namespace tst_workspace_folder

QUARTERDECK_TEST(tst_workspace_folder, TestWorkspaceFolder)
#include "tst_workspace_folder.moc"
