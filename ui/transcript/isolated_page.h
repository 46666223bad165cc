#pragma once

#include <QList>
#include <QStringList>
#include <QUrl>
#include <QWebEnginePage>
#include <QWebEngineScript>

namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
