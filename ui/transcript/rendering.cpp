#include "ui/transcript/rendering.h"

#include "ui/transcript/gpu.h"

#include <QByteArrayList>
#include <QWebEngineUrlScheme>
#include <algorithm>
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

namespace {

/// Chromium takes one stroke before a switch for two, and reads on behind its name.
QByteArray nameOf(QByteArray one)
{
    const bool isSwitch = one.startsWith('-');
    while (one.startsWith('-'))
        one.remove(0, 1);
    return isSwitch ? one.split('=').constFirst() : QByteArray();
}

} // namespace

QByteArray withoutRemoteControl(const QByteArray& switches)
{
    QByteArrayList kept;
    for (const QByteArray& one : switches.simplified().split(' ')) {
        const QByteArray name = nameOf(one);
        const bool isControl = name.startsWith("remote-") || name == "auto-open-devtools-for-tabs"
            || name == "disable-web-security" || name == "renderer-cmd-prefix";
        if (!isControl)
            kept << one;
    }
    return kept.join(' ');
}

bool isSandboxOff(const QByteArray& switches, bool isDisabled, bool isRoot)
{
    if (isRoot)
        return false;
    const QByteArrayList off{"no-sandbox", "single-process", "disable-seccomp-filter-sandbox",
                             "disable-namespace-sandbox", "allow-no-sandbox-job"};
    return isDisabled || std::ranges::any_of(switches.simplified().split(' '), [&](const QByteArray& one) {
               return off.contains(nameOf(one));
           });
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
    QByteArray flags = withoutRemoteControl(qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"));
    // Most ways into Chromium lead through the compiler of its scripts (ui/README.md has what was measured).
    if (!flags.contains("--js-flags"))
        flags += " --js-flags=--jitless";
    if (!hasGpu()) {
        if (!qEnvironmentVariableIsSet("QT_QUICK_BACKEND"))
            qputenv("QT_QUICK_BACKEND", "software");
        if (!flags.contains("--disable-gpu"))
            flags += " --disable-gpu";
    }
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags.trimmed());
}

} // namespace quarterdeck::ui::transcript
