#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/transcript/scroll_map.h"

#include <QHelpEvent>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <algorithm>

namespace tst_scroll_map {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using transcript::ScrollMap;
using transcript::ScrollMark;

struct Wish
{
    std::int64_t ordinal = -1;
    bool toEnd = false;
    bool isMark = false;
    double part = 0;
    friend bool operator==(const Wish& a, const Wish& b)
    {
        return a.ordinal == b.ordinal && a.toEnd == b.toEnd && a.isMark == b.isMark;
    }
};

struct Fixture
{
    Fixture()
    {
        map.setTheme(theme::Theme(theme::Theme::Options{}));
        map.resize(14, 600);
        map.show();
        map.setTotal(1'000'000);
        map.setInSight({{0}, {9}, false});
        QObject::connect(&map, &ScrollMap::placeRequested, &map, [this](const ScrollMap::Wish& wish) {
            wishes.push_back({wish.ordinal.value, wish.toEnd, wish.isMark, wish.part});
        });
    }
    ScrollMap map;
    std::vector<Wish> wishes;
};

class TestScrollMap final : public QObject
{
    Q_OBJECT

private slots:
    void thumb_standsWhereTheVisibleRowsAre()
    {
        Fixture f;
        QCOMPARE(f.map.thumbRect().top(), 0);
        QCOMPARE(f.map.thumbRect().height(), 24);
        f.map.setInSight({{500'000}, {500'009}, false});
        QVERIFY(std::abs(f.map.thumbRect().center().y() - 300) <= 2);
        f.map.setInSight({{999'990}, {999'999}, true});
        QCOMPARE(f.map.thumbRect().bottom(), 599);
        QVERIFY(f.wishes.empty()); // what the page tells is no wish
        f.map.setTotal(5);
        f.map.setInSight({{0}, {4}, true});
        QVERIFY(f.map.thumbRect().isEmpty()); // all of it is in sight
    }

    /// Two long messages: all rows are in sight, and most of them is not.
    void thumb_standsWithinLongRows()
    {
        Fixture f;
        f.map.setTotal(2);
        f.map.setInSight({{0}, {0}, false, 0.0, 0.8});
        QCOMPARE(f.map.thumbRect().top(), 0);
        QVERIFY(std::abs(f.map.thumbRect().height() - 60) <= 1); // a tenth
        f.map.setInSight({{0}, {1}, false, 0.9, 0.9});
        QVERIFY(std::abs(f.map.thumbRect().center().y() - 300) <= 2);
        f.map.setInSight({{1}, {1}, true, 0.8, 0.0});
        QCOMPARE(f.map.thumbRect().bottom(), 599);
    }

    void drag_asksForAPartOfALongRow()
    {
        Fixture f;
        f.map.setTotal(2);
        f.map.setInSight({{0}, {0}, false, 0.0, 0.8});
        QTest::mousePress(&f.map, Qt::LeftButton, {}, {7, 10});
        f.wishes.clear();
        f.map.placeReached();
        QTest::mouseMove(&f.map, {7, 10 + 405}); // of 540
        QCOMPARE(f.wishes.size(), std::size_t{1});
        QCOMPARE(f.wishes.front().ordinal, 1);
        QVERIFY(std::abs(f.wishes.front().part - 0.35) < 0.01);
    }

    void drag_asksForOrdinals_andKeepsOnlyTheNewest()
    {
        Fixture f;
        QTest::mousePress(&f.map, Qt::LeftButton, {}, {7, 12});
        for (int y = 13; y <= 300; ++y)
            QTest::mouseMove(&f.map, {7, y});
        QCOMPARE(f.wishes.size(), std::size_t(1)); // until that place is painted
        f.map.placeReached();
        QCOMPARE(f.wishes.size(), std::size_t(2));
        QVERIFY(std::abs(f.wishes.back().ordinal - 500'000) < 2'000);
        QTest::mouseMove(&f.map, {7, 5'000});
        f.map.placeReached();
        QCOMPARE(f.wishes.back(), (Wish{999'990, true, false}));
        QTest::mouseRelease(&f.map, Qt::LeftButton, {}, {7, 590});
    }

    void aPlaceThatIsNeverPainted_doesNotStopTheNext()
    {
        Fixture f;
        QTest::mousePress(&f.map, Qt::LeftButton, {}, {7, 300});
        QTest::mouseMove(&f.map, {7, 400});
        QVERIFY(test::waitFor([&] { return f.wishes.size() == 2; }));
    }

    void mark_isJumpedTo()
    {
        Fixture f;
        const ScrollMark mark{ScrollMark::Kind::Question, {777'777}, {777'777}};
        f.map.setMarks({{ScrollMark::Kind::PrivateChat, {100'000}, {900'000}}, mark});
        QTest::mouseClick(&f.map, Qt::LeftButton, {}, f.map.markRect(mark).center());
        QCOMPARE(f.wishes, (std::vector<Wish>{{777'777, false, true}}));
    }

    /// A session of many errors: nearly every place of the bar is a mark.
    void manyMarks_leaveTheThumbSeenAndDragged()
    {
        Fixture f;
        f.map.setInSight({{500'000}, {500'009}, false});
        std::vector<ScrollMark> marks;
        for (std::int64_t ordinal = 0; ordinal < 1'000'000; ordinal += 500) {
            marks.push_back({ScrollMark::Kind::Error, {ordinal}, {ordinal}});
            marks.push_back({ScrollMark::Kind::SearchHit, {ordinal}, {ordinal}});
        }
        f.map.setMarks(marks);
        const QImage image = f.map.grab().toImage();
        const theme::Theme look{theme::Theme::Options{}};
        const QRect thumb = f.map.thumbRect();
        QCOMPARE(image.pixelColor(thumb.center()), look.color(theme::Color::ScrollThumb));
        QVERIFY(image.pixelColor(7, 100) != image.pixelColor(thumb.center())); // elsewhere there is none
        QTest::mousePress(&f.map, Qt::LeftButton, {}, {11, 100});
        QCOMPARE(f.wishes.size(), std::size_t(1));
        QVERIFY(f.wishes.back().isMark);
        f.map.placeReached();
        QTest::mouseMove(&f.map, {11, 101}); // a hand is never quite still
        QCOMPARE(f.wishes.size(), std::size_t(1));
        QTest::mouseMove(&f.map, {11, 450});
        f.map.placeReached();
        QVERIFY(std::abs(f.wishes.back().ordinal - 750'000) < 30'000);
        QTest::mouseRelease(&f.map, Qt::LeftButton, {}, {11, 450});
        QTest::mouseMove(&f.map, {11, 200});
        f.map.placeReached();
        QVERIFY(std::abs(f.wishes.back().ordinal - 750'000) < 30'000);
    }

    void mark_isNamedUnderThePointer()
    {
        Fixture f;
        const ScrollMark mark{ScrollMark::Kind::Question, {777'777}, {777'777}};
        f.map.setMarks({{ScrollMark::Kind::PrivateChat, {500'000}, {900'000}}, mark});
        const auto nameAt = [&](int y) {
            QToolTip::hideText();
            QHelpEvent help(QEvent::ToolTip, {7, y}, f.map.mapToGlobal(QPoint(7, y)));
            QCoreApplication::sendEvent(&f.map, &help);
            return QToolTip::text();
        };
        const QString question = nameAt(f.map.markRect(mark).center().y());
        QVERIFY(question.contains(QStringLiteral("question")));
        QVERIFY(nameAt(f.map.height() * 6 / 10).contains(QStringLiteral("private")));
    }

    void drag_saysWhereItIs()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        Fixture f;
        QTest::mousePress(&f.map, Qt::LeftButton, {}, {7, 12});
        QTest::mouseMove(&f.map, {7, 5'000});
        QCOMPARE(QToolTip::text(), QStringLiteral("999,991 of 1,000,000"));
        QTest::mouseRelease(&f.map, Qt::LeftButton, {}, {7, 590});
        QLocale::setDefault(before);
    }

    /// A session may be private from one end to the other.
    void privateChat_liesUnderTheThumb()
    {
        Fixture f;
        const QPoint thumb = f.map.thumbRect().center();
        const QColor before = f.map.grab().toImage().pixelColor(thumb);
        f.map.setMarks({{ScrollMark::Kind::PrivateChat, {0}, {999'999}}});
        const QImage after = f.map.grab().toImage();
        QCOMPARE(after.pixelColor(thumb), before);
        QCOMPARE(after.pixelColor(4, after.height() - 9),
                 theme::Theme(theme::Theme::Options{}).color(theme::Color::PrivateEdge));
    }

    /// Alone it is a quiet bar; a mark within it gives it the edge that separates it.
    void edge_standsAmongMarksOnly()
    {
        Fixture f;
        f.map.setInSight({{500'000}, {500'009}, false});
        const QRect thumb = f.map.thumbRect();
        const QPoint side(thumb.left(), thumb.center().y());
        const theme::Theme look{theme::Theme::Options{}};
        QCOMPARE(f.map.grab().toImage().pixelColor(side), look.color(theme::Color::ScrollThumb));
        f.map.setMarks({{ScrollMark::Kind::Error, {100}, {100}}});
        QCOMPARE(f.map.grab().toImage().pixelColor(side), look.color(theme::Color::ScrollThumb));
        f.map.setMarks({{ScrollMark::Kind::Error, {500'001}, {500'001}}});
        QVERIFY(f.map.grab().toImage().pixelColor(side) != look.color(theme::Color::ScrollThumb));
    }

    void marks_areSeen()
    {
        Fixture f;
        const QImage before = f.map.grab().toImage();
        const ScrollMark mark{ScrollMark::Kind::Question, {777'777}, {777'777}};
        f.map.setMarks({mark});
        const QImage after = f.map.grab().toImage();
        const QPoint at = f.map.markRect(mark).center();
        QVERIFY(before.pixelColor(at) != after.pixelColor(at));
        QCOMPARE(after.pixelColor(at), theme::Theme(theme::Theme::Options{}).color(theme::Color::AskFill));
    }

    /// They are painted with every step of a wheel.
    void marks_thatTouchAreOne()
    {
        Fixture f;
        std::vector<ScrollMark> marks;
        for (std::int64_t ordinal = 0; ordinal < 1'000'000; ordinal += 25)
            marks.push_back({ordinal < 500'000 ? ScrollMark::Kind::Question : ScrollMark::Kind::PrivateChat,
                             {ordinal},
                             {ordinal + 3}});
        const ScrollMark apart{ScrollMark::Kind::Question, {900'000}, {900'000}};
        marks.push_back(apart);
        f.map.setMarks(marks);
        QCOMPARE(f.map.bands().size(), std::size_t(3));
        f.map.grab(); // as on the screen
        QVERIFY(std::ranges::any_of(f.map.bands(),
                                    [&](const ScrollMap::Band& band) { return band.rect == f.map.markRect(apart); }));
        f.map.setTotal(500'000);
        QCOMPARE(f.map.bands().size(), std::size_t(1)); // the others' rows are not there
        f.map.setMarks({});
        QVERIFY(f.map.bands().empty());
    }

    void marks_standAtTheirOrdinals_data()
    {
        using Kind = ScrollMark::Kind;
        using theme::Color;
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<Color>("color");
        QTest::addColumn<int>("column"); // the middle of it
        QTest::addColumn<QString>("name");
        constexpr int left = 4;
        constexpr int right = 10;
        QTest::newRow("waiting") << Kind::Question << Color::AskFill << right << "A question waiting for an answer";
        QTest::newRow("ended") << Kind::EndedQuestion << Color::Text3 << right << "A question that has ended";
        QTest::newRow("error") << Kind::Error << Color::StatusFailed << right << "An error";
        QTest::newRow("mistake") << Kind::Mistake << Color::StatusFailed << right << "Marked as a mistake";
        QTest::newRow("private") << Kind::PrivateChat << Color::PrivateEdge << left << "A private chat";
        QTest::newRow("found") << Kind::SearchHit << Color::SearchCurrent << left << "Found here";
    }
    /// As it is painted: from the pixel of its first row on, in its column, and nowhere else. The bar of 600 has a
    /// pixel for 2,000 rows.
    void marks_standAtTheirOrdinals()
    {
        QFETCH(const ScrollMark::Kind, kind);
        QFETCH(const theme::Color, color);
        QFETCH(const int, column);
        QFETCH(const QString, name);
        constexpr std::int64_t rows = 20'000;
        const int length = kind == ScrollMark::Kind::PrivateChat ? 10 : 3;
        const QColor wanted = theme::Theme(theme::Theme::Options{}).color(color);
        Fixture f;
        f.map.setTotal(1'200'000);
        f.map.setInSight({{600'000}, {600'009}, false});
        for (const int top : {0, 61, 222, 415, 590}) {
            const std::int64_t first = std::int64_t{2'000} * top;
            f.map.setMarks({{kind, {first}, {first + rows - 1}}});
            const QImage image = f.map.grab().toImage();
            QVector<QPoint> painted;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == wanted)
                        painted.push_back({x, y});
            const QRect place(QPoint(column - 2, top), QSize(4, length));
            QCOMPARE(painted.size(), place.width() * place.height());
            QVERIFY(std::ranges::all_of(painted, [&](const QPoint& point) { return place.contains(point); }));
            QToolTip::hideText();
            QHelpEvent help(QEvent::ToolTip, place.center(), f.map.mapToGlobal(place.center()));
            QCoreApplication::sendEvent(&f.map, &help);
            QCOMPARE(QToolTip::text(), name);
        }
    }

    /// Those that must be visible are painted last, in whatever order they come.
    void marks_lieByTheirKinds()
    {
        using Kind = ScrollMark::Kind;
        Fixture f;
        std::vector<ScrollMark> marks;
        std::int64_t place = 0;
        for (const Kind kind : {Kind::Question, Kind::SearchHit, Kind::Error, Kind::PrivateChat, Kind::Mistake,
                                Kind::EndedQuestion, Kind::Error, Kind::Question})
            marks.push_back({kind, {place += 100'000}, {place}});
        f.map.setMarks(marks);
        std::vector<Kind> kinds;
        std::vector<int> places; // in tenths of its height
        for (const ScrollMap::Band& band : f.map.bands()) {
            kinds.push_back(band.kind);
            places.push_back((band.rect.top() + 1) / 60);
        }
        QCOMPARE(kinds,
                 (std::vector{Kind::PrivateChat, Kind::EndedQuestion, Kind::SearchHit, Kind::Mistake, Kind::Error,
                              Kind::Error, Kind::Question, Kind::Question}));
        QCOMPARE(places, (std::vector{4, 6, 2, 5, 3, 7, 1, 8}));
    }

    void wheel_asksForRows()
    {
        Fixture f;
        f.map.setInSight({{100}, {109}, false});
        QWheelEvent down({7, 300}, f.map.mapToGlobal(QPointF(7, 300)), {}, {0, -120}, Qt::NoButton, {},
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&f.map, &down);
        QVERIFY(!f.wishes.empty());
        QVERIFY(f.wishes.front().ordinal > 100);
    }

    /// At the end the last rows cannot be at the top: the way back begins where the view is.
    void wheel_comesBackFromTheEndAtOnce()
    {
        Fixture f;
        f.map.setTotal(100);
        f.map.setInSight({{90}, {99}, true});
        const auto turn = [&](int by) {
            QWheelEvent event({7, 300}, f.map.mapToGlobal(QPointF(7, 300)), {}, {0, by}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&f.map, &event);
            f.map.placeReached();
        };
        for (int i = 0; i < 5; ++i)
            turn(-120);
        f.wishes.clear();
        turn(120);
        QCOMPARE(f.wishes.size(), std::size_t{1});
        QVERIFY(f.wishes.front().ordinal < 90);
    }
};

} // namespace tst_scroll_map

QUARTERDECK_WIDGETS_TEST(tst_scroll_map, TestScrollMap)
#include "tst_scroll_map.moc"
