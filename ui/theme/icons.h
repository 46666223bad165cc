#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QRectF>
#include <QTimer>

class QPainter;

namespace quarterdeck::ui::theme {

/// The bundled Lucide icons (resources/icons, ISC). The order is that of the file names.
enum class Icon : unsigned char {
    Archive,
    ArrowRight,
    AtSign,
    Bell,
    Check,
    ChevronDown,
    ChevronLeft,
    ChevronRight,
    ChevronUp,
    CircleAlert,
    CircleCheck,
    Clock,
    Coins,
    Command,
    Copy,
    Download,
    Ellipsis,
    Eye,
    EyeOff,
    FileText,
    FolderOpen,
    Globe,
    Hand,
    History,
    Image,
    Inbox,
    Link,
    Lock,
    Mail,
    Menu,
    MessageCircleQuestionMark,
    MessageSquare,
    Moon,
    OctagonX,
    PanelLeft,
    PanelRight,
    Pause,
    Pencil,
    Play,
    Plug,
    Plus,
    Reply,
    Route,
    Search,
    Send,
    Server,
    Settings,
    ShipWheel,
    SkipBack,
    SkipForward,
    Square,
    StepBack,
    StepForward,
    Sun,
    TriangleAlert,
    Unplug,
    User,
    Users,
    X,
    ZoomIn,
    ZoomOut,
    None,
};

/// "arrow-right", the name of the file.
QString iconName(Icon icon);

/// One icon of `size` px for a screen of `ratio`, drawn in `color` with the stroke the design gives that size. Cached.
QPixmap iconPixmap(Icon icon, int size, const QColor& color, double ratio = 1.0);

/// Paints an icon centred in `rect` at `size` px.
void paintIcon(QPainter& painter, Icon icon, const QRectF& rect, int size, const QColor& color);

/// An icon that takes its colour from the current theme each time it is painted, so it need not be set again if the
/// theme changes. Disabled: text-disabled. `theme` must outlive every widget that shows it.
QIcon themedIcon(const ThemeController& theme, Icon icon, Color color = Color::Text2);

/// Each state has its own shape; colour comes second. Done, Recorded, Stopped and Held are for sessions, the others for
/// roles as well. Stopped can continue, Done is over.
enum class StateGlyph { Idle, Thinking, Acting, Waiting, Paused, Failed, Done, Recorded, Stopped, Held };

/// Fills `rect` (14 px by design; 12 in team rows, 10 on small avatars). `surface` is what is beneath it, for the
/// holes. `turn` (0 … 1) turns the arc of Thinking; other glyphs ignore it.
void paintStateGlyph(QPainter& painter, const Theme& theme, const QRectF& rect, StateGlyph glyph,
                     Color surface = Color::BgWindow, double turn = 0.0);

/// Turns the arc of the thinking glyph, once in 1.6 s: besides the caret, the only thing that moves by itself. Stands
/// still if the style says that widgets are not animated. Ticks only while started. Thread: ui; the theme must outlive
/// it.
class ThinkingSpinner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ThinkingSpinner)

public:
    explicit ThinkingSpinner(const ThemeController& theme, QObject* parent = nullptr);

    void setRunning(bool on);
    double turn() const { return m_turn; }

signals:
    void turned(double turn); ///< 0 … 1

private:
    const ThemeController& m_theme;
    QTimer m_timer;
    double m_turn = 0;
};

} // namespace quarterdeck::ui::theme
