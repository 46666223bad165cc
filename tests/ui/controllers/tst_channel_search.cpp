#include "tests/support/test.h"
#include "ui/controllers/find_controller.h"

#include <QTest>
#include <QtDebug>
#include <algorithm>

namespace tst_channel_search {

using namespace quarterdeck;
using conversation::EventSeq;
using conversation::Ordinal;

namespace {

using Place = std::optional<std::size_t>;

/// What a piece found that ends at `readTo`; every row is its own event, and row 0 is event 1.
session::FindResult piece(const std::vector<std::int64_t>& rows, std::int64_t readTo, bool isLast)
{
    session::FindResult found;
    for (const std::int64_t row : rows)
        found.rows.push_back({row});
    found.readTo = {readTo};
    found.isLast = isLast;
    return found;
}

} // namespace

/// In which order a channel is looked through.
class TestChannelSearch final : public QObject
{
    Q_OBJECT

private slots:
    void fromTheFirstRow_thereIsNoRest()
    {
        ui::ChannelSearch sweep;
        QCOMPARE(sweep.next(), EventSeq{});
        QCOMPARE(sweep.from(0), Place());
        sweep.take(piece({3, 5}, 10, false));
        QVERIFY(!sweep.isWhole());
        QCOMPARE(sweep.next(), EventSeq{10});
        QCOMPARE(sweep.from(4), Place(1));
        QCOMPARE(sweep.from(6), Place()); // it may follow
        QCOMPARE(sweep.step(1, 1), Place());
        QCOMPARE(sweep.step(0, -1), Place());
        sweep.take(piece({15}, 20, true));
        QVERIFY(sweep.isWhole());
        QCOMPARE(sweep.step(2, 1), Place(0));
        QCOMPARE(sweep.step(0, -1), Place(2));
        QCOMPARE(sweep.from(16), Place(0));
    }

    void fromTheMiddle_theRestFollows()
    {
        ui::ChannelSearch sweep({500}, {501});
        QCOMPARE(sweep.next(), EventSeq{500});
        sweep.take(piece({510, 520}, 600, false));
        QCOMPARE(sweep.from(500), Place(0));
        QCOMPARE(sweep.step(0, 1), Place(1));
        QCOMPARE(sweep.step(1, 1), Place());  // more may follow
        QCOMPARE(sweep.step(0, -1), Place()); // what is before is not known
        sweep.take(piece({990}, 1'000, true));
        QVERIFY(!sweep.isWhole());
        QCOMPARE(sweep.next(), EventSeq{});
        QCOMPARE(sweep.step(2, 1), Place()); // the first of all is not known
        sweep.take(piece({10, 20}, 100, false));
        QCOMPARE(sweep.next(), EventSeq{100});
        QCOMPARE(sweep.rows(), (std::vector<std::int64_t>{10, 20, 510, 520, 990}));
        QCOMPARE(sweep.step(4, 1), Place(0));
        QCOMPARE(sweep.step(0, -1), Place(4));
        QCOMPARE(sweep.step(0, 1), Place(1));
        QCOMPARE(sweep.step(1, 1), Place());       // over the gap
        QCOMPARE(sweep.step(2, -1), Place());      // and back
        sweep.take(piece({490, 510}, 700, false)); // a piece that goes beyond the start
        QVERIFY(sweep.isWhole());
        QCOMPARE(sweep.rows(), (std::vector<std::int64_t>{10, 20, 490, 510, 520, 990}));
        QCOMPARE(sweep.step(2, 1), Place(3));
        QCOMPARE(sweep.step(3, -1), Place(2));
        QCOMPARE(sweep.step(1, 1), Place(2));
    }

    void withNothingBehindTheStart_theFirstOfAllIsFound()
    {
        ui::ChannelSearch sweep({500}, {501});
        sweep.take(piece({}, 1'000, true));
        QCOMPARE(sweep.from(500), Place());
        sweep.take(piece({10, 20}, 100, false));
        QCOMPARE(sweep.from(500), Place(0));
        QCOMPARE(sweep.step(1, 1), Place()); // more may stand before the start
        QCOMPARE(sweep.step(0, -1), Place());
        sweep.take(piece({30}, 500, false));
        QVERIFY(sweep.isWhole());
        QCOMPARE(sweep.step(0, -1), Place(2));
    }

    void whatComesLater_isReadAtTheEnd()
    {
        ui::ChannelSearch sweep({2}, {3});
        sweep.take(piece({2}, 10, true));
        sweep.take(piece({0}, 2, false));
        QVERIFY(sweep.isWhole());
        QCOMPARE(sweep.next(), EventSeq{10});
        sweep.take(piece({11}, 12, true));
        QCOMPARE(sweep.rows(), (std::vector<std::int64_t>{0, 2, 11}));
        QCOMPARE(sweep.next(), EventSeq{12});
    }

    /// However it is cut in pieces, all is found, and each step known on the way is the one of the end.
    void anyPieces_findAll()
    {
        const std::vector<std::int64_t> all{0, 1, 7, 40, 41, 42, 60, 99};
        for (std::int64_t start = 0; start <= 100; start += 7) {
            for (const std::int64_t size : {1, 3, 10, 1'000}) {
                ui::ChannelSearch sweep({start}, {start + 1});
                int pieces = 0;
                while (!sweep.isWhole() && pieces++ < 300) {
                    const std::int64_t after = sweep.next().value;
                    std::vector<std::int64_t> found;
                    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                                 [&](std::int64_t row) { return row + 1 > after && row + 1 <= after + size; });
                    sweep.take(piece(found, std::min<std::int64_t>(after + size, 100), after + size >= 100));
                    checkSteps(sweep, all);
                }
                QCOMPARE(sweep.rows(), all);
            }
        }
    }

private:
    static void checkSteps(const ui::ChannelSearch& sweep, const std::vector<std::int64_t>& all)
    {
        const auto count = static_cast<std::int64_t>(all.size());
        for (std::size_t place = 0; place < sweep.rows().size(); ++place) {
            for (const int by : {-1, 1}) {
                const Place next = sweep.step(place, by);
                const auto at = std::lower_bound(all.begin(), all.end(), sweep.rows()[place]) - all.begin();
                if (next)
                    QCOMPARE(sweep.rows()[*next], all[static_cast<std::size_t>((at + by + count) % count)]);
                else
                    QVERIFY(!sweep.isWhole());
            }
        }
    }
};

} // namespace tst_channel_search

QUARTERDECK_TEST(tst_channel_search, TestChannelSearch)
#include "tst_channel_search.moc"
