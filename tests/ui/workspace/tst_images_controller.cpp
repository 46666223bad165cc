#include "support/picture_server.h"
#include "support/pictures.h"
#include "transcript_desk.h"
#include "ui/toolbar/range_bar.h"
#include "ui/transcript/rendering.h"
#include "workspace/images_controller.h"

#include <QMenu>
#include <QSignalSpy>
#include <algorithm>

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::PictureChoice;
using ui::PictureChoices;

namespace {

/// Two sessions, each with a picture from a server.
struct Looking : TranscriptDesk<ui::RangeBar>
{
    Looking()
    {
        page->pictures().setWays(server.ways());
        for (const char* path : {"one", "two"}) {
            server.answers[QByteArray("/") + path] = PictureServer::response("200 OK", png({8, 8}));
            session::Session* session = desk.kit.create();
            const QString address = server.address(QLatin1StringView(path));
            desk.kit.submit(session, said("Alice", "![a](" + address.toStdString() + ")"));
            sessions.push_back(session->id());
            keys.append(ui::pictureAddress(address)->key);
        }
    }
    [[nodiscard]] bool show(std::size_t which)
    {
        QSignalSpy painted(page, &ui::transcript::TranscriptView::painted);
        return desk.show(sessions[which]) && waitFor([&] { return !painted.empty(); });
    }
    [[nodiscard]] bool has(int which) const { return page->pictures().find(keys[which]) != nullptr; }
    [[nodiscard]] QString id(std::size_t which) const { return QString::fromStdString(sessions[which].str()); }

    PictureServer server;
    std::vector<session::SessionId> sessions;
    QStringList keys;
    ui::ImagesController controller{desk.theme, window, desk.viewed, *page};
};

} // namespace

/// In which sessions pictures from elsewhere are loaded.
class TestImagesController final : public QObject
{
    Q_OBJECT

private slots:
    void choice_isThatOfItsSession();
    void rememberedChoice_counts();
    void menuOfASession_hasItsChoice();
};

void TestImagesController::choice_isThatOfItsSession()
{
    Looking looking;
    QSignalSpy changed(&looking.controller, &ui::ImagesController::choicesChanged);
    QVERIFY(looking.show(0));
    emit looking.page->pictureChoiceWanted(PictureChoice::Always);
    QCOMPARE(changed.last().front().value<PictureChoices>(), (PictureChoices{{looking.id(0), PictureChoice::Always}}));
    QVERIFY(waitFor([&] { return looking.has(0); }));
    QVERIFY(looking.show(1));
    (void)waitFor([] { return false; }, 150);
    QVERIFY(!looking.has(1));
    emit looking.page->pictureChoiceWanted(PictureChoice::Never);
    QCOMPARE(changed.last().front().value<PictureChoices>().value(looking.id(1)), PictureChoice::Never);
    emit looking.page->pictureChoiceWanted(PictureChoice::Ask);
    QCOMPARE(changed.last().front().value<PictureChoices>(), (PictureChoices{{looking.id(0), PictureChoice::Always}}));
}

void TestImagesController::rememberedChoice_counts()
{
    Looking looking;
    looking.controller.setChoices({{looking.id(1), PictureChoice::Always}, {looking.id(0), PictureChoice::Never}});
    QVERIFY(looking.show(0));
    QVERIFY(looking.show(1));
    QVERIFY(waitFor([&] { return looking.has(1); }));
    QVERIFY(!looking.has(0));
}

/// Also of one that is not shown, and where no picture is in sight.
void TestImagesController::menuOfASession_hasItsChoice()
{
    Looking looking;
    QSignalSpy changed(&looking.controller, &ui::ImagesController::choicesChanged);
    const auto checked = [&](std::size_t which) {
        QMenu menu;
        looking.controller.addChoices(menu, looking.sessions[which]);
        const QList<QAction*> actions = menu.findChild<QMenu*>(QStringLiteral("sessions.pictures"))->actions();
        return std::ranges::find_if(actions, &QAction::isChecked) - actions.begin();
    };
    const auto press = [&](std::size_t which, int choice) {
        QMenu menu;
        looking.controller.addChoices(menu, looking.sessions[which]);
        menu.findChild<QMenu*>(QStringLiteral("sessions.pictures"))->actions()[choice]->trigger();
    };
    QVERIFY(looking.show(0));
    QCOMPARE(checked(0), 0);
    press(1, 2);
    QCOMPARE(changed.last().front().value<PictureChoices>(), (PictureChoices{{looking.id(1), PictureChoice::Never}}));
    QCOMPARE(checked(0), 0);
    QCOMPARE(checked(1), 2);
    press(0, 1);
    QVERIFY(waitFor([&] { return looking.has(0); }));
    press(0, 0);
    QCOMPARE(changed.last().front().value<PictureChoices>(), (PictureChoices{{looking.id(1), PictureChoice::Never}}));
    QCOMPARE(checked(0), 0);
}

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    TestImagesController test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_images_controller.moc"
