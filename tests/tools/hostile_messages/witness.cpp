#include "witness.h"

#include "tests/support/wait.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_profile.h"

#include <QDesktopServices>
#include <QLoggingCategory>
#include <array>
#include <atomic>

namespace quarterdeck::hostile {

using ui::transcript::IsolatedPage;
using ui::transcript::PageProfile;

namespace {

constexpr std::array schemes{"http", "https",   "mailto",     "file", "javascript", "data",
                             "ftp",  "ms-msdt", "calculator", "bash", "vscode",     "tel"};
constexpr int beatMs = 1;
constexpr int seenMs = 30'000;

std::atomic<int> blockedByAny = 0;
QtMessageHandler previous = nullptr;

/// Nobody can be asked for the page that draws diagrams: what its interceptor stops is in the log, as with all our
/// pages.
void countBlocked(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (qstrcmp(context.category, "quarterdeck.ui.page") == 0 && message.startsWith(QLatin1StringView("blocked")))
        ++blockedByAny;
    else
        previous(type, context, message);
}

} // namespace

Witness::Witness(QWebEnginePage& page, const test::Canary* canary, QObject* parent) : QObject(parent), m_canary(canary)
{
    for (const char* scheme : schemes)
        QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "open");
    QLoggingCategory::setFilterRules(QStringLiteral("quarterdeck.ui.page.debug=true"));
    previous = qInstallMessageHandler(countBlocked);
    if (auto* isolated = qobject_cast<IsolatedPage*>(&page))
        connect(isolated, &IsolatedPage::navigationRefused, this, [this] { ++m_navigations; });
    connect(&page, &QWebEnginePage::renderProcessTerminated, this, [this] { ++m_deaths; });
    connect(&m_beat, &QTimer::timeout, this, &Witness::beat);
    m_sinceBeat.start();
    m_beat.start(beatMs);
}

Witness::~Witness()
{
    qInstallMessageHandler(previous);
    for (const char* scheme : schemes)
        QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));
}

void Witness::beat()
{
    const qint64 gap = m_sinceBeat.restart() - beatMs;
    if (gap <= m_longestGapMs)
        return;
    m_longestGapMs = gap;
    m_longestStep = m_step;
}

bool Witness::seesRequests()
{
    const int before = blockedByAny;
    PageProfile profile(nullptr);
    QWebEnginePage page(&profile);
    page.setUrl(QUrl(QStringLiteral("http://canary.invalid/")));
    return test::waitFor([&] { return blockedByAny > before; }, seenMs);
}

int Witness::blocked() const { return blockedByAny - m_blockedBefore; }

void Witness::reset()
{
    m_callsBefore = m_canary == nullptr ? 0 : m_canary->calls;
    m_blockedBefore = blockedByAny;
    m_navigations = 0;
    m_deaths = 0;
    m_opened.clear();
    m_sinceBeat.restart();
    m_longestGapMs = 0;
}

} // namespace quarterdeck::hostile
