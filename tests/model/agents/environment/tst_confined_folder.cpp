#include "model/agents/environment/confined_folder.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tst_confined_folder {

using namespace quarterdeck::team;

namespace {

RelativePath at(const char* text) { return RelativePath::of(text).value(); }

} // namespace

/// What an agent may name, and that nothing else is ever read or written: not by a path, nor by a link that somebody
/// puts in its way at any moment.
class TestConfinedFolder final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void refusesPaths_data();
    void refusesPaths();
    void takesPathsApart();
    void writesAndReads();
    void keepsPermissions();
    void followsNoLink_data();
    void followsNoLink();
    void followsNoLinkPutInItsWay();
    void losesNobodysNewFile();
    void refusesWhatIsNoFile();
    void refusesWhatIsTooLarge();
    void listsWhatIsThere();
    void makesItsFolderOnlyWhenItMay();
    void leavesNothingUnfinished();

private:
    [[nodiscard]] std::string outside(const char* name) const
    {
        return (m_around->path() + u'/' + QLatin1String(name)).toStdString();
    }
    [[nodiscard]] std::string inside(const char* name) const { return outside("work/") + name; }
    static void put(const std::string& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static QByteArray read(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
    }
    [[nodiscard]] ConfinedFolder folder() const { return ConfinedFolder(outside("work"), false); }

    std::unique_ptr<QTemporaryDir> m_around;
};

void TestConfinedFolder::init()
{
    m_around = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_around->path()).mkpath(QStringLiteral("work")));
    put(outside("secret"), "secret");
}

void TestConfinedFolder::refusesPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("above") << QByteArray("../secret");
    QTest::newRow("above, later") << QByteArray("a/../../secret");
    QTest::newRow("above and back") << QByteArray("a/../b");
    QTest::newRow("only above") << QByteArray("..");
    QTest::newRow("absolute") << QByteArray("/etc/passwd");
    QTest::newRow("absolute twice") << QByteArray("//etc/passwd");
    QTest::newRow("backslash") << QByteArray("..\\secret");
    QTest::newRow("NUL") << QByteArray("a\0/../secret", 12);
    QTest::newRow("line break") << QByteArray("a\nb");
    QTest::newRow("escape") << QByteArray("a\x1b[2J");
    QTest::newRow("not UTF-8") << QByteArray("a\xff");
    QTest::newRow("overlong UTF-8 of ..") << QByteArray("\xc0\xae\xc0\xae/secret");
    QTest::newRow("too long") << QByteArray(2000, 'a');
    QTest::newRow("a name too long") << QByteArray(256, 'a');
    QTest::newRow("too deep") << QByteArray("a/").repeated(33);
    QTest::newRow("git") << QByteArray(".git/hooks/pre-commit");
    QTest::newRow("git in a folder") << QByteArray("a/.GIT/config");
    QTest::newRow("git with dots") << QByteArray(".git. ./config");
}

void TestConfinedFolder::refusesPaths()
{
    QFETCH(QByteArray, path);
    QVERIFY(!RelativePath::of({path.constData(), static_cast<std::size_t>(path.size())}));
}

void TestConfinedFolder::takesPathsApart()
{
    QCOMPARE(at("./a//b/./c.txt").text(), std::string("a/b/c.txt"));
    QCOMPARE(at("").parts.size(), std::size_t(0));
    QCOMPARE(at("…/图/.gitignore").parts.size(), std::size_t(3));
    QCOMPARE(at("a..b/...").parts.size(), std::size_t(2));
}

void TestConfinedFolder::writesAndReads()
{
    QVERIFY(folder().write(at("src/deep/main.py"), "one\n", true));
    QCOMPARE(read(inside("src/deep/main.py")), QByteArray("one\n"));
    QVERIFY(folder().write(at("src/deep/main.py"), "two\n", false));
    QCOMPARE(folder().read(at("src/deep/main.py")).value(), std::optional<std::string>("two\n"));
    QVERIFY(!folder().read(at("src/other")).value());
    QVERIFY(!folder().read(at("nowhere/other")).value());
    QVERIFY(!folder().read(at("")));
    QVERIFY(!folder().write(at("."), "x", true));
    QVERIFY(!folder().read(at("src/deep/main.py/x"))); // a file is no folder
    QVERIFY(!folder().write(at("src/deep/main.py/x"), "x", true));
    QVERIFY(!folder().write(at("src/deep"), "x", false));
}

void TestConfinedFolder::keepsPermissions()
{
    put(inside("run.sh"), "old");
    QCOMPARE(::chmod(inside("run.sh").c_str(), 0750), 0);
    QVERIFY(folder().write(at("run.sh"), "new", false));
    struct stat found
    { };
    QCOMPARE(::stat(inside("run.sh").c_str(), &found), 0);
    QCOMPARE(found.st_mode & 0777u, mode_t(0750));
    QVERIFY(folder().write(at("data"), "new", true));
    QCOMPARE(::stat(inside("data").c_str(), &found), 0);
    QCOMPARE(found.st_mode & 0111u, mode_t(0));
}

void TestConfinedFolder::followsNoLink_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("path");
    QTest::newRow("a file outside") << QStringLiteral("l") << QStringLiteral("../secret") << QStringLiteral("l");
    QTest::newRow("absolute") << QStringLiteral("l") << m_around->path() + QStringLiteral("/secret")
                              << QStringLiteral("l");
    QTest::newRow("a folder outside") << QStringLiteral("l") << QStringLiteral("..") << QStringLiteral("l/secret");
    QTest::newRow("a folder in between") << QStringLiteral("l") << QStringLiteral("../..")
                                         << QStringLiteral("l/new/secret");
    QTest::newRow("to nothing") << QStringLiteral("l") << QStringLiteral("../made") << QStringLiteral("l");
    QTest::newRow("within") << QStringLiteral("l") << QStringLiteral("own") << QStringLiteral("l");
}

void TestConfinedFolder::followsNoLink()
{
    QFETCH(QString, link);
    QFETCH(QString, to);
    QFETCH(QString, path);
    put(inside("own"), "own");
    QCOMPARE(::symlink(to.toUtf8().constData(), inside(link.toUtf8().constData()).c_str()), 0);
    const RelativePath place = at(path.toUtf8().constData());
    const auto got = folder().read(place);
    QVERIFY(!got);
    QVERIFY2(got.error().find("link") != std::string::npos, got.error().c_str());
    QVERIFY(!folder().write(place, "changed", true));
    QVERIFY(!folder().write(place, "changed", false));
    QCOMPARE(read(outside("secret")), QByteArray("secret"));
    QCOMPARE(read(inside("own")), QByteArray("own"));
    QVERIFY(!QFile::exists(QString::fromStdString(outside("made"))));
    QVERIFY(!folder().list(at("l"))); // nor is a folder looked into
}

/// Another process swaps a folder for a link that leads out, again and again, while files in it are read and written.
void TestConfinedFolder::followsNoLinkPutInItsWay()
{
    QVERIFY(QDir(m_around->path()).mkpath(QStringLiteral("out")));
    QVERIFY(QDir(m_around->path()).mkpath(QStringLiteral("work/dir")));
    put(outside("out/file"), "outside");
    put(inside("dir/file"), "inside");
    QCOMPARE(::symlink("../out", inside("link").c_str()), 0);
    std::atomic<bool> isOver = false;
    std::thread other([&] {
        while (!isOver)
            (void)::renameat2(AT_FDCWD, inside("dir").c_str(), AT_FDCWD, inside("link").c_str(), RENAME_EXCHANGE);
    });
    int reached = 0;
    int refused = 0;
    bool isOutside = false;
    constexpr int most = 100'000;
    for (int i = 0; i < most && (reached < 200 || refused < 200); ++i) {
        const auto got = folder().read(at("dir/file"));
        got ? ++reached : ++refused;
        isOutside = isOutside || (got && *got && **got == "outside");
        (void)folder().write(at("dir/file"), "inside", false);
        (void)folder().write(at("dir/new"), "new", false);
    }
    isOver = true;
    other.join();
    QVERIFY(!isOutside);
    QVERIFY2(reached >= 200 && refused >= 200, "the two never met");
    QCOMPARE(read(outside("out/file")), QByteArray("outside"));
    QCOMPARE(QDir(QString::fromStdString(outside("out"))).entryList(QDir::Files | QDir::Hidden),
             QStringList{QStringLiteral("file")});
}

void TestConfinedFolder::losesNobodysNewFile()
{
    put(inside("a"), "somebody's");
    QVERIFY(!folder().write(at("a"), "mine", true));
    QCOMPARE(read(inside("a")), QByteArray("somebody's"));
}

void TestConfinedFolder::refusesWhatIsNoFile()
{
    QCOMPARE(::mkfifo(inside("pipe").c_str(), 0600), 0);
    QVERIFY(!folder().read(at("pipe"))); // and does not wait for somebody to write into it
    QVERIFY(!folder().write(at("pipe"), "x", false));
    QVERIFY(QDir(m_around->path()).mkpath(QStringLiteral("work/dir")));
    QVERIFY(!folder().read(at("dir")));
}

void TestConfinedFolder::refusesWhatIsTooLarge()
{
    const std::string most(ConfinedFolder::largestFile, 'x');
    QVERIFY(folder().write(at("a"), most, true));
    QCOMPARE(folder().read(at("a")).value()->size(), most.size());
    QVERIFY(!folder().write(at("a"), most + "x", false));
    QFile file(QString::fromStdString(inside("huge")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64(1) << 40)); // takes no room
    QVERIFY(!folder().read(at("huge")));
}

void TestConfinedFolder::listsWhatIsThere()
{
    QVERIFY(folder().write(at("b/c"), "123", true));
    QVERIFY(folder().write(at("a"), "", true));
    QCOMPARE(::symlink("..", inside("link").c_str()), 0);
    QVERIFY(QDir(m_around->path()).mkpath(QStringLiteral("work/.git/objects")));
    const auto listing = folder().list(at("")).value();
    QStringList shown;
    for (const ConfinedFolder::Entry& entry : listing.entries)
        shown << QString::fromStdString(entry.path) + u' ' + QString::number(static_cast<int>(entry.kind)) + u' '
                + QString::number(entry.size);
    QCOMPARE(shown.join(u'\n'), QStringLiteral("a 0 0\nb 1 0\nb/c 0 3\nlink 2 0"));
    QVERIFY(!listing.isCut);
    QCOMPARE(folder().list(at("b")).value().entries.size(), std::size_t(1));
    QVERIFY(!folder().list(at("nowhere")));
    QVERIFY(!folder().list(at("a")));
    for (int i = 0; i < 1100; ++i)
        put(inside(("b/" + std::to_string(i)).c_str()), "x");
    QVERIFY(folder().list(at("")).value().isCut);
    QCOMPARE(folder().list(at("")).value().entries.size(), ConfinedFolder::mostEntries);
}

void TestConfinedFolder::makesItsFolderOnlyWhenItMay()
{
    const ConfinedFolder chosen(outside("gone"), false);
    QVERIFY(!chosen.read(at("a")));
    QVERIFY(!chosen.write(at("a"), "x", true));
    QVERIFY(!QFile::exists(QString::fromStdString(outside("gone"))));
    const ConfinedFolder own(outside("data/new"), true);
    QVERIFY(!own.read(at("a")).value());
    QVERIFY(own.list(at("")).value().entries.empty());
    QVERIFY(!QFile::exists(QString::fromStdString(outside("data"))));
    QVERIFY(own.write(at("a"), "x", true));
    QCOMPARE(own.read(at("a")).value(), std::optional<std::string>("x"));
}

void TestConfinedFolder::leavesNothingUnfinished()
{
    put(inside("a"), "somebody's");
    QVERIFY(!folder().write(at("a"), "mine", true));
    QVERIFY(folder().write(at("b"), "mine", true));
    QCOMPARE(
        QDir(QString::fromStdString(outside("work"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
}

} // namespace tst_confined_folder

QUARTERDECK_TEST(tst_confined_folder, TestConfinedFolder)
#include "tst_confined_folder.moc"
