#include "app/desktop/artifact_opener.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace tst_artifact_opener {

using namespace quarterdeck;
using namespace quarterdeck::app;
using test::waitFor;

/// Files of a team on their way to the desktop.
class TestArtifactOpener final : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_opened.clear();
        m_hasProgram = true;
        m_files = std::make_unique<ArtifactOpener>(
            [this](const QUrl& url) {
                m_opened.append(url);
                return m_hasProgram;
            },
            m_board);
        m_notices = std::make_unique<QSignalSpy>(&m_board, &ui::NoticeBoard::posted);
        put("notes.txt", "words\n");
        put("page.html", "<!DOCTYPE html><html></html>\n");
        put("run.sh", "#!/bin/sh\n");
    }
    void cleanup()
    {
        m_notices.reset();
        m_files.reset();
    }
    void documentIsOpened();
    void pageIsAskedAboutFirst();
    void anotherNoticeOpensNothing();
    void whatBecameAProgramMeanwhileIsNotOpened();
    void programIsNeverOpened();
    void folderIsShown();
    void noProgramForItIsSaid();

private:
    [[nodiscard]] std::string folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] QUrl at(const char* name) const
    {
        return QUrl::fromLocalFile(m_folder->path() + u'/' + QString::fromLatin1(name));
    }
    void put(const char* name, const QByteArray& bytes) const
    {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] ui::view::Notice notice() const
    {
        return waitFor([&] { return !m_notices->isEmpty(); }) ? m_notices->takeFirst().at(0).value<ui::view::Notice>()
                                                              : ui::view::Notice();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    ui::NoticeBoard m_board;
    std::unique_ptr<ArtifactOpener> m_files;
    std::unique_ptr<QSignalSpy> m_notices;
    QList<QUrl> m_opened;
    bool m_hasProgram = true;
};

void TestArtifactOpener::documentIsOpened()
{
    m_files->open(folder(), "notes.txt");
    QVERIFY(waitFor([&] { return !m_opened.isEmpty(); }));
    QCOMPARE(m_opened, QList<QUrl>{at("notes.txt")});
    QVERIFY(m_notices->isEmpty());
}

void TestArtifactOpener::pageIsAskedAboutFirst()
{
    m_files->open(folder(), "page.html");
    const ui::view::Notice asked = notice();
    QVERIFY(!asked.button.isEmpty());
    QVERIFY2(asked.what.contains(QStringLiteral("page.html")), qPrintable(asked.what));
    QVERIFY(m_opened.isEmpty());
    m_board.pressButton(asked.id);
    QVERIFY(waitFor([&] { return !m_opened.isEmpty(); }));
    QCOMPARE(m_opened, QList<QUrl>{at("page.html")});
    m_board.pressButton(asked.id); // once
    m_files->open(folder(), "run.sh");
    QVERIFY(notice().button.isEmpty());
    QCOMPARE(m_opened.size(), 1);
}

void TestArtifactOpener::anotherNoticeOpensNothing()
{
    m_files->open(folder(), "page.html");
    QVERIFY(!notice().button.isEmpty());
    m_board.pressButton(QStringLiteral("link"));
    m_files->open(folder(), "run.sh");
    const ui::view::Notice refused = notice();
    m_board.pressButton(refused.id); // it has taken the place of the question
    m_files->open(folder(), "notes.txt");
    QVERIFY(waitFor([&] { return !m_opened.isEmpty(); }));
    QCOMPARE(m_opened, QList<QUrl>{at("notes.txt")});
}

void TestArtifactOpener::whatBecameAProgramMeanwhileIsNotOpened()
{
    m_files->open(folder(), "page.html");
    const QString id = notice().id;
    put("page.html", "#!/bin/sh\n");
    m_board.pressButton(id);
    QVERIFY(notice().button.isEmpty());
    QVERIFY(m_opened.isEmpty());
}

void TestArtifactOpener::programIsNeverOpened()
{
    m_files->open(folder(), "run.sh");
    const ui::view::Notice refused = notice();
    QVERIFY(refused.button.isEmpty());
    QVERIFY(refused.what.contains(QStringLiteral("run.sh")));
    QVERIFY(refused.meaning.contains(QStringLiteral("script")));
    m_files->open({}, "notes.txt"); // a session without a folder
    QVERIFY(!notice().meaning.isEmpty());
    QVERIFY(m_opened.isEmpty());
}

void TestArtifactOpener::folderIsShown()
{
    m_files->show(folder(), "run.sh");
    QVERIFY(waitFor([&] { return !m_opened.isEmpty(); }));
    QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(m_folder->path())});
    m_files->show(folder(), "gone.txt");
    QVERIFY(!notice().meaning.isEmpty());
    QCOMPARE(m_opened.size(), 1);
}

void TestArtifactOpener::noProgramForItIsSaid()
{
    m_hasProgram = false;
    m_files->open(folder(), "notes.txt");
    QVERIFY(!notice().meaning.isEmpty());
}

} // namespace tst_artifact_opener

QUARTERDECK_TEST(tst_artifact_opener, TestArtifactOpener)
#include "tst_artifact_opener.moc"
