#include "tests/support/page_test.h"
#include "tests/support/picture_server.h"
#include "tests/support/pictures.h"
#include "transcript_desk.h"
#include "ui/controllers/images_controller.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QWebEnginePage>
#include <QWebEngineView>
#include <algorithm>
#include <memory>

namespace tst_images_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::RemoteImagePolicies;
using ui::RemoteImagePolicy;

namespace {

/// Two sessions, each with a picture from a server.
struct Looking : TranscriptDesk<ui::CopyRangeBar>
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
            keys.append(ui::remoteImageUrl(address)->key);
        }
    }
    [[nodiscard]] bool show(std::size_t which)
    {
        QSignalSpy painted(&page->page(), &ui::transcript::TranscriptPage::painted);
        return desk.show(sessions[which]) && waitFor([&] { return !painted.empty(); });
    }
    /// The page offers to load the picture always, which it does only while it may not load it yet.
    [[nodiscard]] bool asks() const
    {
        const auto offers = std::make_shared<bool>(false);
        return waitFor([&] {
            page->webView().page()->runJavaScript(
                QStringLiteral("document.querySelectorAll('.remote button').length === 5"),
                [offers](const QVariant& value) { *offers = value.toBool(); });
            return *offers;
        });
    }
    [[nodiscard]] bool has(int which) const { return page->pictures().find(keys[which]) != nullptr; }
    [[nodiscard]] QString id(std::size_t which) const { return QString::fromStdString(sessions[which].str()); }

    PictureServer server;
    std::vector<session::SessionId> sessions;
    QStringList keys;
    ui::ImagesController controller{desk.theme, window, desk.viewed, *page, transcript, desk.notices};
};

} // namespace

namespace {

/// A conversation with pictures, which are distinguished by their width.
struct Showing : TranscriptDesk<ui::CopyRangeBar>
{
    /// Without a picture where `widths` is empty.
    conversation::EventSeq say(const std::vector<int>& widths, const char* speaker = "Alice", bool isStored = true)
    {
        auto wish = std::get<conversation::RolePublish>(said(speaker, "Look."));
        for (const int width : widths)
            wish.message.content.emplace_back(
                conversation::MediaBlock{conversation::MediaKind::Image, picture(width, isStored)});
        for (const session::Event& event : desk.kit.submit(session, wish).events)
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                return event.seq;
        return {};
    }
    conversation::MediaSource picture(int width, bool isStored = true)
    {
        conversation::MediaSource source;
        source.name = std::to_string(width) + ".png";
        source.hash = conversation::AttachmentHash(std::string(64, 'e'));
        if (isStored)
            desk.kit.library->putAttachment(png({width, 10}).toStdString(), "image/png", width, 10,
                                            [&](auto info) { source.hash = info->hash; });
        desk.kit.settle();
        return source;
    }
    [[nodiscard]] bool show() { return desk.show(session->id()); }
    /// Readings of single rows: the page reads more at once.
    [[nodiscard]] std::ptrdiff_t singleReads() const
    {
        return std::ranges::count(desk.kit.library->rowRequests, 1, &session::RowsRequest::count);
    }
    ui::ImageViewer& viewer() const { return *window.findChild<ui::ImageViewer*>(); }
    QString label(const char* name) const { return viewer().findChild<QLabel*>(QLatin1String(name))->text(); }
    [[nodiscard]] bool says(const QString& facts)
    {
        return waitFor([&] { return label("imageFacts") == facts; });
    }
    void press(int key) { QTest::keyClick(&viewer(), static_cast<Qt::Key>(key)); }

    session::Session* session = desk.kit.create();
    ui::ImagesController controller{desk.theme, window, desk.viewed, *page, transcript, desk.notices};
};

} // namespace

/// In which sessions pictures from elsewhere are loaded, and the way through all images of a channel.
class TestImagesController final : public QObject
{
    Q_OBJECT

private slots:
    void choice_isThatOfItsSession();
    void rememberedChoice_counts();
    void menuOfASession_hasItsChoice();
    void images_areThoseOfTheChannel();
    void images_ofOneMessageAndOfAnAnswer();
    void lostImages_areSaid();
    void moment_hasNoLaterImages();
    void failedListing_leavesTheMessagesOwn();
    void manyImages_areReadBesideTheOpenedFirst();
    void image_isCopied();
    void drawing_isShownAndCopiedAsItIsDrawn();
    void lostImage_isNotCopied();
    void pictureFromElsewhere_isCopied();
};

void TestImagesController::choice_isThatOfItsSession()
{
    Looking looking;
    QSignalSpy changed(&looking.controller, &ui::ImagesController::choicesChanged);
    QVERIFY(looking.show(0));
    emit looking.page->page().called(ui::transcript::calls::ChoosePictures{0, RemoteImagePolicy::Always});
    QCOMPARE(changed.last().front().value<RemoteImagePolicies>(),
             (RemoteImagePolicies{{looking.id(0), RemoteImagePolicy::Always}}));
    QVERIFY(waitFor([&] { return looking.has(0); }));
    QVERIFY(looking.show(1));
    QVERIFY(looking.asks());
    QVERIFY(!looking.has(1));
    emit looking.page->page().called(ui::transcript::calls::ChoosePictures{0, RemoteImagePolicy::Never});
    QCOMPARE(changed.last().front().value<RemoteImagePolicies>().value(looking.id(1)), RemoteImagePolicy::Never);
    emit looking.page->page().called(ui::transcript::calls::ChoosePictures{0, RemoteImagePolicy::Ask});
    QCOMPARE(changed.last().front().value<RemoteImagePolicies>(),
             (RemoteImagePolicies{{looking.id(0), RemoteImagePolicy::Always}}));
}

void TestImagesController::rememberedChoice_counts()
{
    Looking looking;
    looking.controller.setChoices(
        {{looking.id(1), RemoteImagePolicy::Always}, {looking.id(0), RemoteImagePolicy::Never}});
    QVERIFY(looking.show(0));
    QVERIFY(looking.show(1));
    QVERIFY(waitFor([&] { return looking.has(1); }));
    QVERIFY(!looking.has(0));
}

/// Even for one that is not shown, and if no picture is in sight.
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
    QCOMPARE(changed.last().front().value<RemoteImagePolicies>(),
             (RemoteImagePolicies{{looking.id(1), RemoteImagePolicy::Never}}));
    QCOMPARE(checked(0), 0);
    QCOMPARE(checked(1), 2);
    press(0, 1);
    QVERIFY(waitFor([&] { return looking.has(0); }));
    press(0, 0);
    QCOMPARE(changed.last().front().value<RemoteImagePolicies>(),
             (RemoteImagePolicies{{looking.id(1), RemoteImagePolicy::Never}}));
    QCOMPARE(checked(0), 0);
}

void TestImagesController::images_areThoseOfTheChannel()
{
    Showing showing;
    showing.say({11});
    showing.say({});
    const conversation::EventSeq opened = showing.say({12, 13});
    showing.say({14}, "Bob");
    QVERIFY(showing.show());
    showing.controller.open(opened, 1);
    QVERIFY(showing.says(QStringLiteral("13×10 · 3 of 4")));
    showing.press(Qt::Key_Right);
    QVERIFY(showing.says(QStringLiteral("14×10 · 4 of 4")));
    showing.press(Qt::Key_Home);
    QVERIFY(showing.says(QStringLiteral("11×10 · 1 of 4")));
    showing.press(Qt::Key_Left);
    QVERIFY(showing.says(QStringLiteral("11×10 · 1 of 4")));
    showing.press(Qt::Key_End);
    QVERIFY(showing.says(QStringLiteral("14×10 · 4 of 4")));
    showing.press(Qt::Key_Escape);
    showing.transcript.openChannel(conversation::channel::inboxOf(conversation::RoleName("Nobody")));
    showing.controller.open(opened, 0); // in a channel that does not have it: those of its own message
    QVERIFY(showing.says(QStringLiteral("12×10 · 1 of 2")));
}

void TestImagesController::images_ofOneMessageAndOfAnAnswer()
{
    Showing showing;
    const conversation::EventSeq first = showing.say({11});
    showing.desk.kit.submit(showing.session, question("q"));
    showing.say({14});
    conversation::AnswerQuestion answer;
    answer.id = conversation::QuestionId("q");
    answer.content = conversation::textBlocks("Like these.");
    for (const int width : {12, 13})
        answer.content.emplace_back(conversation::MediaBlock{conversation::MediaKind::Image, showing.picture(width)});
    showing.desk.kit.submit(showing.session, answer);
    conversation::EventSeq answered;
    for (const session::Event& event : showing.desk.kit.log(showing.session->id()))
        if (std::holds_alternative<conversation::QuestionEnded>(event.body))
            answered = event.seq;
    QVERIFY(showing.show());
    showing.controller.open(answered, 1); // it stands with its question
    QVERIFY(showing.says(QStringLiteral("13×10 · 3 of 4")));
    showing.press(Qt::Key_Right);
    QVERIFY(showing.says(QStringLiteral("14×10 · 4 of 4")));
    showing.press(Qt::Key_Escape);
    showing.controller.open(first, 0);
    QVERIFY(showing.says(QStringLiteral("11×10 · 1 of 4")));
}

void TestImagesController::lostImages_areSaid()
{
    Showing showing;
    const conversation::EventSeq first = showing.say({11});
    showing.say({12}, "Alice", false); // its bytes are not in the library
    showing.say({13});
    showing.say({14});
    QVERIFY(showing.show());
    showing.desk.kit.library->brokenRows = {2};
    showing.controller.open(first, 0);
    QVERIFY(showing.says(QStringLiteral("11×10 · 1 of 4")));
    showing.press(Qt::Key_Right);
    QVERIFY(showing.says(QStringLiteral("2 of 4")));
    QVERIFY(waitFor([&] { return showing.label("imageProblem").contains(QStringLiteral("library does not have")); }));
    showing.press(Qt::Key_Right);
    QVERIFY(showing.says(QStringLiteral("3 of 4")));
    QVERIFY(waitFor([&] { return showing.label("imageProblem").contains(QStringLiteral("cannot be read")); }));
    showing.press(Qt::Key_Right);
    QVERIFY(showing.says(QStringLiteral("14×10 · 4 of 4")));
}

void TestImagesController::moment_hasNoLaterImages()
{
    Showing showing;
    const conversation::EventSeq first = showing.say({11});
    const conversation::EventSeq second = showing.say({12});
    showing.say({13});
    QVERIFY(showing.show());
    QVERIFY(showing.desk.replayAt(second));
    showing.controller.open(first, 0);
    QVERIFY(showing.says(QStringLiteral("11×10 · 1 of 2")));
}

void TestImagesController::failedListing_leavesTheMessagesOwn()
{
    Showing showing;
    const conversation::EventSeq opened = showing.say({11, 12});
    showing.say({13});
    QVERIFY(showing.show());
    showing.desk.kit.library->holdReads();
    showing.controller.open(opened, 0);
    QVERIFY(waitFor([&] { // up to the one that looks for the rows with images
        if (showing.desk.kit.library->findStops.empty() && showing.desk.kit.library->heldReads() > 0)
            showing.desk.kit.library->releaseRead(0);
        return !showing.desk.kit.library->findStops.empty();
    }));
    showing.desk.kit.library->failReads(true);
    showing.desk.kit.library->releaseReads();
    QVERIFY(waitFor([&] { return showing.label("imageFacts").endsWith(QStringLiteral("1 of 2")); }));
}

/// The next one can be reached long before all are counted, and a closed list is not continued.
void TestImagesController::manyImages_areReadBesideTheOpenedFirst()
{
    Showing showing;
    conversation::EventSeq opened;
    for (int i = 0; i < 60; ++i)
        for (int gap = 0; gap < 25; ++gap) { // so that each is a reading of its own
            const conversation::EventSeq said = showing.say(gap == 0 ? std::vector<int>{20 + i} : std::vector<int>());
            if (i == 30 && gap == 0)
                opened = said;
        }
    QVERIFY(showing.show());
    ScriptedLibrary& library = *showing.desk.kit.library;
    const std::ptrdiff_t before = showing.singleReads();
    library.holdReads();
    showing.controller.open(opened, 0);
    auto* next = showing.viewer().findChild<QToolButton*>(QStringLiteral("imageNext"));
    auto* previous = showing.viewer().findChild<QToolButton*>(QStringLiteral("imagePrevious"));
    QVERIFY(waitFor([&] {
        if (next->isEnabled() && previous->isEnabled())
            return true;
        if (library.heldReads() > 0)
            library.releaseRead(0);
        return false;
    }));
    const std::ptrdiff_t listed = showing.singleReads();
    QVERIFY2(listed - before <= 6, qPrintable(QString::number(listed - before)));
    QVERIFY(!showing.label("imageFacts").contains(QStringLiteral(" of ")));
    showing.press(Qt::Key_Escape);
    library.releaseReads();
    showing.desk.kit.settle();
    QVERIFY2(showing.singleReads() <= listed + 1, qPrintable(QString::number(showing.singleReads() - listed)));
}

/// The newest that was wanted, decoded.
void TestImagesController::image_isCopied()
{
    Showing showing;
    const conversation::EventSeq said = showing.say({11, 12});
    QVERIFY(showing.show());
    auto* clipboard = QGuiApplication::clipboard();
    clipboard->clear();
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, said, 0});
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, said, 1});
    QVERIFY(waitFor([&] { return clipboard->image().size() == QSize(12, 10); }));
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, said, 2}); // there is none
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, said, 0});
    QVERIFY(waitFor([&] { return clipboard->image().size() == QSize(11, 10); }));
}

/// And one that cannot be drawn is said to be so.
void TestImagesController::drawing_isShownAndCopiedAsItIsDrawn()
{
    Showing showing;
    auto wish = std::get<conversation::RolePublish>(said("Alice", "Look."));
    for (const char* content : {"<rect width='5' height='5'/>", "<rect"}) {
        conversation::MediaSource source;
        source.name = "a.svg";
        showing.desk.kit.library->putAttachment(
            std::string("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>") + content + "</svg>",
            "image/svg+xml", 0, 0, [&](auto info) { source.hash = info->hash; });
        showing.desk.kit.settle();
        wish.message.content.emplace_back(conversation::MediaBlock{conversation::MediaKind::Image, source});
    }
    conversation::EventSeq seq;
    for (const session::Event& event : showing.desk.kit.submit(showing.session, wish).events)
        if (std::holds_alternative<conversation::MessagePublished>(event.body))
            seq = event.seq;
    QVERIFY(showing.show());
    showing.controller.open(seq, 0);
    QVERIFY(showing.says(QStringLiteral("60×30 · 1 of 2")));
    showing.press(Qt::Key_Right);
    QVERIFY(
        waitFor([&] { return showing.label("imageProblem").contains(QStringLiteral("(SVG) could not be drawn")); }));
    auto* clipboard = QGuiApplication::clipboard();
    clipboard->clear();
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, seq, 0});
    QVERIFY(waitFor([&] { return clipboard->image().size() == QSize(60, 30); }));
}

void TestImagesController::lostImage_isNotCopied()
{
    Showing showing;
    const conversation::EventSeq lost = showing.say({11}, "Alice", false);
    QVERIFY(showing.show());
    QSignalSpy noticed(&showing.desk.notices, &ui::NoticeBoard::posted);
    QGuiApplication::clipboard()->setText(QStringLiteral("mine"));
    emit showing.page->page().called(ui::transcript::calls::CopyImage{0, lost, 0});
    QVERIFY(waitFor([&] { return !noticed.empty(); }));
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("mine"));
}

void TestImagesController::pictureFromElsewhere_isCopied()
{
    Looking looking;
    looking.controller.setChoices({{looking.id(0), RemoteImagePolicy::Always}});
    QVERIFY(looking.show(0));
    QVERIFY(waitFor([&] { return looking.has(0); }));
    auto* clipboard = QGuiApplication::clipboard();
    clipboard->clear();
    emit looking.page->page().remotePictureRequested(looking.keys.front(), ui::transcript::PictureAction::Copy);
    QVERIFY(waitFor([&] { return clipboard->image().size() == QSize(8, 8); }));
}

} // namespace tst_images_controller

QUARTERDECK_PAGE_TEST(tst_images_controller, TestImagesController)
#include "tst_images_controller.moc"
