#include "team/work_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <git2.h>

using namespace quarterdeck;
using conversation::ErrorCode;
using team::workFolderAt;

/// Which folders a team may be given.
class TestWorkFolder final : public QObject
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

void TestWorkFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = QDir(m_folder->path()).canonicalPath().toStdString();
    for (const char* name : {"work", "home/me/inner", "data/backups", "workshop"})
        QVERIFY(QDir().mkpath(QString::fromStdString(at(name))));
    QFile file(QString::fromStdString(at("data/library.db")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    qputenv("HOME", QByteArray::fromStdString(at("home/me")));
}

void TestWorkFolder::isTakenWithoutItsLinks()
{
    const auto plain = workFolderAt(at("work"), {at("data/library.db")});
    QVERIFY(plain);
    QCOMPARE(plain->path, at("work"));
    QVERIFY(!plain->isRepository);
    QVERIFY(QFile::link(QString::fromStdString(at("work")), QString::fromStdString(at("link"))));
    QCOMPARE(workFolderAt(at("link"), {})->path, at("work"));
    QCOMPARE(workFolderAt(at("work/../work/."), {})->path, at("work"));
    QCOMPARE(workFolderAt(at("home/me/inner"), {})->path, at("home/me/inner")); // within the home is right
    QCOMPARE(workFolderAt(at("workshop"), {at("work")})->path, at("workshop")); // begins with the name, no more
}

void TestWorkFolder::isRefused_data()
{
    QTest::addColumn<QString>("name"); // below the test's folder; absolute as it is
    QTest::addColumn<QString>("words");
    QTest::newRow("not there") << QStringLiteral("none") << QStringLiteral("is no folder");
    QTest::newRow("a file") << QStringLiteral("data/library.db") << QStringLiteral("is no folder");
    QTest::newRow("the home") << QStringLiteral("home/me") << QStringLiteral("your home folder");
    QTest::newRow("around the home") << QStringLiteral("home") << QStringLiteral("your home folder");
    QTest::newRow("everything") << QStringLiteral("/") << QStringLiteral("your home folder");
    QTest::newRow("by a link") << QStringLiteral("work/out") << QStringLiteral("your home folder");
    QTest::newRow("the library's") << QStringLiteral("data") << QStringLiteral("its own files");
    QTest::newRow("the copies") << QStringLiteral("data/backups") << QStringLiteral("its own files");
    QTest::newRow("git's") << QStringLiteral("work/.git/hooks") << QStringLiteral("git's own");
    QTest::newRow("git's itself") << QStringLiteral("work/.git") << QStringLiteral("git's own");
}

void TestWorkFolder::isRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    QVERIFY(QFile::link(QString::fromStdString(at("home/me")), QString::fromStdString(at("work/out"))));
    QVERIFY(QDir().mkpath(QString::fromStdString(at("work/.git/hooks"))));
    const std::string path = name.startsWith(u'/') ? name.toStdString() : at(name.toUtf8().constData());
    const auto found = workFolderAt(path, {at("data/library.db"), at("data/backups")});
    QVERIFY(!found);
    const QString sentence = QString::fromStdString(found.error().sentence);
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    QVERIFY(sentence.contains(QString::fromStdString(path)));
    QCOMPARE(found.error().code, words == QStringLiteral("is no folder") ? ErrorCode::NotFound : ErrorCode::NotAllowed);
}

void TestWorkFolder::knowsARepository()
{
    repository("work");
    QVERIFY(workFolderAt(at("work"), {})->isRepository);
    QVERIFY(QDir().mkpath(QString::fromStdString(at("work/part"))));
    QVERIFY(!workFolderAt(at("work/part"), {})->isRepository); // its own folder, and no part of it
}

void TestWorkFolder::isNotFooledByTheSettingsOfARepository()
{
    repository("work");
    QFile config(QString::fromStdString(at("work/.git/config")));
    QVERIFY(config.open(QIODevice::Append));
    config.write("[core]\n\tworktree = " + QByteArray::fromStdString(at("home/me/inner")) + "\n");
    config.close();
    QVERIFY(!workFolderAt(at("work"), {})->isRepository);
}

QTEST_GUILESS_MAIN(TestWorkFolder)
#include "tst_work_folder.moc"
