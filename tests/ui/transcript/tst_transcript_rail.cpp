#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QTest>

namespace tst_transcript_rail {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

/// Role1, Role2 … Of some the initials are two letters.
Presentation team(int count)
{
    Presentation presentation;
    for (int lane = 1; lane <= count; ++lane) {
        PresentedMember member;
        member.role = RoleName("Role" + std::to_string(lane));
        member.profile = "Senior Principal Distributed Systems Reliability Engineer";
        member.initials = lane % 2 == 0 ? "Ro" : "R";
        member.lane = lane;
        member.hue = (lane - 1) % 12 + 1;
        member.isLeader = lane == 1;
        member.addresses = {Address(member.role.str())};
        presentation.members.push_back(std::move(member));
    }
    return presentation;
}

session::Row said(std::int64_t ordinal, const std::string& from, AddressSet sendTo, std::string text = "words")
{
    session::Row row = messageRow(ordinal, from.c_str(), std::move(text));
    auto& message = std::get<MessagePublished>(row.event.body).message;
    message.sendTo = std::move(sendTo);
    message.causeBy = ActionName("WriteDesign");
    message.usage = Usage{};
    message.usage->completionTokens = 1'600;
    return row;
}

session::Row asked(std::int64_t ordinal)
{
    QuestionAsked question;
    question.question.id = QuestionId("q");
    question.question.asker = RoleName("Role2");
    question.question.text = "Which one?";
    session::Row row = messageRow(ordinal, "Role2", "");
    row.event.body = std::move(question);
    return row;
}

/// In the page, of all elements that a selector finds.
QString all(const char* selector, const char* expression)
{
    return QStringLiteral("[...document.querySelectorAll('%1')].map((e) => %2)")
        .arg(QLatin1String(selector), QLatin1String(expression));
}

} // namespace

/// Lanes, arrows and the first line of a message, in the real engine.
class TestTranscriptRail final : public QObject
{
    Q_OBJECT

private slots:
    /// It is the program that knows how wide the window is; the page's own notion of it may be of before.
    void rail_goesAndComesWithTheWindow()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            3, [](std::int64_t ordinal) { return said(ordinal, "Alice", {Address("Bob")}); }));
        QVERIFY(page.open(3));
        const QString none = QStringLiteral("document.documentElement.classList.contains('norail')");
        const QString lanes = QStringLiteral("document.querySelectorAll('.railhead .heads > *').length");
        QCOMPARE(page.eval(lanes).toInt(), 4);
        page.eval(QStringLiteral("Object.defineProperty(window, 'outerWidth', { value: 3000 })"));
        page.view.resize(1500, 700);
        page.theme.setTextScale(2);
        QVERIFY(page.waitUntil(lanes + QStringLiteral(" === 3"))); // 750 of the design: the person, and who speaks here
        page.view.resize(1000, 700);
        QVERIFY(page.waitUntil(none));
        page.theme.setTextScale(1);
        QVERIFY(page.waitUntil(lanes + QStringLiteral(" === 4 && !") + none));
        page.view.resize(700, 700);
        QVERIFY(page.waitUntil(none));
    }

    void arrows_standOnTheirLanesAtEveryTextSize()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            2, [](std::int64_t ordinal) { return said(ordinal, ordinal == 0 ? "Role3" : "", {Address("Role2")}); }));
        page.view.setPresentation(team(20));
        QVERIFY(page.open(2));
        // Where the person's dot is, and where the lane: both are the first.
        const QString apart = QStringLiteral(
            "(() => { const middle = (e) => { const b = e.getBoundingClientRect(); return b.left + b.width / 2; };"
            " return Math.abs(middle(document.querySelector('.rail svg circle[r=\"4.5\"]'))"
            " - middle(document.querySelector('.lanes i'))); })()");
        QVERIFY(page.eval(apart).toDouble() < 1);
        for (const double scale : {1.25, 0.8, 1.0}) {
            page.theme.setTextScale(scale);
            QVERIFY(page.waitUntil(
                QStringLiteral("document.documentElement.style.getPropertyValue('--u') === '%1px'").arg(scale)));
            QVERIFY2(page.eval(apart).toDouble() < 1, qPrintable(page.eval(apart).toString()));
        }
    }

    void everyLaneHead_hasALetter()
    {
        PageFixture page(std::make_shared<FakeLibrary>(20, [](std::int64_t ordinal) {
            return said(ordinal, "Role" + std::to_string(ordinal + 1), {address::person});
        }));
        page.view.setPresentation(team(20));
        QVERIFY(page.open(20));
        const QStringList heads = page.eval(all(".railhead .heads > *", "e.className + e.textContent")).toStringList();
        QCOMPARE(heads.size(), 10);
        QCOMPARE(heads.first(), QStringLiteral("dotyou"));
        QCOMPARE(heads.last(), QStringLiteral("…"));
        for (const QString& head : heads.mid(1, 8))
            QCOMPARE(head, QStringLiteral("R"));
    }

    void whoIsInSight_hasALane_data()
    {
        QTest::addColumn<int>("roles");
        QTest::newRow("24") << 24;
        QTest::newRow("30") << 30;
    }
    /// Those in sight, as the view moves on.
    void whoIsInSight_hasALane()
    {
        QFETCH(const int, roles);
        PageFixture page(std::make_shared<FakeLibrary>(60, [roles](std::int64_t ordinal) {
            // The last are the team's last.
            const std::int64_t pair = ordinal < 40 ? ordinal / 20 * 4 : roles - 4;
            return said(ordinal, "Role" + std::to_string(pair + 1 + ordinal % 2),
                        {Address("Role" + std::to_string(pair + 3 + ordinal % 2))}, "words\n\nwords\n\nwords\n\nwords");
        }));
        page.view.setPresentation(team(roles));
        QVERIFY(page.open(60));
        for (const std::int64_t ordinal : {50, 30, 10, 30, 59}) {
            page.view.page().scrollTo({{ordinal}, Align::Center}, false);
            QVERIFY(page.waitUntil(
                QStringLiteral(
                    "(() => { const e = document.querySelector('[data-ordinal=\"%1\"]'); if (!e) return false;"
                    " const b = e.getBoundingClientRect(); return b.top > 0 && b.bottom < innerHeight"
                    " && e.querySelectorAll('.rail path[stroke-width=\"1.75\"]').length === 1"
                    " && !e.querySelector('.rail path[d*=\"a4 4\"]'); })()")
                    .arg(ordinal)));
        }
    }

    void times_standInOneColumn()
    {
        PageFixture page(std::make_shared<FakeLibrary>(4, [](std::int64_t ordinal) {
            if (ordinal == 1)
                return asked(ordinal);
            return ordinal == 2 ? messageRow(ordinal, "", "From the person") : said(ordinal, "Role1", {address::all});
        }));
        page.view.setPresentation(team(3));
        QVERIFY(page.open(4));
        const QVariantList ends = page.eval(all(".mh time", "e.getBoundingClientRect().right")).toList();
        QCOMPARE(ends.size(), 4);
        for (const QVariant& end : ends)
            QCOMPARE(end.toDouble(), ends.first().toDouble());
    }

    void crowdedHeader_keepsItsRecipient_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("hasProfile");
        QTest::addColumn<bool>("hasCause");
        QTest::newRow("wide") << 1'800 << 1.0 << true << true;
        QTest::newRow("a column of 697") << 960 << 1.0 << false << true;
        QTest::newRow("narrow") << 700 << 1.0 << false << false;
        QTest::newRow("large text") << 840 << 2.0 << false << false;
    }

    void crowdedHeader_keepsItsRecipient()
    {
        QFETCH(const int, width);
        QFETCH(const double, scale);
        PageFixture page(std::make_shared<FakeLibrary>(2, [](std::int64_t ordinal) {
            return said(ordinal, "Computer_terminal_executor_service_account",
                        {Address("Computer_verifier"), address::all});
        }));
        Presentation presentation = team(2);
        presentation.members[0].role = RoleName("Computer_terminal_executor_service_account");
        presentation.members[0].addresses = {Address("Computer_terminal_executor_service_account")};
        presentation.members[1].role = RoleName("Computer_verifier");
        presentation.members[1].addresses = {Address("Computer_verifier")};
        page.view.setPresentation(presentation);
        page.theme.setTextScale(scale);
        page.view.resize(width, 700);
        QVERIFY(page.open(2));
        QFETCH(const bool, hasProfile);
        QFETCH(const bool, hasCause);
        const auto isShown = [](const char* selector, bool shown) {
            return QStringLiteral("(document.querySelector('.mh %1').offsetWidth > 0) === %2")
                .arg(QLatin1String(selector), shown ? QStringLiteral("true") : QStringLiteral("false"));
        };
        // The page hears of its size when it has time.
        QVERIFY(page.waitUntil(isShown(".prof", hasProfile) + QStringLiteral(" && ") + isShown(".cause", hasCause)));
        QVERIFY(page.waitUntil(
            QStringLiteral("document.querySelector('.mh .chip').offsetWidth >= %1"
                           " && [...document.querySelectorAll('.mh .chip.whole .elide')].every((e) => e.scrollWidth <= "
                           "e.clientWidth)")
                .arg(59 * scale)));
        // The time is not pushed out.
        QVERIFY(
            page.waitUntil(QStringLiteral("Math.abs(document.querySelector('.mh time').getBoundingClientRect().right"
                                          " - document.querySelector('.mh').getBoundingClientRect().right) < 1")));
        if (hasProfile)
            return;
        page.view.resize(static_cast<int>(2'400 * scale), 700);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.mh .prof').offsetWidth > 100"
                                              " && document.querySelector('.mh .cause').offsetWidth > 10")));
    }
};

} // namespace tst_transcript_rail

QUARTERDECK_PAGE_TEST(tst_transcript_rail, TestTranscriptRail)
#include "tst_transcript_rail.moc"
