#include "page_hand.h"

#include "tests/support/wait.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineView>
#include <memory>
#include <optional>

namespace quarterdeck::hostile {

using test::waitFor;

namespace {

constexpr int handLimitMs = 60'000;
constexpr int settledMs = 10'000; ///< a page that died begins no frame
constexpr int handQuietMs = 10;   ///< for what the page has sent
constexpr int mostClicks = 25;
constexpr int mostHovers = 8;

} // namespace

void PageHand::settle()
{
    eval(QStringLiteral("window.__settled = false; requestAnimationFrame(() => requestAnimationFrame("
                        "() => setTimeout(() => { window.__settled = true; })));"));
    (void)waitFor([&] { return eval(QStringLiteral("window.__settled")).toBool(); }, settledMs);
    (void)waitFor([] { return false; }, handQuietMs);
}

QVariant PageHand::eval(const QString& script, quint32 world)
{
    // A page that hung answers when nobody waits any more.
    const auto value = std::make_shared<std::optional<QVariant>>();
    m_view.webView().page()->runJavaScript(script, world, [value](const QVariant& result) { *value = result; });
    return waitFor([&] { return value->has_value(); }, handLimitMs) ? **value : QVariant(QStringLiteral("no answer"));
}

bool PageHand::isPainted()
{
    const auto painted = std::make_shared<std::optional<bool>>();
    m_view.whenPainted([painted](bool isSo) { *painted = isSo; });
    return waitFor([&] { return painted->has_value(); }, handLimitMs) && **painted;
}

void PageHand::goTo(std::int64_t row)
{
    m_view.page().scrollTo({{row}, ui::transcript::Align::Start}, false);
    const QString isThere = QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]') !== null").arg(row);
    (void)waitFor([&] { return eval(isThere).toBool(); }, handLimitMs);
    settle();
}

bool PageHand::click(const QString& element) { return move(element, Act::Click); }

void PageHand::clickAll(const QString& selector) { moveOverAll(selector, "clicked", mostClicks, Act::Click); }

void PageHand::hoverAll(const QString& selector) { moveOverAll(selector, "hovered", mostHovers, Act::Hover); }

void PageHand::moveOverAll(const QString& selector, const char* mark, int most, Act act)
{
    const QString next = QStringLiteral("(() => { const found = [...document.querySelectorAll('%1')]"
                                        ".find((element) => !element.dataset.%2 && element.offsetParent);"
                                        " if (found) found.dataset.%2 = 'yes'; return found; })()")
                             .arg(selector, QLatin1StringView(mark));
    for (int moves = 0; moves < most && move(next, act); ++moves)
        settle();
}

bool PageHand::move(const QString& element, Act act)
{
    const QVariantList place =
        eval(QStringLiteral("(() => { const e = %1; if (!e) return [];"
                            " e.scrollIntoView({ block: 'center' });"
                            " const b = e.getClientRects()[0] ?? e.getBoundingClientRect();"
                            " return [b.left + Math.min(b.width, 200) / 2, b.top + b.height / 2]; })()")
                 .arg(element))
            .toList();
    if (place.size() != 2)
        return false;
    const QPoint point(qRound(place.at(0).toDouble()), qRound(place.at(1).toDouble()));
    QWidget* target = m_view.webView().focusProxy();
    if (target == nullptr || !target->rect().contains(point))
        return true; // out of reach for a person as well
    QTest::mouseMove(target, point);
    if (act == Act::Click)
        QTest::mouseClick(target, Qt::LeftButton, {}, point);
    return true;
}

} // namespace quarterdeck::hostile
