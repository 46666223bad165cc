#include "ui/panels/inspector_panel.h"

#include "ui/panels/inspector_pages.h"
#include "ui/present/visible_text.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
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
constexpr double rowInset = 10;
constexpr double beneath = 8;
constexpr int spacing = 2;
} // namespace

TabRows::TabRows(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
{
    m_column->setSpacing(spacing);
    for (QHBoxLayout*& row : m_rows) {
        row = new QHBoxLayout;
        row->setSpacing(spacing);
        row->addStretch(1);
        m_column->addLayout(row);
    }
}

void TabRows::addTab(QAbstractButton* tab)
{
    m_tabs.push_back(tab);
    arrange();
}

void TabRows::arrange()
{
    const theme::Theme& look = m_theme.theme();
    m_column->setContentsMargins(look.px(rowInset), 0, look.px(rowInset), look.px(beneath));
    const int room = width() - 2 * look.px(rowInset);
    int used = 0;
    std::size_t row = 0;
    for (QAbstractButton* tab : m_tabs) {
        for (QHBoxLayout* one : m_rows)
            one->removeWidget(tab);
        const int wide = tab->isHidden() ? 0 : std::max(tab->minimumWidth(), tab->sizeHint().width()) + spacing;
        if (used + wide > room && row + 1 < m_rows.size()) {
            ++row;
            used = 0;
        }
        used += wide;
        m_rows[row]->insertWidget(m_rows[row]->count() - 1, tab);
    }
}

void TabRows::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

namespace {

constexpr int pageCount = 6;

/// Formats of the raw page: the owner's name, which is not translated, and its name among the export formats.
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
    m_tabRow->setAccessibleName(tr("Message details"));
    m_empty->setText(tr("Choose a message to see why it went where it went."));
    m_raw->setAccessibleName(tr("Raw message"));
    m_rawFormat->setNames(QStringLiteral("inspectorRawFormat"), tr("Format of the raw message"));
    m_raw->setPlaceholderText(tr("This format has no equivalent."));
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
    const int edge = look.px(inspectorInset);
    m_empty->setContentsMargins(edge, look.px(2), edge, edge);
    m_rawPage->layout()->setContentsMargins(edge, 0, edge, look.px(inspectorBottomInset));
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

void InspectorPanel::setView(InspectorState view)
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
    replacePage(Page::Route, makeRoutePage(m_theme, m_view));
    replacePage(Page::Usage, makeUsagePage(m_theme, m_view));
    replacePage(Page::WhoSawIt, makeSawItPage(m_theme, m_view));
    replacePage(Page::Trace, makeTracePage(m_theme, m_view));
    replacePage(Page::Prompt,
                makePromptPage(m_theme, m_view.seen,
                               {[this](conversation::EventSeq seq) { emit messageRequested(seq); },
                                [this] { emit copyWanted(m_view.seen.json); }}));
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
    const int line = width() - 2 * look.px(inspectorInset) - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int column = nameColumnOf(look, m_view.roles, line);
    for (QLabel* name : m_pages->findChildren<QLabel*>(roleNameLabel))
        name->setFixedWidth(column);
}

void InspectorPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitNames();
}

void InspectorPanel::replacePage(Page page, QWidget* content)
{
    content->setAutoFillBackground(false);
    static_cast<QScrollArea*>(m_pages->widget(static_cast<int>(page)))->setWidget(content);
}

QString InspectorPanel::textToCopy() const { return inspectorText(m_view, static_cast<Page>(m_pages->currentIndex())); }

QSize InspectorPanel::sizeHint() const { return {m_theme.theme().px(theme::Measure::WDocks), m_theme.theme().px(160)}; }

QSize InspectorPanel::minimumSizeHint() const { return {m_theme.theme().px(200), m_theme.theme().px(96)}; }

namespace {

QString joined(const std::vector<InspectorState::Fact>& facts)
{
    QStringList lines;
    for (const InspectorState::Fact& fact : facts)
        lines.append(fact.name + QStringLiteral(": ") + fact.value);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorState::RoleLine>& roles)
{
    QStringList lines;
    for (const InspectorState::RoleLine& role : roles)
        lines.append(role.name + QStringLiteral(": ") + role.why);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorState::TraceLine>& trace)
{
    QStringList lines;
    for (const InspectorState::TraceLine& line : trace) {
        QStringList parts{line.name, line.time, line.tokens, line.error};
        parts.removeAll(QString());
        lines.append(QString(2 * line.depth, u' ') + parts.join(QStringLiteral(" · ")));
    }
    return lines.join(u'\n');
}

} // namespace

std::vector<InspectorState::RoleLine> thoseWhoSawIt(std::vector<InspectorState::RoleLine> roles)
{
    std::erase_if(roles, [](const InspectorState::RoleLine& role) { return role.as == wording::HeardAs::NotTold; });
    return roles;
}

QString inspectorText(const InspectorState& view, InspectorPanel::Page page)
{
    using Page = InspectorPanel::Page;
    if (view.isEmpty)
        return {};
    switch (page) {
    case Page::Raw:
        return view.raw;
    case Page::Usage:
        return joined(view.usage);
    case Page::WhoSawIt:
        return joined(thoseWhoSawIt(view.roles));
    case Page::Trace:
        return joined(view.trace);
    case Page::Prompt:
        return view.seen.text;
    case Page::Route:
        break;
    }
    QStringList parts{view.rule, view.sentence, joined(view.routeFacts), joined(view.roles)};
    parts.removeAll(QString());
    return parts.join(u'\n');
}

} // namespace quarterdeck::ui
