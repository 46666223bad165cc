#include "tests/support/test.h"
#include "ui/present/names_and_links.h"

#include <QTest>

namespace tst_safe_file_name {

using namespace quarterdeck::ui;

/// What is proposed when something is saved.
class TestSafeFileName final : public QObject
{
    Q_OBJECT

private slots:
    void images_data();
    void images();
    void files_data();
    void files();
    void titles_data();
    void titles();
};

void TestSafeFileName::images_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("mediaType");
    QTest::addColumn<QString>("safe");
    const QString type = QStringLiteral("image/png");
    QTest::newRow("plain") << QStringLiteral("board.png") << type << QStringLiteral("board.png");
    QTest::newRow("Chinese") << QStringLiteral("棋盘.png") << type << QStringLiteral("棋盘.png");
    QTest::newRow("capital ending") << QStringLiteral("A.PNG") << type << QStringLiteral("A.PNG");
    QTest::newRow("jpeg") << QStringLiteral("a.jpeg") << QStringLiteral("image/jpeg") << QStringLiteral("a.jpeg");
    QTest::newRow("folders") << QStringLiteral("../../etc/passwd") << type << QStringLiteral("passwd.png");
    QTest::newRow("folders of Windows") << QStringLiteral("C:\\x\\y.png") << type << QStringLiteral("y.png");
    QTest::newRow("hidden") << QStringLiteral("...bashrc") << type << QStringLiteral("bashrc.png");
    QTest::newRow("other ending") << QStringLiteral("run.sh") << type << QStringLiteral("run.sh.png");
    QTest::newRow("direction") << QStringLiteral("a\u202Egnp.exe") << type << QStringLiteral("a_gnp.exe.png");
    QTest::newRow("refused characters") << QStringLiteral("a<b>:\"|?*c.png") << type << QStringLiteral("a_b_c.png");
    QTest::newRow("line break") << QStringLiteral("a\nb.png") << type << QStringLiteral("a_b.png");
    QTest::newRow("device") << QStringLiteral("con.png") << type << QStringLiteral("imagecon.png");
    QTest::newRow("only dots") << QStringLiteral("..") << type << QStringLiteral("image.png");
    QTest::newRow("only an ending") << QStringLiteral(".png") << type << QStringLiteral("png.png");
    QTest::newRow("nothing") << QString() << type << QStringLiteral("image.png");
    QTest::newRow("ends in a folder") << QStringLiteral("x/") << type << QStringLiteral("image.png");
    QTest::newRow("long") << QString(500, u'a') << type << QString(116, u'a') + QStringLiteral(".png");
    QTest::newRow("long in bytes") << QString(500, u'棋') << type << QString(80, u'棋') + QStringLiteral(".png");
}

void TestSafeFileName::images()
{
    QFETCH(QString, name);
    QFETCH(QString, mediaType);
    QFETCH(QString, safe);
    QCOMPARE(safeImageName(name, mediaType), safe);
}

void TestSafeFileName::files_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("mediaType");
    QTest::addColumn<QString>("safe");
    const QString type = QStringLiteral("application/pdf");
    QTest::newRow("plain") << QStringLiteral("plan.pdf") << type << QStringLiteral("plan.pdf");
    QTest::newRow("without an ending") << QStringLiteral("plan") << type << QStringLiteral("plan.pdf");
    QTest::newRow("its own ending") << QStringLiteral("notes.txt") << type << QStringLiteral("notes.txt");
    QTest::newRow("folders") << QStringLiteral("../../.ssh/keys") << type << QStringLiteral("keys.pdf");
    QTest::newRow("direction") << QStringLiteral("plan\u202Efdp.exe") << type
                               << QStringLiteral("plan_fdp.exe.download");
    for (const char* name :
         {"setup.exe", "Notes.DESKTOP", "run.sh", "a.pdf.lnk", "x.ps1", "game.AppImage", "go.command"})
        QTest::newRow(name) << QString::fromLatin1(name) << type << QString::fromLatin1(name) + ".download";
    QTest::newRow("run by its type") << QStringLiteral("notes") << QStringLiteral("application/x-desktop")
                                     << QStringLiteral("notes.desktop.download");
    QTest::newRow("an ending only") << QStringLiteral("desktop") << QStringLiteral("x/y") << QStringLiteral("desktop");
    QTest::newRow("nothing") << QString() << type << QStringLiteral("file.pdf");
    QTest::newRow("of no known type") << QStringLiteral("plan") << QStringLiteral("x/y") << QStringLiteral("plan");
}

void TestSafeFileName::files()
{
    QFETCH(QString, name);
    QFETCH(QString, mediaType);
    QFETCH(QString, safe);
    QCOMPARE(safeFileName(name, mediaType), safe);
}

void TestSafeFileName::titles_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("safe");
    QTest::newRow("plain") << QStringLiteral("Build a 2048 game") << QStringLiteral("Build a 2048 game.jsonl");
    QTest::newRow("Chinese") << QStringLiteral("做一个 2048 游戏") << QStringLiteral("做一个 2048 游戏.jsonl");
    QTest::newRow("a sentence") << QStringLiteral("Hello. Is it you?") << QStringLiteral("Hello. Is it you_.jsonl");
    QTest::newRow("slashes") << QStringLiteral("either/or \\ both") << QStringLiteral("either-or - both.jsonl");
    QTest::newRow("climbs") << QStringLiteral("../../etc/passwd") << QStringLiteral("-..-etc-passwd.jsonl");
    QTest::newRow("lines") << QStringLiteral("one\n  two") << QStringLiteral("one two.jsonl");
    QTest::newRow("direction") << QStringLiteral("a\u202Egpj") << QStringLiteral("a_gpj.jsonl");
    QTest::newRow("device") << QStringLiteral("con") << QStringLiteral("sessioncon.jsonl");
    QTest::newRow("nothing") << QString() << QStringLiteral("session.jsonl");
    QTest::newRow("only dots") << QStringLiteral("...") << QStringLiteral("session.jsonl");
}

void TestSafeFileName::titles()
{
    QFETCH(QString, title);
    QFETCH(QString, safe);
    QCOMPARE(safeNameOfTitle(title, QStringLiteral("jsonl")), safe);
}

} // namespace tst_safe_file_name

QUARTERDECK_TEST(tst_safe_file_name, TestSafeFileName)
#include "tst_safe_file_name.moc"
