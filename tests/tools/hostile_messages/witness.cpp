#include "hostile_messages/witness.h"

#include "transcript/isolated_page.h"
#include "transcript/page_profile.h"

#include <QDesktopServices>
#include <algorithm>
#include <array>

namespace quarterdeck::hostile {

namespace {

constexpr std::array schemes{"http", "https",   "mailto",     "file", "javascript", "data",
                             "ftp",  "ms-msdt", "calculator", "bash", "vscode"};
constexpr int beatMs = 1;

} // namespace

Witness::Witness(QWebEnginePage& page, const test::Canary* canary, QObject* parent) : QObject(parent), m_canary(canary)
{
    for (const char* scheme : schemes)
        QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "open");
    using ui::transcript::IsolatedPage;
    using ui::transcript::PageProfile;
    if (auto* isolated = qobject_cast<IsolatedPage*>(&page))
        connect(isolated, &IsolatedPage::navigationRefused, this, [this] { ++m_navigations; });
    if (auto* profile = qobject_cast<PageProfile*>(page.profile()))
        connect(profile, &PageProfile::requestBlocked, this, [this] { ++m_blocked; });
    connect(&m_beat, &QTimer::timeout, this,
            [this] { m_longestGapMs = std::max(m_longestGapMs, m_sinceBeat.restart() - beatMs); });
    m_sinceBeat.start();
    m_beat.start(beatMs);
}

Witness::~Witness()
{
    for (const char* scheme : schemes)
        QDesktopServices::unsetUrlHandler(QString::fromLatin1(scheme));
}

void Witness::reset()
{
    m_callsBefore = m_canary == nullptr ? 0 : m_canary->calls;
    m_blocked = 0;
    m_navigations = 0;
    m_opened.clear();
    m_sinceBeat.restart();
    m_longestGapMs = 0;
}

} // namespace quarterdeck::hostile
