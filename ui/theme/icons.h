#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QPixmap>

namespace quarterdeck::ui::theme {

class ThemeController;

/// The bundled Lucide icons (resources/icons, ISC). The order is that of the file names.
enum class Icon : unsigned char {
    Archive,
    ArrowLeft,
    ArrowRight,
    AtSign,
    Ban,
    Bell,
    Bookmark,
    Braces,
    Check,
    ChevronDown,
    ChevronLeft,
    ChevronRight,
    ChevronUp,
    CircleAlert,
    CircleCheck,
    CircleQuestionMark,
    Clock,
    Coins,
    Command,
    Copy,
    CornerDownLeft,
    Download,
    Ellipsis,
    ExternalLink,
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
    Paperclip,
    Pause,
    Pencil,
    Play,
    Plug,
    Plus,
    Reply,
    Route,
    Rows3,
    Search,
    Send,
    Server,
    Settings,
    ShieldAlert,
    ShipWheel,
    SkipBack,
    SkipForward,
    Square,
    StepBack,
    StepForward,
    Sun,
    TriangleAlert,
    Undo2,
    Unplug,
    Upload,
    User,
    Users,
    Wrench,
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

} // namespace quarterdeck::ui::theme
