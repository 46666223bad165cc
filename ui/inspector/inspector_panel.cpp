#include "ui/inspector/inspector_panel.h"

#include "inspector/inspector_lines.h"
#include "inspector/seen_line.h"
#include "inspector/tab_rows.h"
#include "ui/theme/buttons.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/text_label.h"
#include "ui/wording/visible_text.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr double inset = 14;
constexpr double bottomInset = 12;
constexpr int pageCount = 6;

/// Forms of the raw page: whose it is, which no language changes, and its name among the formats of an export.
constexpr std::array<std::pair<const char*, const char*>, 5> rawFormats{{{"Quarterdeck", ""},
                                                                         {"MetaGPT", "metagpt"},
                                                                         {"AgentScope", "agentscope"},
                                                                         {"OpenAI", "openai"},
                                                                         {"Anthropic", "anthropic"}}};

QScrollArea* makeScrolled(const QString& objectName, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setObjectName(objectName);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::TabFocus);
    area->viewport()->setAutoFillBackground(false);
    return area;
}

QString joined(const std::vector<InspectorView::Fact>& facts)
{
    QStringList lines;
    for (const InspectorView::Fact& fact : facts)
        lines.append(fact.name + QStringLiteral(": ") + fact.value);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorView::RoleLine>& roles)
{
    QStringList lines;
    for (const InspectorView::RoleLine& role : roles)
        lines.append(role.name + QStringLiteral(": ") + role.why);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorView::TraceLine>& trace)
{
    QStringList lines;
    for (const InspectorView::TraceLine& line : trace) {
        QStringList parts{line.name, line.time, line.tokens, line.error};
        parts.removeAll(QString());
        lines.append(QString(2 * line.depth, u' ') + parts.join(QStringLiteral(" · ")));
    }
    return lines.join(u'\n');
}

std::vector<InspectorView::RoleLine> thoseWhoSawIt(std::vector<InspectorView::RoleLine> roles)
{
    std::erase_if(roles, [](const InspectorView::RoleLine& role) { return role.as == wording::HeardAs::NotTold; });
    return roles;
}

} // namespace

InspectorPanel::InspectorPanel(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("inspectorPanel"));
    m_empty = new theme::TextLabel(theme, theme::TextRole::Ui, theme::Color::Text3, QFont::Normal, this);
    m_empty->setObjectName(QStringLiteral("inspectorEmpty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("inspectorPages"));
    buildRaw();
    for (int page = 0; page < pageCount; ++page) {
        if (page == static_cast<int>(Page::Raw))
            m_pages->addWidget(m_rawPage);
        else
            m_pages->addWidget(makeScrolled(QStringLiteral("inspectorPage%1").arg(page), m_pages));
    }
    buildTabs();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabRow);
    column->addWidget(m_pages, 1);
    column->addWidget(m_empty, 1);
    retranslate();
    applyTheme();
    fill();
    connect(&theme, &theme::ThemeController::changed, this, [this] {
        applyTheme();
        fill();
    });
}

void InspectorPanel::buildRaw()
{
    m_rawPage = new QWidget(m_pages);
    m_rawPage->setObjectName(QStringLiteral("inspectorRawPage"));
    m_rawFormat = new theme::ComboBox(m_theme, m_rawPage);
    for (const auto& [label, format] : rawFormats)
        m_rawFormat->addItem(QString::fromLatin1(label), QString::fromLatin1(format));
    connect(m_rawFormat, &QComboBox::currentIndexChanged, this, &InspectorPanel::rawFormatChosen);
    m_raw = new QPlainTextEdit(m_rawPage);
    m_raw->setObjectName(QStringLiteral("inspectorRaw"));
    m_raw->setReadOnly(true);
    m_raw->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_raw->setTabChangesFocus(true);
    m_raw->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* column = new QVBoxLayout(m_rawPage);
    column->addWidget(m_rawFormat);
    column->addWidget(m_raw);
}

void InspectorPanel::buildTabs()
{
    m_tabRow = new TabRows(m_theme, this);
    m_tabRow->setObjectName(QStringLiteral("inspectorTabs"));
    m_tabs = new QButtonGroup(this);
    for (int page = 0; page < pageCount; ++page) {
        auto* tab = new QToolButton(m_tabRow);
        tab->setObjectName(QStringLiteral("inspectorTab%1").arg(page));
        tab->setCheckable(true);
        m_tabs->addButton(tab, page);
        m_tabRow->addTab(tab);
    }
    for (const Page page : {Page::Trace, Page::Prompt}) // most messages have none
        m_tabs->button(static_cast<int>(page))->hide();
    m_tabs->button(0)->setChecked(true);
    connect(m_tabs, &QButtonGroup::idToggled, this, [this](int page, bool isOn) {
        m_tabs->button(page)->setFont(
            m_theme.theme().font(theme::TextRole::Meta, isOn ? QFont::Medium : QFont::Normal));
        if (!isOn)
            return;
        m_pages->setCurrentIndex(page);
        emit pageChosen();
    });
}

void InspectorPanel::retranslate()
{
    setAccessibleName(tr("Inspector"));
    m_tabRow->setAccessibleName(tr("What to show of the message"));
    m_empty->setText(tr("Choose a message to see why it went where it went."));
    m_raw->setAccessibleName(tr("Raw message"));
    m_rawFormat->setNames(QStringLiteral("inspectorRawFormat"), tr("Format of the raw message"));
    m_raw->setPlaceholderText(tr("This format has nothing for it."));
    const QStringList names{tr("Route"), tr("Raw"), tr("Usage"), tr("Who saw it"), tr("Trace"), tr("Prompt")};
    for (int page = 0; page < pageCount; ++page) {
        m_tabs->button(page)->setText(names.at(page));
        m_tabs->button(page)->setAccessibleName(names.at(page));
        m_pages->widget(page)->setAccessibleName(names.at(page));
    }
}

void InspectorPanel::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    const int edge = look.px(inset);
    m_empty->setContentsMargins(edge, look.px(2), edge, edge);
    m_rawPage->layout()->setContentsMargins(edge, 0, edge, look.px(bottomInset));
    m_rawPage->layout()->setSpacing(look.px(6));
    m_raw->setFont(look.monoFont(12));
    for (QAbstractButton* tab : m_tabs->buttons()) {
        tab->setFont(look.font(theme::TextRole::Meta, tab->isChecked() ? QFont::Medium : QFont::Normal));
        tab->setFixedHeight(look.px(24));
        tab->setMinimumWidth(
            QFontMetrics(look.font(theme::TextRole::Meta, QFont::Medium)).horizontalAdvance(tab->text()) + look.px(16));
    }
    m_tabRow->arrange();
}

void InspectorPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        applyTheme();
        fill();
    }
    QWidget::changeEvent(event);
}

void InspectorPanel::showPage(Page page) { m_tabs->button(static_cast<int>(page))->setChecked(true); }

InspectorPanel::Page InspectorPanel::page() const { return static_cast<Page>(m_tabs->checkedId()); }

std::string InspectorPanel::rawFormat() const { return m_rawFormat->currentData().toString().toStdString(); }

void InspectorPanel::setView(InspectorView view)
{
    if (view == m_view)
        return; // what is scrolled or selected stays
    m_view = std::move(view);
    fill();
    emit titleChanged(m_view.title);
}

void InspectorPanel::fill()
{
    m_tabRow->setVisible(!m_view.isEmpty);
    m_pages->setVisible(!m_view.isEmpty);
    m_empty->setVisible(m_view.isEmpty);
    if (m_view.isEmpty)
        return;
    replacePage(Page::Route, routePage());
    replacePage(Page::Usage, usagePage());
    replacePage(Page::WhoSawIt, sawItPage());
    replacePage(Page::Trace, tracePage());
    replacePage(Page::Prompt, promptPage());
    showTab(Page::Trace, !m_view.trace.empty());
    showTab(Page::Prompt, m_view.seen.isOffered);
    m_tabRow->arrange();
    fitNames();
    const QString raw = wording::visibleText(m_view.raw, wording::longestDocument);
    if (m_raw->toPlainText() != raw)
        m_raw->setPlainText(raw);
}

void InspectorPanel::showTab(Page page, bool isThere)
{
    m_tabs->button(static_cast<int>(page))->setVisible(isThere);
    if (!isThere && m_tabs->checkedId() == static_cast<int>(page))
        showPage(Page::Route);
}

void InspectorPanel::fitNames()
{
    const theme::Theme& look = m_theme.theme();
    const int line = width() - 2 * look.px(inset) - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int column = nameColumnOf(look, m_view.roles, line);
    for (QLabel* name : m_pages->findChildren<QLabel*>(roleNameLabel))
        name->setFixedWidth(column);
}

void InspectorPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitNames();
}

QWidget* InspectorPanel::routePage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* rule = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text1, QFont::DemiBold, page);
    rule->setObjectName(QStringLiteral("inspectorRule"));
    rule->setText(m_view.rule);
    rule->setWordWrap(true);
    auto* sentence = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text2, QFont::Normal, page);
    sentence->setObjectName(QStringLiteral("inspectorSentence"));
    sentence->setText(wording::visibleText(m_view.sentence));
    sentence->setWordWrap(true);
    column->addWidget(rule);
    column->addSpacing(m_theme.theme().px(3));
    column->addWidget(sentence);
    column->addSpacing(m_theme.theme().px(8));
    for (const InspectorView::Fact& fact : m_view.routeFacts)
        column->addWidget(makeFactLine(m_theme, fact, page));
    std::vector<InspectorView::RoleLine> roles = m_view.roles;
    std::ranges::stable_sort(roles, {}, [](const InspectorView::RoleLine& role) { return static_cast<int>(role.as); });
    addRoles(*page, roles);
    return page;
}

QWidget* InspectorPanel::sawItPage()
{
    auto* page = new QWidget;
    new QVBoxLayout(page);
    addRoles(*page, thoseWhoSawIt(m_view.roles));
    return page;
}

void InspectorPanel::addRoles(QWidget& page, const std::vector<InspectorView::RoleLine>& roles)
{
    auto& column = static_cast<QVBoxLayout&>(*page.layout());
    const theme::Theme& look = m_theme.theme();
    column.setContentsMargins(look.px(inset), 0, look.px(inset), look.px(bottomInset));
    column.setSpacing(0);
    for (const InspectorView::RoleLine& role : roles)
        column.addWidget(makeRoleLine(m_theme, role, &page));
    column.addStretch(1);
}

QWidget* InspectorPanel::makeNote(const char* objectName, const QString& text, QWidget* page) const
{
    auto* note = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text3, QFont::Normal, page);
    note->setObjectName(QString::fromLatin1(objectName));
    note->setText(text);
    note->setWordWrap(true);
    return note;
}

QWidget* InspectorPanel::usagePage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    if (m_view.usage.empty())
        column->addWidget(makeNote("inspectorNoUsage", tr("No model was called for this message."), page));
    for (const InspectorView::Fact& fact : m_view.usage)
        column->addWidget(makeFactLine(m_theme, fact, page));
    addRoles(*page, {});
    return page;
}

QWidget* InspectorPanel::tracePage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    for (const InspectorView::TraceLine& line : m_view.trace)
        column->addWidget(makeTraceLine(m_theme, line, page));
    if (m_view.traceLeftOut > 0) {
        auto* more = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, page);
        more->setObjectName(QStringLiteral("inspectorTraceMore"));
        more->setText(tr("%n more step(s) are not shown.", nullptr, m_view.traceLeftOut));
        column->addWidget(more);
    }
    addRoles(*page, {});
    return page;
}

QWidget* InspectorPanel::promptPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const InspectorView::Seen& seen = m_view.seen;
    if (seen.facts.empty()) {
        column->addWidget(makeNote(
            "inspectorNothingSeen",
            seen.isRead ? tr("No model was called for this message.") : tr("Reading what the model was given…"), page));
        addRoles(*page, {});
        return page;
    }
    for (const InspectorView::Fact& fact : seen.facts)
        column->addWidget(makeFactLine(m_theme, fact, page));
    const auto addLines = [&](bool ofLog) {
        for (const InspectorView::SeenLine& line : seen.lines) {
            if (ofLog != (line.seq.value > 0))
                continue;
            auto* button = new SeenLineButton(m_theme, line, page);
            if (ofLog)
                connect(button, &QAbstractButton::clicked, this, [this, seq = line.seq] { emit messageWanted(seq); });
            column->addWidget(button);
        }
    };
    addLines(false);
    if (!seen.before.isEmpty()) {
        auto* before = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, page);
        before->setObjectName(QStringLiteral("inspectorSeenBefore"));
        before->setText(seen.before);
        before->setWordWrap(true);
        column->addWidget(before);
    }
    addLines(true);
    auto* copy = theme::makeButton(m_theme, QStringLiteral("inspectorCopyJson"), tr("Copy as OpenAI JSON"),
                                   theme::ButtonKind::Normal, theme::Icon::Copy, theme::ButtonSize::Small, page);
    copy->setAccessibleName(copy->text());
    connect(copy, &QAbstractButton::clicked, this, [this] { emit copyWanted(m_view.seen.json); });
    column->addSpacing(m_theme.theme().px(8));
    column->addWidget(copy, 0, Qt::AlignLeft);
    addRoles(*page, {});
    return page;
}

void InspectorPanel::replacePage(Page page, QWidget* content)
{
    content->setAutoFillBackground(false);
    static_cast<QScrollArea*>(m_pages->widget(static_cast<int>(page)))->setWidget(content);
}

QString InspectorPanel::textToCopy() const
{
    if (m_view.isEmpty)
        return {};
    switch (static_cast<Page>(m_pages->currentIndex())) {
    case Page::Raw:
        return m_view.raw;
    case Page::Usage:
        return joined(m_view.usage);
    case Page::WhoSawIt:
        return joined(thoseWhoSawIt(m_view.roles));
    case Page::Trace:
        return joined(m_view.trace);
    case Page::Prompt:
        return m_view.seen.text;
    case Page::Route:
        break;
    }
    QStringList parts{m_view.rule, m_view.sentence, joined(m_view.routeFacts), joined(m_view.roles)};
    parts.removeAll(QString());
    return parts.join(u'\n');
}

QSize InspectorPanel::sizeHint() const { return {m_theme.theme().px(theme::Measure::WDocks), m_theme.theme().px(160)}; }

QSize InspectorPanel::minimumSizeHint() const { return {m_theme.theme().px(200), m_theme.theme().px(96)}; }

} // namespace quarterdeck::ui
