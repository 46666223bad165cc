#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/support/page_test.h"
#include "ui/panels/composer.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

namespace tst_bad_input {

using namespace quarterdeck;
using test::ProgramFixture;
using test::waitFor;
using ui::ActionId;

namespace {
const QByteArray noLibrary = "this is no library at all, but some text";
}

/// What is wrong with the person's input is said in the window's banners, and has no other effect.
class TestBadInput final : public QObject
{
    Q_OBJECT

private slots:
    void file_data();
    void file();
    void library_data();
    void library();
    void unusableLibrary_takesNothingIn();
    void unknownName_keepsTheText();
    void noImage_isNotAttached();

private:
    void makeLibrary();

    ProgramFixture m_program;
};

void TestBadInput::file_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sentence"); // %1 = its name
    QTest::newRow("prose") << QByteArray("Dear all")
                           << QStringLiteral("“%1” is not a recorded session: line 1 is not valid JSON.");
    QTest::newRow("half a JSON") << QByteArray(R"([{"role": "user", "content": "a)")
                                 << QStringLiteral("“%1” is incomplete: it breaks off at line 1.");
    QTest::newRow("other JSON") << QByteArray(R"({"answer": 42})") << QStringLiteral("“%1” is not a recorded session");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("“%1” is empty.");
}

void TestBadInput::file()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, sentence);
    const QString path = m_program.write(QStringLiteral("results.json"), content);
    m_program.start(QStringLiteral("files.db"), [&](app::LaunchOptions& options) { options.files = {path}; });
    const auto said = [&] { return m_program.banner(QStringLiteral("import")); };
    QVERIFY(waitFor([&] { return !said().startsWith(QStringLiteral("Importing")); }, ProgramFixture::longMs));
    QVERIFY2(said().startsWith(sentence.arg(QStringLiteral("results.json"))), qPrintable(said()));
    QCOMPARE(m_program.banners(), QStringList{QStringLiteral("banner.import")});
    QCOMPARE(m_program.listedSessions(), 0);
}

void TestBadInput::makeLibrary()
{
    QObject completions;
    const QString place = m_program.path(QStringLiteral("ours.db"));
    QFile::remove(place);
    QVERIFY(storage::openLibrary(place.toStdString(), &completions).has_value());
}

void TestBadInput::library_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentence"); // how it begins; %1 = its path
    QTest::addColumn<bool>("isShown");     // its sessions can be looked at
    QTest::addColumn<QString>("button");   // what can be done
    QTest::newRow("no library") << "no.db"
                                << "“%1” is not a Quarterdeck library." << false << "Restore…";
    QTest::newRow("in a folder that is none")
        << "no.db/new.db"
        << "The folder for the library “%1” could not be created." << false << "Restore…";
    QTest::newRow("a folder") << "folder"
                              << "“%1” is a folder, not a library file." << false << "Restore…";
    QTest::newRow("of the future")
        << "future.db"
        << "The library “%1” was written by a newer version of Quarterdeck, so it is read-only" << true << "";
    QTest::newRow("locked") << "ours.db"
                            << "Another running Quarterdeck has the library “%1” open." << true << "Try again";
    QTest::newRow("not writable") << "still.db"
                                  << "The library “%1” is read-only: nothing can be changed." << true << "Try again";
}

void TestBadInput::library()
{
    QFETCH(QString, name);
    QFETCH(QString, sentence);
    QFETCH(bool, isShown);
    QFETCH(QString, button);
    makeLibrary();
    m_program.write(QStringLiteral("no.db"), noLibrary);
    QByteArray future = m_program.read(QStringLiteral("ours.db"));
    m_program.write(QStringLiteral("still.db"), future);
    m_program.write(QStringLiteral("future.db"),
                    future.replace(60, 4, QByteArray::fromHex("00000063"))); // user_version
    QVERIFY(QDir(m_program.path({})).mkpath(QStringLiteral("folder")));
    QVERIFY(QDir(m_program.path({})).mkpath(QStringLiteral("still.db.lock"))); // so that it cannot be locked
    QObject completions;
    session::Result<std::shared_ptr<session::Library>> owner;
    if (name == QStringLiteral("ours.db"))
        owner = storage::openLibrary(m_program.path(name).toStdString(), &completions);
    const QByteArray before = m_program.read(name);

    m_program.start(name);
    const QString said = m_program.banner(QStringLiteral("readOnly"));
    QVERIFY2(said.startsWith(sentence.arg(m_program.path(name))), qPrintable(said));
    QCOMPARE(m_program->engine().hasStandIn(), !isShown);
    const auto* way = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.readOnly.button"));
    QCOMPARE(way != nullptr ? way->text() : QString(), button);
    for (const ActionId id : {ActionId::SessionNew, ActionId::SessionTeam, ActionId::SessionDemo, ActionId::SessionOpen,
                              ActionId::AgentsConnect})
        QVERIFY2(!m_program->actions()[id].isEnabled(), qPrintable(ui::ActionRegistry::nameOf(id)));
    for (const char* start : {"firstStart.demo", "firstStart.program", "firstStart.file"})
        QVERIFY2(!m_program->window().findChild<QWidget*>(QString::fromLatin1(start))->isEnabled(), start);
    QCOMPARE(m_program->window().findChild<QLabel*>(QStringLiteral("sessionsFoot"))->text(),
             QStringLiteral("Nothing new is stored"));
    m_program.end();
    QVERIFY(m_program.read(name) == before);
}

void TestBadInput::unusableLibrary_takesNothingIn()
{
    const QString library = QStringLiteral("no.db");
    m_program.write(library, noLibrary);
    const QString good = m_program.write(QStringLiteral("good.json"), R"([{"role": "user", "content": "hello"}])");
    m_program.start(library, [&](app::LaunchOptions& options) { options.files = {good}; });
    QVERIFY(!m_program.banner(QStringLiteral("import")).isEmpty());
    QCOMPARE(m_program.listedSessions(), 0);
    m_program.end();
    QCOMPARE(m_program.read(library), noLibrary);
}

void TestBadInput::unknownName_keepsTheText()
{
    m_program.start(QStringLiteral("talk.db"), [](app::LaunchOptions& options) { options.isDemo = true; });
    auto* text = m_program->window().findChild<QPlainTextEdit*>(QStringLiteral("composerText"));
    QVERIFY(waitFor([&] { return text->isVisible(); }, ProgramFixture::longMs));
    QTest::keyClicks(text, QStringLiteral("@Nobody hi"));
    QTest::keyClick(text, Qt::Key_Return);
    QCOMPARE(m_program.banner(QStringLiteral("composer")), QStringLiteral("Nobody here is called “Nobody”."));
    QCOMPARE(text->toPlainText(), QStringLiteral("@Nobody hi"));
}

void TestBadInput::noImage_isNotAttached()
{
    m_program.start(QStringLiteral("talk.db"), [](app::LaunchOptions& options) { options.isDemo = true; });
    auto* composer = m_program->window().findChild<ui::Composer*>();
    QVERIFY(waitFor([&] { return composer->isVisible(); }, ProgramFixture::longMs));
    emit composer->imageFilesChosen({m_program.write(QStringLiteral("photo.png"), "no picture")});
    const QString said = m_program.banner(QStringLiteral("composer"));
    QVERIFY2(said.contains(QStringLiteral("photo.png")), qPrintable(said));
    QVERIFY(composer->images().empty());
}

} // namespace tst_bad_input

QUARTERDECK_PAGE_TEST(tst_bad_input, TestBadInput)
#include "tst_bad_input.moc"
