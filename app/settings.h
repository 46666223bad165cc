#pragma once

#include "ui/theme/theme_controller.h"

#include <QByteArray>
#include <QMap>
#include <QSettings>
#include <QString>
#include <memory>

namespace quarterdeck::app {

/// What the person chose and what the window remembers: one typed value each, kept in the platform's settings file.
/// Never secrets. Thread: ui.
class Settings final
{
public:
    Settings();

    [[nodiscard]] QString language() const; ///< "en", "zh_CN"; empty = the desktop's
    void setLanguage(const QString& language);
    [[nodiscard]] ui::theme::ThemeChoice theme() const;
    void setTheme(ui::theme::ThemeChoice choice);
    [[nodiscard]] double textScale() const;
    void setTextScale(double scale);
    [[nodiscard]] QMap<QString, QString> shortcuts() const; ///< as ActionRegistry::differences
    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    [[nodiscard]] QString lastSession() const;
    void setLastSession(const QString& session);
    [[nodiscard]] bool
    areSamplesOffered() const; ///< false once they were put into the library, so that removed ones stay away
    void setSamplesOffered(bool offered);

private:
    std::unique_ptr<QSettings> m_store;
};

} // namespace quarterdeck::app
