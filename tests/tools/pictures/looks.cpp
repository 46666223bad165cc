// Makes pictures of a recording for those who judge the look: in each theme, text size and width, window by window from
// its first message to its last. Usage: looks OUT_DIR RECORDING [ONLY], e.g. ONLY = dark-100-1440

#include "scene.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_page.h"

#include <QDir>
#include <QTemporaryDir>
#include <array>
#include <cstdio>
#include <string_view>

using namespace quarterdeck;
using pictures::limitMs;
using pictures::Scene;

namespace {

struct Look
{
    const char* theme;
    bool isHighContrast;
    int percent;
    int width;

    [[nodiscard]] QString name() const
    {
        return QStringLiteral("%1%2-%3-%4")
            .arg(QString::fromLatin1(theme), isHighContrast ? QStringLiteral("-high") : QString())
            .arg(percent)
            .arg(width);
    }
};

constexpr int height = 1800;

constexpr std::array looks{
    Look{"light", false, 100, 1440}, Look{"dark", false, 100, 1440},  Look{"light", true, 100, 1440},
    Look{"dark", true, 100, 1440},   Look{"light", false, 80, 1440},  Look{"light", false, 150, 1440},
    Look{"dark", false, 200, 1440},  Look{"light", false, 100, 700},  Look{"light", false, 100, 810},
    Look{"dark", false, 100, 990},   Look{"light", false, 100, 3000}, Look{"light", false, 200, 700},
};

/// As a person does: by the menu's steps of a tenth.
void setLook(const Scene& scene, const Look& look)
{
    using ui::ActionId;
    scene.actions()[look.theme == std::string_view("dark") ? ActionId::ThemeDark : ActionId::ThemeLight].trigger();
    if (scene.actions()[ActionId::ThemeHighContrast].isChecked() != look.isHighContrast)
        scene.actions()[ActionId::ThemeHighContrast].trigger();
    scene.actions()[ActionId::ViewTextNormal].trigger();
    for (int i = 0; i < qAbs(look.percent - 100) / 10; ++i)
        scene.actions()[look.percent > 100 ? ActionId::ViewTextLarger : ActionId::ViewTextSmaller].trigger();
    scene.resize(look.width, height);
}

/// One picture per window full of messages; the next begins where a message was cut.
bool saveWhole(const Scene& scene, const QDir& out, const QString& name)
{
    auto& page = scene.page();
    std::int64_t last = 0;
    const QObject listener; // takes the connection along at the end
    QObject::connect(&page.page(), &ui::transcript::TranscriptPage::visibleRangeChanged, &listener,
                     [&](conversation::Ordinal, conversation::Ordinal ordinal) { last = ordinal.value; });
    std::int64_t first = 0;
    for (int part = 1;; ++part) {
        page.page().scrollTo({conversation::Ordinal{first}, ui::transcript::Align::Start}, false);
        if (!scene.save(out.filePath(QStringLiteral("%1.%2.png").arg(name).arg(part, 2, 10, QLatin1Char('0')))))
            return false;
        if (last + 1 >= page.page().shown().total)
            break;
        first = std::max(last, first + 1);
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    if (argc < 3) {
        std::fprintf(stderr, "usage: looks OUT_DIR RECORDING [ONLY...]\n");
        return 2;
    }
    const QDir out(QString::fromLocal8Bit(argv[1]));
    const QStringList only = application.arguments().mid(3);
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    const Scene scene(application, folder.filePath(QStringLiteral("looks.db")), "en", "light", false,
                      {QString::fromLocal8Bit(argv[2])});
    bool isGood = out.mkpath(QStringLiteral("."))
        && test::waitFor([&] { return scene.page().page().shown().total > 0; }, limitMs);
    for (const Look& look : looks) {
        if (!isGood || (!only.isEmpty() && !only.contains(look.name())))
            continue;
        setLook(scene, look);
        isGood = saveWhole(scene, out, look.name());
    }
    return isGood ? 0 : 1;
}
