#include "ui/transcript/page_profile.h"

#include "ui/transcript/page_policy.h"

#include <QLoggingCategory>
#include <QWebEngineUrlRequestInterceptor>

namespace quarterdeck::ui::transcript {

namespace {

Q_LOGGING_CATEGORY(logPage, "quarterdeck.ui.page")

class UrlInterceptor final : public QWebEngineUrlRequestInterceptor
{
public:
    explicit UrlInterceptor(PageProfile& profile) : QWebEngineUrlRequestInterceptor(&profile), m_profile(profile) { }

    void interceptRequest(QWebEngineUrlRequestInfo& info) override
    {
        if (mayRequest(info.requestUrl(), info.initiator(), info.resourceType()))
            return;
        info.block(true);
        qCDebug(logPage) << "blocked a request of type" << info.resourceType() << "to" << info.requestUrl().host();
        emit m_profile.requestBlocked(info.requestUrl());
    }

private:
    PageProfile& m_profile;
};

} // namespace

PageProfile::PageProfile(std::shared_ptr<session::Library> attachments, const RemoteImages* pictures, QObject* parent)
    : QWebEngineProfile(parent)
    , m_handler(std::move(attachments), pictures)
{
    setHttpCacheType(QWebEngineProfile::NoCache);
    setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
    setSpellCheckEnabled(false);
    setUrlRequestInterceptor(new UrlInterceptor(*this));
    installUrlSchemeHandler(QByteArrayLiteral("app"), &m_handler);
    applyPageSettings(*settings());
    // A download that nobody accepts is cancelled.
}

PageProfile::~PageProfile() { removeUrlSchemeHandler(&m_handler); }

} // namespace quarterdeck::ui::transcript
