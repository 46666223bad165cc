#include "ui/transcript/page_policy.h"

#include <QWebEnginePage>
#include <array>
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
#include <QWebEnginePermission>
#endif

namespace quarterdeck::ui::transcript {

namespace {

using S = QWebEngineSettings;

constexpr std::array settings{
    PageSetting{S::JavascriptEnabled, true}, // ours, in its isolated world: the page's policy lets no other run
    PageSetting{S::AutoLoadImages, true},    // from our scheme
    PageSetting{S::WebRTCPublicInterfacesOnly, true},
    PageSetting{S::PlaybackRequiresUserGesture, true},
    PageSetting{S::ShowScrollBars, true}, // of code and tables; the page itself hides its own
    PageSetting{S::Accelerated2dCanvasEnabled, false},
    PageSetting{S::AllowGeolocationOnInsecureOrigins, false},
    PageSetting{S::AllowRunningInsecureContent, false},
    PageSetting{S::AllowWindowActivationFromJavaScript, false},
    PageSetting{S::AutoLoadIconsForPage, false},
    PageSetting{S::DnsPrefetchEnabled, false},
    PageSetting{S::ErrorPageEnabled, false},
    PageSetting{S::FocusOnNavigationEnabled, false},
    PageSetting{S::FullScreenSupportEnabled, false},
    PageSetting{S::HyperlinkAuditingEnabled, false},
    PageSetting{S::JavascriptCanAccessClipboard, false},
    PageSetting{S::JavascriptCanOpenWindows, false},
    PageSetting{S::JavascriptCanPaste, false},
    PageSetting{S::LinksIncludedInFocusChain, true}, // the keyboard's way to links and buttons
    PageSetting{S::LocalContentCanAccessFileUrls, false},
    PageSetting{S::LocalContentCanAccessRemoteUrls, false},
    PageSetting{S::LocalStorageEnabled, false},
    PageSetting{S::NavigateOnDropEnabled, false},
    PageSetting{S::PdfViewerEnabled, false},
    PageSetting{S::PluginsEnabled, false},
    PageSetting{S::PrintElementBackgrounds, false},
    PageSetting{S::ScreenCaptureEnabled, false},
    PageSetting{S::ScrollAnimatorEnabled, false},
    PageSetting{S::SpatialNavigationEnabled, false},
    PageSetting{S::TouchIconsEnabled, false},
    PageSetting{S::WebGLEnabled, false},
    PageSetting{S::XSSAuditingEnabled, false},
};

bool isOurs(const QUrl& url) { return url.scheme() == QLatin1StringView("app"); }

bool isLoadedByPages(QWebEngineUrlRequestInfo::ResourceType type)
{
    switch (type) {
    case QWebEngineUrlRequestInfo::ResourceTypeMainFrame:
    case QWebEngineUrlRequestInfo::ResourceTypeStylesheet:
    case QWebEngineUrlRequestInfo::ResourceTypeImage:
    case QWebEngineUrlRequestInfo::ResourceTypeFontResource:
    case QWebEngineUrlRequestInfo::ResourceTypeMedia:
        return true;
    default:
        return false;
    }
}

} // namespace

std::span<const PageSetting> pageSettings() { return settings; }

void applyPageSettings(QWebEngineSettings& target)
{
    for (const PageSetting& setting : settings)
        target.setAttribute(setting.attribute, setting.isOn);
    target.setUnknownUrlSchemePolicy(QWebEngineSettings::DisallowUnknownUrlSchemes);
}

bool mayRequest(const QUrl& url, const QUrl& initiator, QWebEngineUrlRequestInfo::ResourceType type)
{
    if (!initiator.isEmpty() && !isOurs(initiator))
        return false;
    if (url.scheme() == QLatin1StringView("blob")) // a diagram's picture, made by our script from what it was given
        return type == QWebEngineUrlRequestInfo::ResourceTypeImage
            && url.path().startsWith(QLatin1StringView("app://"));
    return isOurs(url) && isLoadedByPages(type);
}

bool mayNavigate(const QUrl& url, const QUrl& ownPage, bool isMainFrame)
{
    return isMainFrame && !url.isEmpty() && url == ownPage;
}

void denyPermissions(QWebEnginePage& page)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QObject::connect(&page, &QWebEnginePage::permissionRequested, &page,
                     [](const QWebEnginePermission& permission) { permission.deny(); });
#else
    QObject::connect(&page, &QWebEnginePage::featurePermissionRequested, &page,
                     [&page](const QUrl& origin, QWebEnginePage::Feature feature) {
                         page.setFeaturePermission(origin, feature, QWebEnginePage::PermissionDeniedByUser);
                     });
#endif
}

} // namespace quarterdeck::ui::transcript
