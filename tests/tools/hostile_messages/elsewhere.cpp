#include "elsewhere.h"

#include "model/transfer/export_job.h"
#include "reading.h"
#include "tests/support/page_answer.h"
#include "tests/support/wait.h"
#include "ui/controllers/notifier.h"

#include <QTemporaryDir>
#include <QUrl>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineUrlRequestInterceptor>
#include <algorithm>
#include <optional>

namespace quarterdeck::hostile {

using test::waitFor;

namespace {

constexpr int tripLimitMs = 60'000;
constexpr int quietMs = 200; ///< for what needs only time: handlers, redirects
/// A notification has room for the beginning of a question.
constexpr std::size_t lookedAt = 200'000;
constexpr int shownAtLeast = 150;

class Requests final : public QWebEngineUrlRequestInterceptor
{
public:
    void interceptRequest(QWebEngineUrlRequestInfo& info) override
    {
        const QUrl url = info.requestUrl();
        if (info.resourceType() == QWebEngineUrlRequestInfo::ResourceTypeMainFrame
            || url.scheme() == QLatin1String("data"))
            return;
        asked << url.toDisplayString().left(80);
        info.block(true);
    }
    QStringList asked;
};

/// As a browser, but it goes nowhere: it counts that it was to.
class Browser final : public QWebEnginePage
{
public:
    using QWebEnginePage::QWebEnginePage;
    int navigations = 0;

protected:
    bool acceptNavigationRequest(const QUrl& url, NavigationType, bool) override
    {
        if (url.isLocalFile() && !m_isOpen) {
            m_isOpen = true;
            return true;
        }
        ++navigations;
        return false;
    }
    QWebEnginePage* createWindow(WebWindowType) override
    {
        ++navigations;
        return nullptr;
    }

private:
    bool m_isOpen = false;
};

const QString countDangers = QStringLiteral(R"js((() => {
  let count = window.__pwn === undefined ? 0 : 1;
  count += document.querySelectorAll('script, iframe, object, embed, form, base, link, a[href], svg a').length;
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) count += 1;
      if (/^(href|src|srcset|action|xlink:href|poster|background)$/i.test(name) && !/^data:image\//i.test(value)) count += 1;
    }
  }
  return count;
})())js");

QVariant eval(QWebEnginePage& page, const QString& script)
{
    return test::answerOf(page, script, tripLimitMs, QWebEngineScript::MainWorld).value_or(QVariant());
}

bool writeHtml(const std::shared_ptr<session::Library>& library, const session::SessionId& session, const QString& path)
{
    transfer::ExportRequest request;
    request.session = session;
    request.path = path.toStdString();
    request.format = "html";
    request.isRedacted = false;
    transfer::ExportJob job(library, request);
    std::optional<bool> isWritten;
    QObject::connect(&job, &transfer::ExportJob::finished, &job,
                     [&](const transfer::ExportReport& report) { isWritten = !report.error.has_value(); });
    job.start();
    return waitFor([&] { return isWritten.has_value(); }, tripLimitMs) && *isWritten;
}

} // namespace

QStringList notificationFaults(const HostileCase& hostile)
{
    session::SessionSummary session;
    conversation::Question question;
    question.asker = conversation::RoleName(hostile.text.substr(0, 100));
    question.text = hostile.text;
    QStringList faults;
    for (const QString& told : {ui::Notifier::titleOf(session, question), ui::Notifier::textOf(question)}) {
        const bool isPlain = !told.contains(QLatin1Char('<'))
            && std::ranges::all_of(told, [](QChar c) { return c.isPrint() || c.isSurrogate(); });
        if (!isPlain || told.size() > 2000)
            faults << QStringLiteral("a notification would say: %1").arg(told.left(80));
    }
    const QString beginning = QString::fromStdString(hostile.text.substr(0, lookedAt)).simplified().left(shownAtLeast);
    const QStringList words = wordsOf(beginning.toStdString());
    const QString text = ui::Notifier::textOf(question);
    const bool isSaid =
        words.isEmpty() || std::ranges::any_of(words, [&](const QString& word) { return isFoundIn(text, {word}); });
    if (!isSaid || text.trimmed().isEmpty() != beginning.isEmpty())
        faults << QStringLiteral("a notification would not say what is asked: %1").arg(text.left(40));
    return faults;
}

QStringList exportedPageFaults(const std::shared_ptr<session::Library>& library, const session::SessionId& session,
                               const HostileCase& hostile)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("session.html"));
    if (!writeHtml(library, session, path))
        return {QStringLiteral("it could not be written as HTML")};
    QWebEngineProfile profile;
    Requests requests;
    profile.setUrlRequestInterceptor(&requests);
    Browser browser(&profile);
    std::optional<bool> isLoaded;
    QObject::connect(&browser, &QWebEnginePage::loadFinished, &browser, [&](bool isSo) { isLoaded = isSo; });
    browser.load(QUrl::fromLocalFile(path));
    if (!waitFor([&] { return isLoaded.has_value(); }, tripLimitMs) || !*isLoaded)
        return {QStringLiteral("the exported page does not load")};
    (void)waitFor([] { return false; }, quietMs);
    QStringList faults;
    if (eval(browser, countDangers).toInt() > 0)
        faults << QStringLiteral("the exported page has something to run, to load or to follow");
    for (const QString& address : requests.asked)
        faults << QStringLiteral("the exported page asked for %1").arg(address);
    if (browser.navigations > 0)
        faults << QStringLiteral("the exported page went elsewhere");
    const QString shown = eval(browser, QStringLiteral("document.body.textContent.slice(0, 200000)")).toString();
    if (!isFoundIn(shown, wordsOf(hostile.text)))
        faults << QStringLiteral("the exported page cannot be read");
    return faults;
}

} // namespace quarterdeck::hostile
