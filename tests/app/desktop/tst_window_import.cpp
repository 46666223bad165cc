#include "app/desktop/settings.h"
#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/app/support/instance_asker.h"
#include "tests/support/page_test.h"
#include "ui/shell/menus.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QDir>
#include <QFileDialog>
#include <QPushButton>
#include <QTest>
#include <future>

namespace tst_window_import {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

QByteArray spoken(const char* text) { return R"({"role": "user", "content": ")" + QByteArray(text) + "\"}\n"; }

} // namespace

} // namespace tst_window_import

namespace tst_window_import { // begun anew, since moc miscounts the braces of raw strings

/// Something imported before is dropped onto the window again.
class TestWindowImport final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void same_isShown();
    void grown_isUpdatedInPlace();
    void grown_isImportedAsNew();
    void difference_isSaid();
    void watchedFolder_isTakenIn();
    void whatCannotBeStored_isTakenInLater();
    void folder_isImportedWithOneReport();
    void import_tellsHowFarItIsAndIsCancelled();
    void importsForOthers_areOneNotice();

private:
    void take(const QByteArray& bytes);
    /// The notice that asks, waited for.
    [[nodiscard]] QWidget* question() const;
    void press(const QString& name) const;
    [[nodiscard]] std::int64_t rowsShown() const
    {
        return m_program->window().findChild<ui::transcript::TranscriptView*>()->page().shown().total;
    }

    ProgramFixture m_program;
};

void TestWindowImport::init()
{
    const QString file = m_program.write(QStringLiteral("talk.jsonl"), spoken("one") + spoken("two"));
    m_program.start(QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".db"),
                    [&](app::LaunchOptions& options) { options.files = {file}; });
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1 && rowsShown() == 2; }, ProgramFixture::longMs));
}

void TestWindowImport::take(const QByteArray& bytes)
{
    const QString file = m_program.write(QStringLiteral("talk.jsonl"), bytes);
    emit m_program->window().filesDropped({file});
}

QWidget* TestWindowImport::question() const
{
    const auto shown = [this]() -> QWidget* {
        for (QWidget* banner : m_program->window().findChildren<QWidget*>(QStringLiteral("banner.import")))
            if (banner->isVisible() && banner->accessibleName().contains(QStringLiteral("imported before")))
                return banner;
        return nullptr;
    };
    return waitFor([&] { return shown() != nullptr; }, ProgramFixture::longMs) ? shown() : nullptr;
}

void TestWindowImport::press(const QString& name) const
{
    auto* button = m_program->window().findChild<QPushButton*>(name);
    QVERIFY2(button != nullptr, qPrintable(name));
    button->click();
}

void TestWindowImport::same_isShown()
{
    take(spoken("one") + spoken("two"));
    const QWidget* asked = question();
    QVERIFY(asked);
    QCOMPARE(asked->accessibleName(), QStringLiteral("“talk.jsonl” was imported before and has nothing new."));
    QCOMPARE(asked->accessibleDescription(), QStringLiteral("It is “one”."));
    QVERIFY(!asked->findChild<QPushButton*>(QStringLiteral("banner.import.button")));
    QVERIFY(asked->findChild<QPushButton*>(QStringLiteral("banner.import.otherButton")));
    QCOMPARE(m_program.listedSessions(), 1);
}

void TestWindowImport::grown_isUpdatedInPlace()
{
    take(spoken("one") + spoken("two") + spoken("three"));
    const QWidget* asked = question();
    QVERIFY(asked);
    QCOMPARE(asked->accessibleName(), QStringLiteral("“talk.jsonl” was imported before and has 1 new message."));
    QCOMPARE(rowsShown(), 2);
    press(QStringLiteral("banner.import.button"));
    // The session being viewed continues.
    QVERIFY(waitFor([&] { return rowsShown() == 3; }, ProgramFixture::longMs));
    const auto said = [this] { return m_program.banner(QStringLiteral("import")); };
    QVERIFY2(waitFor([&] { return said() == QStringLiteral("Updated 1 session."); }, ProgramFixture::longMs),
             qPrintable(said()));
    QCOMPARE(m_program.listedSessions(), 1);
}

void TestWindowImport::grown_isImportedAsNew()
{
    take(spoken("one") + spoken("two") + spoken("three"));
    QVERIFY(question());
    press(QStringLiteral("banner.import.otherButton"));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2 && rowsShown() == 3; }, ProgramFixture::longMs));
}

void TestWindowImport::difference_isSaid()
{
    take(spoken("one") + spoken("2"));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    QVERIFY(
        waitFor([&] { return m_program.banner(QStringLiteral("import")) == QStringLiteral("Imported 1 session."); }));
    const auto* banner = m_program->window().findChild<QWidget*>(QStringLiteral("banner.import"));
    const QString said = banner->accessibleDescription();
    QVERIFY2(said.contains(QStringLiteral("“talk.jsonl” starts like “one”")), qPrintable(said));
}

void TestWindowImport::watchedFolder_isTakenIn()
{
    const auto menu = [&] { return m_program->window().findChild<ui::WatchedFoldersMenu*>(); };
    const auto folders = [&] {
        QStringList texts;
        for (const QAction* entry : menu()->actions())
            if (entry->isCheckable())
                texts << entry->text();
        return texts;
    };
    QCOMPARE(folders(), QStringList());
    QVERIFY(QDir(m_program.path({})).mkpath(QStringLiteral("runs/deep")));
    m_program->actions()[ui::ActionId::FolderWatch].trigger();
    auto* dialog = m_program->window().findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(m_program.path(QStringLiteral("runs")));
    dialog->close();
    QCOMPARE(folders(), QStringList{m_program.path(QStringLiteral("runs"))});
    m_program.write(QStringLiteral("runs/deep/b.jsonl"), spoken("first") + R"({"role": "us)");
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    m_program.write(QStringLiteral("runs/deep/b.jsonl"), spoken("first") + spoken("second"));
    QVERIFY(
        waitFor([&] { return m_program.banner(QStringLiteral("watched")).contains(QStringLiteral("was updated")); }));
    const auto messages = [&] {
        std::int64_t most = 0;
        const auto listed = m_program->engine().library();
        std::promise<std::vector<session::SessionSummary>> promise;
        listed->listSessions([&](auto list) { promise.set_value(*list); });
        for (const session::SessionSummary& one : promise.get_future().get())
            most = one.source == "b.jsonl" ? one.messageCount : most;
        return most;
    };
    QVERIFY(waitFor([&] { return messages() == 2; }, ProgramFixture::longMs));
    QCOMPARE(m_program.listedSessions(), 2);
    QCOMPARE(rowsShown(), 2); // what is looked at stays
    // It is remembered, and what came in stays as it is.
    const QString library = QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".db");
    m_program.start(library);
    QCOMPARE(folders(), QStringList{m_program.path(QStringLiteral("runs"))});
    m_program.write(QStringLiteral("runs/c.jsonl"), spoken("third"));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
    for (QAction* entry : menu()->actions())
        if (entry->isCheckable())
            entry->trigger();
    QVERIFY(waitFor([&] { return folders().isEmpty(); }));
    QVERIFY(app::Settings().watchedFolders().isEmpty());
}

void TestWindowImport::whatCannotBeStored_isTakenInLater()
{
    QVERIFY(QDir(m_program.path({})).mkpath(QStringLiteral("later")));
    m_program->actions()[ui::ActionId::FolderWatch].trigger();
    auto* dialog = m_program->window().findChild<QFileDialog*>();
    emit dialog->fileSelected(m_program.path(QStringLiteral("later")));
    dialog->close();
    const QString library = m_program.path(QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".db"));
    QVERIFY(QFile::rename(library, library + QStringLiteral(".away")));
    const auto error = [&] {
        std::promise<bool> refused;
        m_program->engine().library()->saveDraft(conversation::SessionId("x"), "y",
                                                 [&](const auto& saved) { refused.set_value(!saved); });
        return refused.get_future().get();
    };
    QVERIFY(error());
    m_program.write(QStringLiteral("later/c.jsonl"), spoken("third"));
    QVERIFY(!waitFor([&] { return m_program.listedSessions() == 2; }, 2000));
    QVERIFY(QFile::rename(library + QStringLiteral(".away"), library));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    // Only now it counts as taken in.
    QVERIFY(waitFor([&] { return app::Settings().watchedFolders().first() > 0; }));
}

void TestWindowImport::folder_isImportedWithOneReport()
{
    QVERIFY(QDir(m_program.path({})).mkpath(QStringLiteral("mixed")));
    for (int i = 0; i < 5; ++i)
        m_program.write(QStringLiteral("mixed/bad%1.jsonl").arg(i),
                        R"({"format": "quarterdeck", "version": 1, "events": 7})"
                        "\n");
    m_program.write(QStringLiteral("mixed/a.jsonl"), spoken("a"));
    m_program.write(QStringLiteral("mixed/b.jsonl"), spoken("b"));
    m_program.write(QStringLiteral("mixed/notes.md"), "# Notes");
    m_program->actions()[ui::ActionId::FolderImport].trigger();
    auto* dialog = m_program->window().findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->fileMode() == QFileDialog::Directory);
    emit dialog->filesSelected({m_program.path(QStringLiteral("mixed"))});
    dialog->close();
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
    QCOMPARE(m_program.banner(QStringLiteral("import")), QStringLiteral("Imported 2 sessions."));
    const auto* banner = m_program->window().findChild<QWidget*>(QStringLiteral("banner.import"));
    QVERIFY2(banner->accessibleDescription().contains(QStringLiteral("Not recordings: “notes.md”.")),
             qPrintable(banner->accessibleDescription()));
    QVERIFY(banner->accessibleDescription().contains(QStringLiteral("5 files were not imported.")));
    QCOMPARE(m_program.banners().size(), 1);
}

void TestWindowImport::import_tellsHowFarItIsAndIsCancelled()
{
    QByteArray lines;
    for (int i = 0; i < 100'000; ++i)
        lines += spoken("one of many");
    const QString file = m_program.write(QStringLiteral("large.jsonl"), lines);
    emit m_program->window().filesDropped({file});
    const auto banner = [&] { return m_program->window().findChild<QWidget*>(QStringLiteral("banner.import")); };
    QVERIFY(waitFor([&] { return banner()->accessibleDescription().contains(QStringLiteral("file 1 of 1: ")); },
                    ProgramFixture::longMs));
    press(QStringLiteral("banner.import.button"));
    QVERIFY(waitFor([&] { return banner() && banner()->accessibleName().contains(QStringLiteral("was cancelled")); },
                    ProgramFixture::longMs));
    QCOMPARE(m_program.listedSessions(), 1);
}

/// A shell brings one file after the other; a problem with one is reported there.
void TestWindowImport::importsForOthers_areOneNotice()
{
    constexpr int files = 5;
    std::vector<std::unique_ptr<test::InstanceAsker>> shells;
    const QString library = m_program.path(QStringLiteral("importsForOthers_areOneNotice.db"));
    for (int i = 0; i < files + 1; ++i) {
        const QByteArray bytes = i < files ? spoken(qPrintable(QStringLiteral("file %1").arg(i))) : QByteArray("no");
        const app::ImportFiles import{{m_program.write(QStringLiteral("other%1.jsonl").arg(i), bytes)}};
        shells.push_back(std::make_unique<test::InstanceAsker>(library, import));
    }
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1 + files; }, ProgramFixture::longMs));
    const auto ofImports = [&] {
        QStringList names;
        for (const QString& name : m_program.banners())
            if (name.startsWith(QStringLiteral("banner.import.")))
                names << name;
        return names;
    };
    QVERIFY(waitFor(
        [&] {
            return m_program.banner(QStringLiteral("import.others"))
                == QStringLiteral("Another program imported 5 sessions.");
        },
        ProgramFixture::longMs));
    QCOMPARE(ofImports(), QStringList{QStringLiteral("banner.import.others")});
    QCOMPARE(rowsShown(), 2); // what is looked at stays
}

} // namespace tst_window_import

QUARTERDECK_PAGE_TEST(tst_window_import, TestWindowImport)
#include "tst_window_import.moc"
