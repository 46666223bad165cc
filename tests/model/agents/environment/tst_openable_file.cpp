#include "model/agents/environment/folder_checks.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

namespace tst_openable_file {

using namespace quarterdeck;
using namespace quarterdeck::team;
using conversation::ErrorCode;

/// Which files of a team may be handed to the desktop, and which never are.
class TestOpenableFile final : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_around = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_around->path()).mkdir(QStringLiteral("work")));
    }
    void opensDocuments_data();
    void opensDocuments();
    void asksAboutWhatMayRunSomething_data();
    void asksAboutWhatMayRunSomething();
    void refusesPrograms_data();
    void refusesPrograms();
    void refusesWhatMayBeRun();
    void refusesWhatIsElsewhere_data();
    void refusesWhatIsElsewhere();
    void tellsTheFolder();

private:
    [[nodiscard]] std::string work() const { return m_around->path().toStdString() + "/work"; }
    void put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_around->filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    std::unique_ptr<QTemporaryDir> m_around;
};

namespace {

const QByteArray png = QByteArray::fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

void addFile(const char* name, const QByteArray& bytes) { QTest::newRow(name) << QString::fromLatin1(name) << bytes; }

} // namespace

void TestOpenableFile::opensDocuments_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    addFile("notes.txt", "Some words\n");
    addFile("README.md", "# Title\n\nWords\n");
    addFile("data.json", "{\"a\": 1}\n");
    addFile("table.csv", "a,b\n1,2\n");
    addFile("settings.yaml", "a: 1\n");
    addFile("query.sql", "SELECT 1;\n");
    addFile("deep/down/main.c", "int main(void) { return 0; }\n");
    addFile("picture.png", png);
    addFile("paper.pdf", "%PDF-1.4\n1 0 obj\n");
    addFile("long.txt", QByteArray(3'000'000, 'x'));
}

void TestOpenableFile::opensDocuments()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    put(QStringLiteral("work/") + name, bytes);
    const auto file = openableFile(work(), name.toStdString());
    QVERIFY2(file, file ? "" : file.error().sentence.c_str());
    QCOMPARE(file->path, work() + "/" + name.toStdString());
    QVERIFY(!file->isAsked);
}

void TestOpenableFile::asksAboutWhatMayRunSomething_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    addFile("page.html", "<!DOCTYPE html><html><body></body></html>\n");
    addFile("drawing.svg", "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>\n");
    addFile("data.xml", "<?xml version=\"1.0\"?><a/>\n");
    addFile("notebook.ipynb", "{\"cells\": []}\n");
    addFile("report.odt", "PK\x03\x04");
    addFile("sheet.xlsm", "PK\x03\x04");
    addFile("what.is-this", QByteArray("\x01\x02\x00\x03", 4));
    addFile("without an ending", "words\n");
    addFile("really a page.txt", "<!DOCTYPE html><html><body></body></html>\n");
    addFile("no picture.png", "words\n");
    addFile("pretends.txt", png);
    // Kinds that inherit from text: a player fetches their contents, an interpreter runs them.
    addFile("songs.m3u", "#EXTM3U\nhttps://attacker.invalid/a.mp3\n");
    addFile("paper.ps", "%!PS-Adobe-3.0\n");
    addFile("drawing.eps", "%!PS-Adobe-3.0 EPSF-3.0\n");
    addFile("letter.rtf", "{\\rtf1\\ansi hello}\n");
    addFile("desk.ica", "[WFClient]\nVersion=2\n");
    addFile("view.qml", "import QtQuick\nItem { }\n");
    addFile("mail.eml", "From: a@b.invalid\nSubject: hello\n\nwords\n");
}

void TestOpenableFile::asksAboutWhatMayRunSomething()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    put(QStringLiteral("work/") + name, bytes);
    const auto file = openableFile(work(), name.toStdString());
    QVERIFY2(file, file ? "" : file.error().sentence.c_str());
    QVERIFY(file->isAsked);
}

void TestOpenableFile::refusesPrograms_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    // By name alone
    for (const char* name : {"run.sh",     "RUN.SH",       "main.py", "a.desktop", "a.exe", "a.bat",   "a.jar", "a.js",
                             "a.AppImage", "a.url",        "a.lnk",   "a.service", "a.pl",  "a.php",   "a.rb",  "a.so",
                             "a.deb",      "a.flatpakref", "a.ps1",   "a.vbs",     "a.mjs", "a.txt.sh"})
        addFile(name, "words\n");
    // By what they hold
    addFile("script.txt", "#!/bin/sh\nrm -rf /\n");
    addFile("marked.txt", "\xef\xbb\xbf#!/bin/sh\n");
    addFile("program.png",
            "\x7f"
            "ELF\x02\x01\x01");
    addFile("program.pdf", QByteArray("MZ\x90\x00", 4));
    addFile("shortcut.txt", "[Desktop Entry]\nType=Application\nExec=xterm\n");
    addFile("hidden.txt", "# a comment\n[Desktop Entry]\nType=Application\nExec=xterm\n");
}

void TestOpenableFile::refusesPrograms()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    put(QStringLiteral("work/") + name, bytes);
    const auto file = openableFile(work(), name.toStdString());
    QVERIFY2(!file, qPrintable(name));
    QCOMPARE(file.error().code, ErrorCode::NotAllowed);
    QVERIFY(file.error().sentence.find("program") != std::string::npos);
    QVERIFY(folderOfFile(work(), name.toStdString())); // where it lies can be shown
}

void TestOpenableFile::refusesWhatMayBeRun()
{
    put(QStringLiteral("work/notes.txt"), "words\n");
    const std::string path = work() + "/notes.txt";
    for (const mode_t mode : {0744u, 0654u, 0645u}) {
        QCOMPARE(::chmod(path.c_str(), mode), 0);
        QVERIFY(!openableFile(work(), "notes.txt"));
    }
    QCOMPARE(::chmod(path.c_str(), 0644), 0);
    QVERIFY(openableFile(work(), "notes.txt"));
}

void TestOpenableFile::refusesWhatIsElsewhere_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<ErrorCode>("why");
    QTest::newRow("above") << QStringLiteral("../outside.txt") << ErrorCode::NotAllowed;
    QTest::newRow("absolute") << QStringLiteral("/etc/passwd") << ErrorCode::NotAllowed;
    QTest::newRow("a link out") << QStringLiteral("link.txt") << ErrorCode::NotAllowed;
    QTest::newRow("a link within") << QStringLiteral("inner.txt") << ErrorCode::NotAllowed;
    QTest::newRow("behind a link") << QStringLiteral("folder/outside.txt") << ErrorCode::NotAllowed;
    QTest::newRow("a folder") << QStringLiteral("sub") << ErrorCode::NotAllowed;
    QTest::newRow("a pipe") << QStringLiteral("pipe") << ErrorCode::NotAllowed;
    QTest::newRow("git's own") << QStringLiteral(".git/config") << ErrorCode::NotAllowed;
    QTest::newRow("nothing") << QString() << ErrorCode::NotAllowed;
    QTest::newRow("not there") << QStringLiteral("gone.txt") << ErrorCode::NotFound;
    QTest::newRow("not there, in a folder") << QStringLiteral("none/gone.txt") << ErrorCode::NotFound;
}

void TestOpenableFile::refusesWhatIsElsewhere()
{
    QFETCH(QString, path);
    QFETCH(ErrorCode, why);
    put(QStringLiteral("outside.txt"), "words\n");
    put(QStringLiteral("work/inside.txt"), "words\n");
    put(QStringLiteral("work/.git/config"), "words\n");
    QVERIFY(QDir(m_around->filePath(QStringLiteral("work"))).mkdir(QStringLiteral("sub")));
    QVERIFY(QFile::link(m_around->filePath(QStringLiteral("outside.txt")),
                        m_around->filePath(QStringLiteral("work/link.txt"))));
    QVERIFY(QFile::link(QStringLiteral("inside.txt"), m_around->filePath(QStringLiteral("work/inner.txt"))));
    QVERIFY(QFile::link(m_around->path(), m_around->filePath(QStringLiteral("work/folder"))));
    QCOMPARE(::mkfifo((work() + "/pipe").c_str(), 0644), 0);
    const auto file = openableFile(work(), path.toStdString());
    QVERIFY2(!file && !file.error().sentence.empty(), qPrintable(path));
    QCOMPARE(file.error().code, why);
    const auto folder = folderOfFile(work(), path.toStdString());
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, why);
    for (const char* root : {"", "work", "."})
        QVERIFY(!openableFile(root, "inside.txt"));
}

void TestOpenableFile::tellsTheFolder()
{
    put(QStringLiteral("work/sub/a.txt"), "words\n");
    put(QStringLiteral("work/b.txt"), "words\n");
    QCOMPARE(folderOfFile(work(), "sub/a.txt").value(), work() + "/sub");
    QCOMPARE(folderOfFile(work(), "b.txt").value(), work());
}

} // namespace tst_openable_file

QUARTERDECK_TEST(tst_openable_file, TestOpenableFile)
#include "tst_openable_file.moc"
