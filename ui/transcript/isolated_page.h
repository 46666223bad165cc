#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QStringList>
#include <QUrl>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInfo>

#include <span>

class QWebEnginePage;
class QWidget;

namespace quarterdeck::ui::transcript {

/// What our pages may do, as tables and pure rules, so that a test fails if any entry is loosened.

struct PageSetting
{
    QWebEngineSettings::WebAttribute attribute;
    bool isOn;
};
/// Everything that our pages do not need is off.
[[nodiscard]] std::span<const PageSetting> pageSettings();
void applyPageSettings(QWebEngineSettings& settings);

/// The interceptor's rule: only our own scheme, only as something that our pages load, and only for our pages.
/// `initiator` is empty for the page itself.
[[nodiscard]] bool mayRequest(const QUrl& url, const QUrl& initiator, QWebEngineUrlRequestInfo::ResourceType type);
/// acceptNavigationRequest's rule: the page itself and nothing else.
[[nodiscard]] bool mayNavigate(const QUrl& url, const QUrl& ownPage, bool isMainFrame);

/// Refuses every permission that the page requests, in both generations of the API.
void denyPermissions(QWebEnginePage& page);

class PageProfile;

/// A page of ours: shows one address of the scheme `app` and never another, opens no window, grants nothing. Our script
/// runs in the isolated ApplicationWorld; the page's own world has none. Thread: ui.
class IsolatedPage final : public QWebEnginePage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IsolatedPage)
public:
    /// `scripts`: resource paths, injected in this order once the document is ready.
    IsolatedPage(PageProfile& profile, QUrl address, const QStringList& scripts, QObject* parent = nullptr);

    /// Loads or reloads the page. `opened` follows, or nothing if that fails.
    void open();

signals:
    /// The page and its scripts are there.
    void opened();
    /// Somebody tried to navigate away. Links clicked by a person come through the bridge, so this is for tests and the
    /// log.
    void navigationRefused(const QUrl& url);

protected:
    bool acceptNavigationRequest(const QUrl& url, NavigationType type, bool isMainFrame) override;
    QWebEnginePage* createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode mode, const QStringList& oldFiles, const QStringList& mimeTypes) override;
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString& message, int line,
                                  const QString& source) override;
    void javaScriptAlert(const QUrl& origin, const QString& message) override;
    bool javaScriptConfirm(const QUrl& origin, const QString& message) override;
    bool javaScriptPrompt(const QUrl& origin, const QString& message, const QString& proposal, QString* text) override;

private:
    void checkScripts();
    void tellScriptsAgain();

    QUrl m_address;
    QList<QWebEngineScript> m_scripts;
    int m_triesLeft = 0;
};

/// Whether a page may act for the person: only just after they did something in it, so that a page whose process was
/// taken over cannot answer, open or copy by itself. Real events of the window system count; nothing in the page can
/// make one. Thread: ui.
class InputGate final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputGate)
public:
    /// How long the page may act after it has seen the event.
    static constexpr int openMs = 1'000;
    /// How long it may take to see it. A page that is busy says nothing meanwhile, neither good nor bad.
    static constexpr int latestMs = 5'000;

    /// `page` must outlive this.
    explicit InputGate(QWebEnginePage& page, QObject* parent = nullptr);

    /// Follows the events of the widget that shows the page; of each one that it gets.
    void watch(QWidget& widget);
    /// The person chose something for the page elsewhere in the window, such as in a menu.
    void open();
    [[nodiscard]] bool isOpen() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWebEnginePage& m_page;
    QElapsedTimer m_happened; ///< invalid: nothing was done yet
    QElapsedTimer m_seen;     ///< invalid: the page has not seen it
    int m_event = 0;          ///< answers about an earlier one do not count
};

} // namespace quarterdeck::ui::transcript
