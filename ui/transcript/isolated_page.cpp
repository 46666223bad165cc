#include "ui/transcript/isolated_page.h"

#include "ui/transcript/page_profile.h"

#include <QEvent>
#include <QFile>
#include <QLoggingCategory>
#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>
#include <QWidget>

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

namespace {

Q_LOGGING_CATEGORY(logScript, "quarterdeck.ui.page.script")

constexpr qsizetype longestLoggedMessage = 500;
constexpr int mostTries = 5;

QString sourceOf(const QString& resource)
{
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly)) {
        qCCritical(logScript) << "missing" << resource;
        return {};
    }
    return QString::fromUtf8(file.readAll());
}

QWebEngineScript isolatedScript(const QString& name, const QString& source)
{
    QWebEngineScript script;
    script.setName(name);
    script.setSourceCode(source);
    script.setWorldId(QWebEngineScript::ApplicationWorld);
    script.setInjectionPoint(QWebEngineScript::DocumentReady);
    script.setRunsOnSubFrames(false);
    return script;
}

} // namespace

IsolatedPage::IsolatedPage(PageProfile& profile, QUrl address, const QStringList& resources, QObject* parent)
    : QWebEnginePage(&profile, parent)
    , m_address(std::move(address))
{
    applyPageSettings(*settings());
    denyPermissions(*this);
    for (const QString& resource : resources)
        m_scripts.append(isolatedScript(resource, sourceOf(resource)));
    m_scripts.append(isolatedScript(QStringLiteral("last"), QStringLiteral("globalThis.quarterdeckScripted = true;")));
    scripts().insert(m_scripts);
    connect(this, &QWebEnginePage::loadFinished, this, [this](bool isOk) {
        if (isOk)
            checkScripts();
    });
}

void IsolatedPage::open()
{
    m_triesLeft = mostTries;
    setUrl(m_address);
}

/// After a crash, the new process sometimes has none of the scripts, however often it loads the page (Qt 6.4.2, about
/// one crash in six; cause unknown). Installing them again and reloading once fixes it.
void IsolatedPage::checkScripts()
{
    runJavaScript(QStringLiteral("globalThis.quarterdeckScripted === true"), QWebEngineScript::ApplicationWorld,
                  [page = QPointer(this)](const QVariant& isScripted) {
                      if (!page || !isScripted.isValid())
                          return; // gone, or dead again
                      if (isScripted.toBool())
                          emit page->opened();
                      else if (page->m_triesLeft-- > 0)
                          page->tellScriptsAgain();
                  });
}

void IsolatedPage::tellScriptsAgain()
{
    qCDebug(logScript) << "the page has no scripts: they are told again";
    scripts().clear();
    scripts().insert(m_scripts);
    setUrl(m_address);
}

bool IsolatedPage::acceptNavigationRequest(const QUrl& url, NavigationType, bool isMainFrame)
{
    if (mayNavigate(url, m_address, isMainFrame))
        return true;
    emit navigationRefused(url);
    return false;
}

QWebEnginePage* IsolatedPage::createWindow(WebWindowType) { return nullptr; }

QStringList IsolatedPage::chooseFiles(FileSelectionMode, const QStringList&, const QStringList&) { return {}; }

void IsolatedPage::javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString& message, int line,
                                            const QString& source)
{
    // The page's output may quote an agent, so it is never logged above debug.
    qCDebug(logScript).noquote() << level << source << line << message.left(longestLoggedMessage);
}

void IsolatedPage::javaScriptAlert(const QUrl&, const QString&) { }

bool IsolatedPage::javaScriptConfirm(const QUrl&, const QString&) { return false; }

bool IsolatedPage::javaScriptPrompt(const QUrl&, const QString&, const QString&, QString*) { return false; }

namespace {

bool isAct(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::InputMethod:
    case QEvent::TouchBegin:
    case QEvent::TouchEnd:
    case QEvent::TabletPress:
    case QEvent::TabletRelease:
        return true;
    default:
        return false;
    }
}

} // namespace

InputGate::InputGate(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page) { }

void InputGate::watch(QWidget& widget) { widget.installEventFilter(this); }

void InputGate::open()
{
    m_happened.start();
    m_seen.invalidate();
    const auto ask = [this, event = ++m_event] {
        m_page.runJavaScript(QStringLiteral("0"), QWebEngineScript::ApplicationWorld,
                             [gate = QPointer(this), event](const QVariant&) {
                                 if (gate && gate->m_event == event)
                                     gate->m_seen.start();
                             });
    };
    // Behind the event, which the widget has not handed on yet.
    QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
}

bool InputGate::isOpen() const
{
    // The page says itself when it has seen the event, so that alone must not keep the gate open.
    const bool isLate = !m_happened.isValid() || m_happened.elapsed() > latestMs;
    return !isLate && (!m_seen.isValid() || m_seen.elapsed() <= openMs);
}

bool InputGate::eventFilter(QObject* watched, QEvent* event)
{
    // Programs post events as well; those of the window system are spontaneous. An input method's are not.
    if (isAct(*event) && (event->spontaneous() || event->type() == QEvent::InputMethod))
        open();
    return QObject::eventFilter(watched, event);
}

} // namespace quarterdeck::ui::transcript
