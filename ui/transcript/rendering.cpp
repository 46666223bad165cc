#include "ui/transcript/rendering.h"

#include "transcript/gpu.h"

#include <QWebEngineUrlScheme>

namespace quarterdeck::ui::transcript {

void registerTranscriptScheme()
{
    QWebEngineUrlScheme scheme(QByteArrayLiteral("app"));
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}

void prepareRendering()
{
    if (hasGpu())
        return;
    if (!qEnvironmentVariableIsSet("QT_QUICK_BACKEND"))
        qputenv("QT_QUICK_BACKEND", "software");
    const QByteArray flags = qgetenv("QTWEBENGINE_CHROMIUM_FLAGS");
    if (!flags.contains("--disable-gpu"))
        qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags.isEmpty() ? QByteArray("--disable-gpu") : flags + " --disable-gpu");
}

} // namespace quarterdeck::ui::transcript
