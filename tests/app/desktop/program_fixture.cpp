#include "program_fixture.h"

#include "ui/transcript/rendering.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>

namespace quarterdeck::test {

ProgramFixture::ProgramFixture()
{
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath(QStringLiteral("config")));
}

QString ProgramFixture::write(const QString& name, const QByteArray& bytes) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test cannot write its file");
    return file.fileName();
}

QByteArray ProgramFixture::read(const QString& name) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll();
}

void ProgramFixture::start(const QString& library, const std::function<void(app::LaunchOptions&)>& change)
{
    end(); // one at a time
    app::LaunchOptions options;
    options.library = path(library);
    options.language = QStringLiteral("en");
    options.demoPace = 0;
    options.areSamplesOffered = false;
    if (change)
        change(options);
    m_program = app::Application::start(*qApp, options);
}

QString ProgramFixture::banner(const QString& id) const
{
    const QString name = QStringLiteral("banner.") + id;
    const auto shown = [&]() -> const QWidget* {
        for (const QWidget* banner : m_program->window().findChildren<QWidget*>(name))
            if (banner->isVisible())
                return banner;
        return nullptr;
    };
    return waitFor([&] { return shown() != nullptr; }, longMs) ? shown()->accessibleName() : QString();
}

QStringList ProgramFixture::banners() const
{
    QStringList names;
    const auto* stack = m_program->window().findChild<QWidget*>(QStringLiteral("banners"));
    for (const QWidget* banner : stack->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (banner->isVisible())
            names.append(banner->objectName());
    return names;
}

} // namespace quarterdeck::test
