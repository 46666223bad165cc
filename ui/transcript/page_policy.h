#pragma once

#include <QUrl>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInfo>
#include <span>

class QWebEnginePage;

/// What our pages may do, as tables and pure rules, so that a test fails if any entry is loosened.
namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
