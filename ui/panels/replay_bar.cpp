#include "ui/panels/replay_bar.h"

#include "ui/panels/replay_timeline.h"
#include "ui/present/quantities.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/surface.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace quarterdeck::ui {

namespace {

constexpr double speeds[] = {0.5, 1, 2, 5, 10, 20, 50, 100, 1000};

// 108 px: 7 above, timeline 62, 6 between, controls 30, 3 below.
constexpr double replaySidePadding = 14;
constexpr double replayTopPadding = 7;
constexpr double replayBottomPadding = 3;
constexpr double betweenRows = 6;
constexpr double controlsHeight = 30;
constexpr double replayGap = 8;
constexpr double playWidth = 36;
constexpr double separatorHeight = 20;
constexpr double leastWidth = 320;

QString speedWords(double factor) { return QLocale().toString(factor, 'g', 4) + QStringLiteral("×"); }

theme::Surface* makeSeparator(const theme::ThemeController& theme, QWidget* parent)
{
    auto* line = new theme::Surface(theme, theme::Color::BgWindow, Qt::LeftEdge, parent);
    line->setObjectName(QStringLiteral("replaySeparator"));
    line->setHairlines(Qt::LeftEdge, theme::Color::Line2);
    line->setFixedWidth(1);
    return line;
}

void name(QAbstractButton& button, const QString& words, const QKeySequence& keys)
{
    button.setAccessibleName(words);
    button.setToolTip(theme::toolTipWithShortcut(words, keys));
}

} // namespace

/// "09:46:52" in tabular digits.
class ReplayBar::Clock final : public theme::PaintedLabel
{
public:
    Clock(const theme::ThemeController& theme, QWidget* parent) : PaintedLabel(theme, parent)
    {
        setObjectName(QStringLiteral("replayClock"));
    }

    void setTime(conversation::Timestamp time)
    {
        m_text = wording::clockTimeWithSeconds(time);
        setAccessibleName(m_text);
        refresh();
    }

private:
    [[nodiscard]] QSize wantedSize(const theme::Theme& theme) const override
    {
        const double width = theme::tabularWidth(theme.font(15, QFont::DemiBold), QStringLiteral("00:00:00"));
        return {static_cast<int>(std::ceil(width)) + 1, theme.px(20)};
    }
    void paintLabel(QPainter& painter, const theme::Theme& theme) override
    {
        theme::paintTabular(painter, QRectF(rect()), m_text, theme.font(15, QFont::DemiBold),
                            theme.color(theme::Color::Text1));
    }

    QString m_text;
};

ReplayBar::ReplayBar(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("replayBar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_timeline = new ReplayTimeline(theme, this);
    connect(m_timeline, &ReplayTimeline::timeChosen, this, &ReplayBar::timeChosen);
    connect(m_timeline, &ReplayTimeline::stepped, this, [this](int direction) {
        if (direction > 0)
            emit stepForwardClicked();
        else
            emit stepBackwardClicked();
    });
    m_column = new QVBoxLayout(this);
    m_column->setSizeConstraint(QLayout::SetNoConstraint); // narrow: controls leave, see fitControls
    m_column->addWidget(m_timeline);
    m_row = new QHBoxLayout;
    m_column->addLayout(m_row);
    buildControls();
    connectControls();
    connect(&theme, &theme::ThemeController::changed, this, &ReplayBar::applyTheme);
    retranslate();
    setMoment({});
    applyTheme();
}

void ReplayBar::buildControls()
{
    using theme::ButtonKind;
    using theme::ButtonSize;
    using theme::Icon;
    const auto button = [this](const char* objectName, ButtonKind kind, Icon icon, ButtonSize size) {
        return theme::makeButton(m_theme, QLatin1String(objectName), {}, kind, icon, size, this);
    };
    m_back =
        theme::makeIconButton(m_theme, QStringLiteral("replayStepBack"), {}, Icon::StepBack, ButtonSize::Normal, this);
    m_play = button("replayPlay", ButtonKind::Primary, Icon::Play, ButtonSize::Normal);
    m_forward = theme::makeIconButton(m_theme, QStringLiteral("replayStepForward"), {}, Icon::StepForward,
                                      ButtonSize::Normal, this);
    m_clock = new Clock(m_theme, this);
    m_place = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, this);
    m_place->setObjectName(QStringLiteral("replayPlace"));
    m_separator = makeSeparator(m_theme, this);
    m_speed = button("replaySpeed", ButtonKind::Flat, Icon::ChevronDown, ButtonSize::Small);
    m_speed->setLayoutDirection(Qt::RightToLeft); // the chevron stands after the number
    m_gaps = new theme::PaintedCheckBox(m_theme, this);
    m_gaps->setObjectName(QStringLiteral("replayGaps"));
    m_question = button("replayNextQuestion", ButtonKind::Flat, Icon::MessageCircleQuestionMark, ButtonSize::Small);
    m_questionKeys = new theme::KeyCapLabel(m_theme, this);
    m_questionKeys->setObjectName(QStringLiteral("replayNextQuestionKeys"));
    m_endSeparator = makeSeparator(m_theme, this);
    m_end = button("replayEnd", ButtonKind::Normal, Icon::SkipForward, ButtonSize::Small);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_back, m_play, m_forward, m_clock, m_place, m_separator, m_speed, m_gaps})
        m_row->addWidget(part, 0, Qt::AlignVCenter);
    m_row->addStretch(1);
    m_leave = theme::makeIconButton(m_theme, QStringLiteral("replayLeave"), {}, Icon::X, ButtonSize::Normal, this);
    for (QWidget* part : std::initializer_list<QWidget*>{m_question, m_questionKeys, m_endSeparator, m_end, m_leave})
        m_row->addWidget(part, 0, Qt::AlignVCenter);
}

void ReplayBar::connectControls()
{
    connect(m_back, &QToolButton::clicked, this, &ReplayBar::stepBackwardClicked);
    connect(m_play, &QPushButton::clicked, this, &ReplayBar::playToggled);
    connect(m_forward, &QToolButton::clicked, this, &ReplayBar::stepForwardClicked);
    connect(m_speed, &QPushButton::clicked, this, &ReplayBar::showSpeedMenu);
    connect(m_gaps, &QCheckBox::clicked, this, &ReplayBar::gapsShortenedChosen);
    connect(m_question, &QPushButton::clicked, this, &ReplayBar::nextQuestionClicked);
    connect(m_end, &QPushButton::clicked, this, &ReplayBar::endClicked);
    connect(m_leave, &QToolButton::clicked, this, &ReplayBar::leaveClicked);
}

void ReplayBar::retranslate()
{
    setAccessibleName(tr("Replay"));
    name(*m_back, tr("One message back"), m_keys.stepBackward);
    name(*m_forward, tr("One message forward"), m_keys.stepForward);
    name(*m_question, tr("Next question"), m_keys.nextQuestion);
    name(*m_end, tr("Go to the end"), m_keys.end);
    name(*m_leave, tr("Leave the replay"), Qt::Key_Escape);
    m_gaps->setText(tr("Shorten gaps"));
    m_gaps->setAccessibleName(m_gaps->text());
    m_gaps->setToolTip(tr("Long waits pass quickly"));
    m_timeline->retranslate();
}

/// Next to the timeline, which has a margin of its own.
int ReplayBar::outside() const
{
    return m_theme.theme().px(replaySidePadding) - m_theme.theme().px(ReplayTimeline::edge);
}

void ReplayBar::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    setFixedHeight(look.px(theme::Measure::HReplay));
    const int edge = look.px(ReplayTimeline::edge);
    m_column->setContentsMargins(outside(), look.px(replayTopPadding), outside(), look.px(replayBottomPadding));
    m_row->setContentsMargins(edge, 0, edge, 0);
    m_column->setSpacing(look.px(betweenRows));
    m_row->setSpacing(look.px(replayGap));
    m_play->setFixedWidth(look.px(playWidth));
    for (QWidget* line : {m_separator, m_endSeparator})
        line->setFixedHeight(look.px(separatorHeight));
    fitControls();
}

void ReplayBar::setTimeline(TimelineState timeline) { m_timeline->setTimeline(std::move(timeline)); }

void ReplayBar::setKeys(const ReplayKeys& keys)
{
    m_keys = keys;
    m_questionKeys->setKeys(keys.nextQuestion);
    retranslate();
    setMoment(m_moment);
}

void ReplayBar::setMoment(const ReplayState& moment)
{
    m_moment = moment;
    m_timeline->setTime(moment.time, moment.areTimesKnown);
    m_clock->setTime(moment.time);
    m_clock->setVisible(moment.areTimesKnown);
    showPlace();
    theme::setButtonIcon(m_theme, *m_play, moment.isPlaying ? theme::Icon::Pause : theme::Icon::Play);
    name(*m_play, moment.isPlaying ? tr("Pause") : tr("Play"), m_keys.play);
    m_speed->setText(speedWords(moment.speed));
    name(*m_speed, tr("Speed: %1").arg(speedWords(moment.speed)), {});
    m_gaps->setChecked(moment.areGapsShortened);
    m_back->setEnabled(moment.row > 0);
    m_forward->setEnabled(moment.row < moment.rows);
    m_end->setEnabled(moment.row < moment.rows);
    fitControls();
}

/// As wide as any position of this session needs, or everything after it would jitter during playback.
void ReplayBar::showPlace()
{
    const auto words = [](const QString& row, const QString& rows) { return tr("row %1 of %2").arg(row, rows); };
    const QLocale locale;
    const QString rows = locale.toString(m_moment.rows);
    m_place->setText(words(locale.toString(m_moment.row), rows));
    const double widest = theme::tabularWidth(m_place->font(), words(rows, rows));
    m_place->setMinimumWidth(static_cast<int>(std::ceil(widest)) + 1);
}

void ReplayBar::fitControls()
{
    const int room = width() - 2 * outside();
    theme::setButtonText(m_theme, *m_question, tr("Next question"));
    theme::setButtonText(m_theme, *m_end, tr("Go to the end"));
    m_questionKeys->setVisible(!m_keys.nextQuestion.isEmpty());
    for (QWidget* part : {static_cast<QWidget*>(m_place), static_cast<QWidget*>(m_gaps)})
        part->show();
    const auto isTight = [this, room] {
        m_row->invalidate();
        return m_row->minimumSize().width() > room;
    };
    if (isTight())
        m_questionKeys->hide();
    if (isTight())
        m_place->hide();
    if (isTight())
        theme::setButtonText(m_theme, *m_end, {});
    if (isTight())
        theme::setButtonText(m_theme, *m_question, {});
    if (isTight())
        m_gaps->hide();
}

QSize ReplayBar::sizeHint() const
{
    return {m_row->sizeHint().width() + 2 * outside(), m_theme.theme().px(theme::Measure::HReplay)};
}

QSize ReplayBar::minimumSizeHint() const
{
    return {m_theme.theme().px(leastWidth), m_theme.theme().px(theme::Measure::HReplay)};
}

void ReplayBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitControls();
}

void ReplayBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        setMoment(m_moment);
    }
    QWidget::changeEvent(event);
}

void ReplayBar::showSpeedMenu()
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("replaySpeedMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const double factor : speeds) {
        QAction* action = menu->addAction(speedWords(factor));
        action->setCheckable(true);
        action->setChecked(std::abs(factor - m_moment.speed) < 1e-6);
        connect(action, &QAction::triggered, this, [this, factor] { emit speedChosen(factor); });
    }
    menu->popup(m_speed->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
}

void ReplayBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.theme().color(theme::Color::BgWindow));
    theme::paintHairline(painter, m_theme.theme(), rect(), Qt::TopEdge);
}

} // namespace quarterdeck::ui
