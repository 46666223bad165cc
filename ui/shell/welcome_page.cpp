#include "ui/shell/welcome_page.h"

#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <array>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::RoleShade;
using theme::TextRole;

/// Five messages of a team, drawn like the transcript's rail.
class WelcomePage::Drawing final : public QWidget
{
public:
    Drawing(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
    {
        setObjectName(QStringLiteral("firstStart.drawing"));
        const auto resize = [this] { setFixedSize(m_theme.theme().px(400), m_theme.theme().px(150)); };
        resize();
        connect(&theme, &theme::ThemeController::changed, this, resize);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(width() / 400.0, height() / 150.0);
        for (int lane = 0; lane < laneCount; ++lane) {
            QColor color = laneColor(lane);
            color.setAlphaF(0.45F);
            painter.setPen(QPen(color, 1));
            painter.drawLine(QPointF(laneX(lane), 6), QPointF(laneX(lane), 144));
        }
        for (const Arrow& arrow : arrows)
            paintArrow(painter, arrow);
    }

private:
    struct Arrow
    {
        int from;
        int to;
        double y;
        bool isQuestion;
    };
    static constexpr int laneCount = 5;
    static constexpr std::array<Arrow, 5> arrows{
        {{0, 1, 26, false}, {1, 2, 50, false}, {2, 1, 74, false}, {3, 0, 98, true}, {1, 4, 122, false}}};

    static double laneX(int lane) { return 60.5 + 70 * lane; }

    QColor laneColor(int lane) const
    {
        return m_theme.theme().color(lane == 0 ? Color::You : theme::roleColor(lane, RoleShade::Line));
    }

    void paintArrow(QPainter& painter, const Arrow& arrow) const
    {
        const QColor color = arrow.isQuestion ? m_theme.theme().color(Color::AskEdge) : laneColor(arrow.from);
        const double start = laneX(arrow.from);
        const double tip = laneX(arrow.to);
        const double back = tip > start ? -10 : 10;
        painter.setPen(QPen(color, 2));
        painter.drawLine(QPointF(start, arrow.y), QPointF(tip + back / 2, arrow.y));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF{{tip, arrow.y}, {tip + back, arrow.y - 5.5}, {tip + back, arrow.y + 5.5}});
        painter.setBrush(laneColor(arrow.from));
        if (arrow.from == 0)
            painter.drawEllipse(QPointF(start, arrow.y), 6.5, 6.5);
        else
            painter.drawRoundedRect(QRectF(start - 6, arrow.y - 6, 12, 12), 3.5, 3.5);
    }

    const theme::ThemeController& m_theme;
};

class WelcomePage::WayRow final : public QAbstractButton
{
public:
    WayRow(const theme::ThemeController& theme, const QString& objectName, Icon icon, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_icon(icon)
    {
        setObjectName(objectName);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
    }

    void setWords(const QString& title, const QString& detail, const QKeySequence& keys)
    {
        setText(title);
        m_detail = detail;
        m_keys = theme::keyCapText(keys);
        setAccessibleName(title);
        setAccessibleDescription(detail);
        update();
    }

    QSize sizeHint() const override { return {m_theme.theme().px(520), m_theme.theme().px(59)}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        const double scale = look.options().textScale;
        QPainter painter(this);
        const auto ink = [this, &look](Color color) { return look.color(isEnabled() ? color : Color::TextDisabled); };
        if (underMouse() && isEnabled())
            painter.fillRect(rect(), look.color(isDown() ? Color::BgPressed : Color::BgHover));
        theme::paintHairline(painter, look, rect(), Qt::BottomEdge);
        const QRectF inner = QRectF(rect()).adjusted(12 * scale, 0, -12 * scale, 0);
        theme::paintIcon(painter, m_icon, QRectF(inner.left(), 0, 16 * scale, height()), look.px(16),
                         ink(Color::Text2));
        double right = inner.right();
        if (m_keys.isEmpty()) {
            theme::paintIcon(painter, Icon::ChevronRight, QRectF(right - 14 * scale, 0, 14 * scale, height()),
                             look.px(14), ink(Color::Text2));
            right -= 24 * scale;
        } else {
            const QSize size = theme::keyCapSize(look, m_keys);
            theme::paintKeyCap(
                painter, look,
                QRectF(right - size.width(), (height() - size.height()) / 2.0, size.width(), size.height()), m_keys);
            right -= size.width() + 10 * scale;
        }
        const double left = inner.left() + 32 * scale;
        theme::paintText(painter, QRectF(left, 10 * scale, right - left, 20 * scale), text(),
                         look.font(TextRole::Ui, QFont::Medium), ink(Color::Text1));
        theme::paintText(painter, QRectF(left, 31 * scale, right - left, 18 * scale), m_detail,
                         look.font(TextRole::Meta), ink(Color::Text3));
    }

private:
    const theme::ThemeController& m_theme;
    Icon m_icon;
    QString m_detail;
    QString m_keys;
};

WelcomePage::WelcomePage(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent)
    : Surface(theme, Color::BgCanvas, {}, parent)
    , m_actions(actions)
    , m_heading(new theme::TextLabel(theme, TextRole::Title, Color::Text1, QFont::DemiBold, this))
    , m_lead(new theme::TextLabel(theme, TextRole::Read, Color::Text2, QFont::Normal, this))
    , m_demo(theme::makeButton(theme, QStringLiteral("firstStart.demo"), {}, theme::ButtonKind::Primary, Icon::Play,
                               theme::ButtonSize::Big, this))
    , m_model(new WayRow(theme, QStringLiteral("firstStart.model"), Icon::Users, this))
    , m_program(new WayRow(theme, QStringLiteral("firstStart.program"), Icon::Plug, this))
    , m_file(new WayRow(theme, QStringLiteral("firstStart.file"), Icon::Download, this))
{
    setObjectName(QStringLiteral("firstStart"));
    m_lead->setWordWrap(true);
    m_lead->setAlignment(Qt::AlignHCenter);
    m_lead->setFixedWidth(theme.theme().px(500));
    auto* rule = new Surface(theme, Color::Line1, {}, this);
    rule->setFixedSize(theme.theme().px(520), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(0);
    column->addStretch();
    column->addWidget(new Drawing(theme, this), 0, Qt::AlignHCenter);
    column->addSpacing(22);
    column->addWidget(m_heading, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addWidget(m_lead, 0, Qt::AlignHCenter);
    column->addSpacing(18);
    column->addWidget(m_demo, 0, Qt::AlignHCenter);
    column->addSpacing(28);
    column->addWidget(rule, 0, Qt::AlignHCenter);
    for (WayRow* row : {m_model, m_program, m_file})
        column->addWidget(row, 0, Qt::AlignHCenter);
    column->addStretch();
    connect(m_demo, &QPushButton::clicked, &actions[ActionId::SessionDemo], &QAction::trigger);
    connect(m_model, &QAbstractButton::clicked, &actions[ActionId::SessionTeam], &QAction::trigger);
    connect(m_program, &QAbstractButton::clicked, &actions[ActionId::AgentsConnect], &QAction::trigger);
    connect(m_file, &QAbstractButton::clicked, &actions[ActionId::SessionOpen], &QAction::trigger);
    // If nothing can be stored, none of the ways works.
    const auto follow = [](QAbstractButton* button, QAction& action) {
        button->setEnabled(action.isEnabled());
        connect(&action, &QAction::enabledChanged, button, &QWidget::setEnabled);
    };
    follow(m_demo, actions[ActionId::SessionDemo]);
    follow(m_model, actions[ActionId::SessionTeam]);
    follow(m_program, actions[ActionId::AgentsConnect]);
    follow(m_file, actions[ActionId::SessionOpen]);
    setFocusProxy(m_demo);
    retranslate();
}

void WelcomePage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void WelcomePage::retranslate()
{
    setAccessibleName(tr("Getting started"));
    m_heading->setText(tr("Watch a team work"));
    m_lead->setText(tr("Five scripted agents build a small game. They will ask you two questions. No key or network is "
                       "needed, and it takes about two minutes."));
    theme::setButtonText(controller(), *m_demo, tr("Try the demo team"));
    m_model->setWords(tr("Run a team on a model"), tr("OpenAI-compatible, Anthropic, Ollama or llama.cpp"),
                      m_actions.shortcut(ActionId::SessionTeam));
    m_program->setWords(tr("Connect an agent program"), tr("AgentScope, MCP or any other: one line to add"), {});
    m_file->setWords(tr("Import a file"), tr("or drop it anywhere on this window"),
                     m_actions.shortcut(ActionId::SessionOpen));
}

} // namespace quarterdeck::ui
