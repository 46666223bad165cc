#include "ui/transcript/gpu.h"

#include <QDir>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <array>

namespace quarterdeck::ui::transcript {

namespace {

bool hasRenderNode()
{
#ifdef Q_OS_LINUX
    return !QDir(QStringLiteral("/dev/dri")).entryList({QStringLiteral("renderD*")}, QDir::System).isEmpty();
#else
    return true;
#endif
}

QByteArray rendererName()
{
    QOpenGLContext context;
    QOffscreenSurface surface;
    surface.create();
    if (!surface.isValid() || !context.create() || !context.makeCurrent(&surface))
        return {};
    const GLubyte* name = context.functions()->glGetString(GL_RENDERER);
    const QByteArray copy(reinterpret_cast<const char*>(name));
    context.doneCurrent();
    return copy;
}

} // namespace

bool isSoftwareRenderer(QByteArrayView renderer)
{
    if (renderer.isEmpty())
        return true; // no GL at all
    constexpr std::array<const char*, 5> names{"llvmpipe", "softpipe", "swiftshader", "swrast", "software rasterizer"};
    const QByteArray lower = renderer.toByteArray().toLower();
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return lower.contains(name); });
}

bool hasGpu() { return hasRenderNode() && !isSoftwareRenderer(rendererName()); }

} // namespace quarterdeck::ui::transcript
