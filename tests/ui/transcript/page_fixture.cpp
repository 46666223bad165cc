#include "page_fixture.h"
#include "tests/support/page_answer.h"

#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>

namespace quarterdeck::test {

using namespace ui::transcript;

Presentation threeMembers()
{
    Presentation presentation;
    int lane = 1;
    for (const char* name : {"Mike", "Alice", "Bob"}) {
        PresentedMember member;
        member.role = conversation::RoleName(name);
        member.profile = lane == 1 ? "Team Leader" : "Engineer";
        member.initials = std::string(1, *name);
        member.lane = lane;
        member.hue = lane;
        member.isLeader = lane == 1;
        member.addresses = {conversation::Address(name)};
        presentation.members.push_back(std::move(member));
        ++lane;
    }
    return presentation;
}

PageFixture::PageFixture(std::shared_ptr<FakeLibrary> source) : library(std::move(source)), view(library, theme)
{
    view.resize(900, 700);
    view.show();
    view.setPresentation(threeMembers());
}

bool PageFixture::open(std::int64_t total, std::optional<Anchor> anchor)
{
    QSignalSpy painted(&view.page(), &TranscriptPage::painted);
    view.page().openChannel({conversation::SessionId("s"), conversation::ChannelKey("everything"), total, {}, anchor});
    return waitFor([&] { return painted.count() > 0; }, pageTimeoutMs);
}

QVariant PageFixture::eval(const QString& script)
{
    const std::optional<QVariant> value = test::answerOf(*view.webView().page(), script, pageTimeoutMs);
    if (!value)
        qWarning("the page did not answer");
    return value.value_or(QVariant());
}

bool PageFixture::waitUntil(const QString& condition)
{
    return waitFor([&] { return eval(QStringLiteral("Boolean(%1)").arg(condition)).toBool(); }, pageTimeoutMs);
}

std::optional<QPoint> PageFixture::middleOf(const QString& selector)
{
    const QVariantList place = eval(QStringLiteral("(() => { const e = document.querySelector('%1'); if (!e) return [];"
                                                   "const b = e.getBoundingClientRect();"
                                                   "return [b.left + b.width / 2, b.top + b.height / 2]; })()")
                                        .arg(selector))
                                   .toList();
    if (place.size() != 2)
        return std::nullopt;
    return QPoint(qRound(place.at(0).toDouble()), qRound(place.at(1).toDouble()));
}

bool PageFixture::click(const QString& selector)
{
    constexpr int arrivesMs = 3'000;
    // Before the page's own listeners: it lets some clicks come to nothing.
    const QString listen =
        QStringLiteral("(() => { window.__clicked = false; window.__sought = '%1'; if (window.__listens) return true;"
                       "window.addEventListener('click', (event) => {"
                       "window.__clicked ||= event.target.closest(window.__sought) !== null; }, true);"
                       "return window.__listens = true; })()")
            .arg(selector);
    const auto hasArrived = [&] { return eval(QStringLiteral("window.__clicked")).toBool(); };
    for (int tries = 0; tries < 2; ++tries) {
        const auto place = middleAtRest(selector);
        if (!place)
            return tries > 0; // the first click took it away
        eval(listen);
        QTest::mouseClick(view.webView().focusProxy(), Qt::LeftButton, {}, *place);
        if (waitFor(hasArrived, arrivesMs))
            break;
    }
    return true;
}

/// Rows that appear above it, or that get their height, move the target.
std::optional<QPoint> PageFixture::middleAtRest(const QString& selector)
{
    constexpr int mostLooks = 50;
    std::optional<QPoint> place = middleOf(selector);
    for (int look = 0; place && look < mostLooks; ++look) {
        eval(QStringLiteral("window.__isDrawn = false; requestAnimationFrame(() => requestAnimationFrame(() => {"
                            "window.__isDrawn = true; })); true"));
        (void)waitUntil(QStringLiteral("window.__isDrawn"));
        if (const auto now = middleOf(selector); now == place)
            break;
        else
            place = now;
    }
    return place;
}

} // namespace quarterdeck::test
