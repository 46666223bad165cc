#include "ui/transcript/rendering.h"

#include "transcript/gpu.h"

#include <QByteArrayList>
#include <QWebEngineUrlScheme>
#include <algorithm>
#include <array>
#include <qtwebenginecoreglobal.h>
#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace quarterdeck::ui::transcript {

void registerTranscriptScheme()
{
    QWebEngineUrlScheme scheme(QByteArrayLiteral("app"));
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}

QByteArray withoutRemoteControl(const QByteArray& switches)
{
    QByteArrayList kept;
    for (const QByteArray& one : switches.simplified().split(' ')) {
        const bool isControl = one.startsWith("--remote-") || one == "--auto-open-devtools-for-tabs"
            || one.startsWith("--disable-web-security") || one.startsWith("--renderer-cmd-prefix");
        if (!isControl)
            kept << one;
    }
    return kept.join(' ');
}

bool isSandboxOff(const QByteArray& switches, bool isDisabled, bool isRoot)
{
    if (isRoot)
        return false;
    const QByteArrayList all = switches.simplified().split(' ');
    constexpr std::array off{"--no-sandbox", "--single-process", "--disable-seccomp-filter-sandbox",
                             "--disable-namespace-sandbox", "--allow-no-sandbox-job"};
    return isDisabled || std::ranges::any_of(off, [&](const char* one) { return all.contains(one); });
}

bool isSandboxOff()
{
#ifdef Q_OS_UNIX
    const bool isRoot = geteuid() == 0;
#else
    const bool isRoot = false;
#endif
    return isSandboxOff(qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"), qEnvironmentVariableIsSet("QTWEBENGINE_DISABLE_SANDBOX"),
                        isRoot);
}

QString webEngineVersion()
{
    const QString version = QString::fromLatin1(qWebEngineChromiumVersion());
#if QT_VERSION >= QT_VERSION_CHECK(6, 3, 0)
    return version + QStringLiteral(", security patches up to ")
        + QString::fromLatin1(qWebEngineChromiumSecurityPatchVersion());
#else
    return version;
#endif
}

void prepareRendering()
{
    // Whoever can start this program with an environment of their own should still not speak through its pages.
    qunsetenv("QTWEBENGINE_REMOTE_DEBUGGING");
    if (const QByteArray given = qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"); !given.isEmpty())
        qputenv("QTWEBENGINE_CHROMIUM_FLAGS", withoutRemoteControl(given));
    if (hasGpu())
        return;
    if (!qEnvironmentVariableIsSet("QT_QUICK_BACKEND"))
        qputenv("QT_QUICK_BACKEND", "software");
    const QByteArray flags = qgetenv("QTWEBENGINE_CHROMIUM_FLAGS");
    if (!flags.contains("--disable-gpu"))
        qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags.isEmpty() ? QByteArray("--disable-gpu") : flags + " --disable-gpu");
}

} // namespace quarterdeck::ui::transcript
