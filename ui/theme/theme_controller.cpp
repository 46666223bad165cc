#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QFile>
#include <QKeyEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QScopedValueRollback>
#include <QStyleFactory>
#include <QStyleHints>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace quarterdeck::ui::theme {

Scheme schemeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
        ? Scheme::Dark
        : Scheme::Light;
}

namespace {

/// Enter presses the button that has the focus, as Space does; Qt would let it press a dialog's default button instead.
bool isPressedByEnter(QObject* watched, const QKeyEvent& key)
{
    auto* button = qobject_cast<QAbstractButton*>(watched);
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (button == nullptr || !isEnter || key.isAutoRepeat() || (key.modifiers() & ~Qt::KeypadModifier) != 0)
        return false;
    if (qobject_cast<QCheckBox*>(button) != nullptr || qobject_cast<QRadioButton*>(button) != nullptr)
        return false;
    if (auto* push = qobject_cast<QPushButton*>(button); push != nullptr && push->menu() != nullptr)
        push->showMenu();
    else if (auto* tool = qobject_cast<QToolButton*>(button); tool != nullptr && tool->menu() != nullptr)
        tool->showMenu();
    else
        button->click();
    return true;
}

} // namespace

ThemeController::ThemeController(QApplication& application, QObject* parent)
    : QObject(parent)
    , m_application(application)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    // Some desktops hide them, and Qt considers any menu that no menu bar opened a context menu.
    QGuiApplication::styleHints()->setShowShortcutsInContextMenus(true);
    Theme::Options options;
    // Ours is not set yet, so this palette is the desktop's.
    options.scheme = schemeOf(QApplication::palette());
    options.uiFamilies = interfaceFamilies();
    options.monoFamilies = monospaceFamilies();
    m_theme = Theme(std::move(options));
    dress();
    m_application.installEventFilter(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        Theme::Options next = m_theme.options();
        next.scheme = wantedScheme();
        rebuild(std::move(next));
    });
#endif
}

ThemeController::~ThemeController() = default;

Scheme ThemeController::desktopScheme() const
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (const auto scheme = QGuiApplication::styleHints()->colorScheme(); scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark ? Scheme::Dark : Scheme::Light;
#endif
    // Every role but Light is ours (see Theme::palette), so Light tells what the desktop uses.
    return QApplication::palette().color(QPalette::Light).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

Scheme ThemeController::wantedScheme() const
{
    switch (m_choice) {
    case ThemeChoice::Light:
        return Scheme::Light;
    case ThemeChoice::Dark:
        return Scheme::Dark;
    case ThemeChoice::System:
        break;
    }
    return desktopScheme();
}

void ThemeController::setChoice(ThemeChoice choice)
{
    const bool isOther = std::exchange(m_choice, choice) != choice;
    Theme::Options next = m_theme.options();
    next.scheme = wantedScheme();
    rebuild(std::move(next));
    if (isOther)
        emit choiceChanged();
}

void ThemeController::setTextScale(double scale)
{
    Theme::Options next = m_theme.options();
    next.textScale = scale;
    rebuild(std::move(next));
}

void ThemeController::setHighContrast(bool on)
{
    Theme::Options next = m_theme.options();
    next.highContrast = on;
    rebuild(std::move(next));
}

void ThemeController::rebuild(Theme::Options options)
{
    Theme next(std::move(options));
    if (next.options() == m_theme.options())
        return;
    m_theme = std::move(next);
    dress();
    emit changed();
}

void ThemeController::dress()
{
    const QScopedValueRollback<bool> guard(m_isDressing, true);
    QApplication::setPalette(m_theme.palette());
    QApplication::setFont(m_theme.font(TextRole::Ui));
    QFile sheet(QStringLiteral(":/quarterdeck/theme/widgets.qss"));
    if (sheet.open(QIODevice::ReadOnly))
        m_application.setStyleSheet(m_theme.styleSheet(QString::fromUtf8(sheet.readAll())));
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == &m_application && !m_isDressing
        && m_choice == ThemeChoice::System) {
        // Queued: Qt is still passing the new palette to the windows.
        QTimer::singleShot(0, this, [this] { setChoice(m_choice); });
    }
    if (event->type() == QEvent::KeyPress && isPressedByEnter(watched, static_cast<const QKeyEvent&>(*event)))
        return true;
    return QObject::eventFilter(watched, event);
}

} // namespace quarterdeck::ui::theme
