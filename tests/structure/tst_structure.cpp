#include "arrows.h"
#include "named_places.h"
#include "waits.h"

#include <QDir>
#include <QFile>
#include <QLibraryInfo>
#include <QTemporaryDir>
#include <QTest>

using quarterdeck::structure::arrowViolations;
using quarterdeck::structure::starvingWaits;
using quarterdeck::structure::unnamedPlaces;

namespace {

QString joined(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const auto& line : lines)
        list.append(QString::fromStdString(line));
    return list.join(u'\n');
}

QString arrowsOf(const QString& root)
{
    return joined(arrowViolations(root.toStdString(), QLibraryInfo::path(QLibraryInfo::HeadersPath).toStdString()));
}

/// A source tree of one file.
bool write(const QTemporaryDir& tree, const QString& path, const QString& content)
{
    const QFileInfo info(tree.filePath(path));
    QFile file(info.filePath());
    return QDir().mkpath(info.path()) && file.open(QIODevice::WriteOnly) && file.write(content.toUtf8()) >= 0;
}

void addCase(const char* name, const char* path, const char* content, const char* violation)
{
    QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(content) << QString::fromUtf8(violation);
}

void addColumns()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("violation");
}

} // namespace

class TestStructure final : public QObject
{
    Q_OBJECT

private slots:
    void thisTree_followsTheArrows()
    {
        QVERIFY(QFile::exists(QStringLiteral(QUARTERDECK_SOURCE "/model/conversation/CMakeLists.txt")));
        QCOMPARE(arrowsOf(QStringLiteral(QUARTERDECK_SOURCE)), QString());
    }

    void thisTree_waitsWithoutStarvingPages() { QCOMPARE(joined(starvingWaits(QUARTERDECK_SOURCE)), QString()); }

    void thisTree_opensAndRegistersInNamedPlacesOnly()
    {
        QCOMPARE(joined(unnamedPlaces(QUARTERDECK_SOURCE)), QString());
    }

    void arrow_data()
    {
        addColumns();
        addCase("session to storage", "model/session/a.cpp", "\n#include \"storage/open_library.h\"\n",
                "model/session/a.cpp:2: model/session must not use storage");
        addCase("ui to storage", "ui/panels/a.cpp", "#include \"storage/open_library.h\"",
                "ui/panels/a.cpp:1: ui/panels must not use storage");
        addCase("agents to transfer", "model/agents/a.cpp", "#include \"model/transfer/export_job.h\"",
                "model/agents/a.cpp:1: model/agents must not use model/transfer");
        addCase("storage to ui, in a header below", "storage/log/a.h", "#include <ui/shell/main_window.h>",
                "storage/log/a.h:1: storage must not use ui/shell");
        addCase("a room of the window to one above", "ui/present/a.h", "#include \"ui/panels/composer.h\"",
                "ui/present/a.h:1: ui/present must not use ui/panels");
        addCase("services to the window", "app/services/a.cpp", "#include \"ui/theme/theme.h\"",
                "app/services/a.cpp:1: app/services must not use ui/theme");
        addCase("conversation to a widget", "model/conversation/a.h", "#include <QWidget>",
                "model/conversation/a.h:1: model/conversation must not use Qt Widgets");
        addCase("conversation to a widget by its module", "model/conversation/a.h", "# include <QtWidgets/QWidget>",
                "model/conversation/a.h:1: model/conversation must not use Qt Widgets");
        addCase("session to the network", "model/session/a.cpp", "#include <QNetworkAccessManager>",
                "model/session/a.cpp:1: model/session must not use Qt Network");
        addCase("ui to SQL", "ui/shell/a.cpp", "#include <sqlite3.h>",
                "ui/shell/a.cpp:1: ui/shell must not use SQLite");
        addCase("a way through folders", "ui/shell/a.cpp", "#include \"../dock.h\"",
                "ui/shell/a.cpp:1: an include names a file by its path from the project's folder");
        addCase("a neighbour by its name alone", "ui/shell/a.cpp", "#include \"dock.h\"",
                "ui/shell/a.cpp:1: an include names a file by its path from the project's folder");
        addCase("a link to a room", "ui/CMakeLists.txt", "quarterdeck_library(ui\n PRIVATE quarterdeck_storage)",
                "ui/CMakeLists.txt:2: ui must not use storage");
        addCase("a link to a module", "model/conversation/CMakeLists.txt", "PUBLIC Qt6::Gui",
                "model/conversation/CMakeLists.txt:1: model/conversation must not use Qt Gui");
        addCase("a link to a library", "model/agents/CMakeLists.txt", "PRIVATE SQLiteCpp",
                "model/agents/CMakeLists.txt:1: model/agents must not use SQLite");
        addCase("a room without arrows", "model/nobody/CMakeLists.txt", "",
                "model/nobody: this room has no arrows in tests/structure/arrows.cpp");
        addCase("an arrow that is drawn", "ui/panels/a.cpp",
                "#include \"ui/theme/theme.h\"\n#include \"model/agents/run/agent.h\"\n#include <QWidget>", "");
        addCase("standard and own headers", "model/session/a.cpp",
                "#include \"model/session/session.h\"\n#include \"model/conversation/state/state.h\"\n"
                "#include <vector>\n#include <QTimer>\n#include \"a.moc\"",
                "");
        addCase("a header of Core named like a module", "model/conversation/a.cpp", "#include <QtGlobal>", "");
        addCase("conversation to a whole module", "model/conversation/a.cpp", "#include <QtWidgets>",
                "model/conversation/a.cpp:1: model/conversation must not use Qt Widgets");
        addCase("a link in a comment", "ui/CMakeLists.txt", "# never quarterdeck_storage", "");
        addCase("a room's own library", "ui/theme/CMakeLists.txt", "target_sources(quarterdeck_ui PRIVATE a.cpp)", "");
    }

    void arrow()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, content);
        QFETCH(const QString, violation);
        const QTemporaryDir tree;
        QVERIFY(write(tree, path, content));
        QCOMPARE(arrowsOf(tree.path()), violation);
    }

    void wait_data()
    {
        addColumns();
        addCase("QTRY", "tests/ui/a.cpp", "\n\n    QTRY_COMPARE(a, b);",
                "tests/ui/a.cpp:3: QTRY_COMPARE starves a web page: use tests/support/wait.h");
        addCase("qWaitFor", "tests/bench/a.cpp", "QTest::qWaitFor(f);",
                "tests/bench/a.cpp:1: qWaitFor starves a web page: use tests/support/wait.h");
        addCase("where no page is", "tests/storage/a.cpp", "QTRY_VERIFY(a);", "");
        addCase("the helper", "tests/ui/a.cpp", "QVERIFY(waitFor(f)); spy.wait(5);", "");
    }

    void wait()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, content);
        QFETCH(const QString, violation);
        const QTemporaryDir tree;
        QVERIFY(write(tree, path, content));
        QCOMPARE(joined(starvingWaits(tree.path().toStdString())), violation);
    }

    void place_data()
    {
        addColumns();
        addCase("an opener", "ui/a.cpp", "\nQDesktopServices::openUrl(url);",
                "ui/a.cpp:2: hands an address to the desktop, which only named places may");
        addCase("as a function", "app/a.cpp", "open = &QDesktopServices::openUrl;",
                "app/a.cpp:1: hands an address to the desktop, which only named places may");
        addCase("a second one", "app/desktop/artifact_opener.cpp",
                "QDesktopServices::openUrl(a);\nQDesktopServices :: openUrl(b);",
                "app/desktop/artifact_opener.cpp:2: hands an address to the desktop, which only named places may");
        addCase("a label", "ui/a.cpp", "label->setOpenExternalLinks(true);",
                "ui/a.cpp:1: lets a widget open links, which only named places may");
        addCase("a second object", "ui/transcript/transcript_page.cpp",
                "m_channel.registerObject(a, &b);\nm_channel.registerObject(c, &d);",
                "ui/transcript/transcript_page.cpp:2: hands an object to a page, which only named places may");
        addCase("a named place", "ui/transcript/link_check.cpp", "return QDesktopServices::openUrl(url);", "");
    }

    void place()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, content);
        QFETCH(const QString, violation);
        const QTemporaryDir tree;
        QVERIFY(write(tree, path, content));
        QCOMPARE(joined(unnamedPlaces(tree.path().toStdString())), violation);
    }
};

QTEST_GUILESS_MAIN(TestStructure)
#include "tst_structure.moc"
