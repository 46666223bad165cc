#include "ui/transcript/isolated_page.h"

#include "ui/transcript/page_policy.h"
#include "ui/transcript/page_profile.h"

#include <QFile>
#include <QLoggingCategory>
#include <QPointer>
#include <QWebEngineScript>
#include <QWebEngineScriptCollection>

namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
