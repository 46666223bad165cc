#include "ui/dialogs/program_list.h"

#include "ui/present/program_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr std::size_t mostShown = 30;

} // namespace

class ProgramList::Row final : public QWidget
{
public:
    Row(const theme::ThemeController& theme, ProgramList& list)
        : QWidget(&list)
        , m_title(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
        , m_kind(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
        , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
        , m_error(new theme::TextLabel(theme, TextRole::Meta, Color::StatusFailed, QFont::Normal, this))
        , m_show(theme::makeButton(theme, QStringLiteral("connect.program.show"), {}, theme::ButtonKind::Link,
                                   theme::Icon::None, theme::ButtonSize::Small, this))
    {
        setObjectName(QStringLiteral("connect.program"));
        m_title->setObjectName(QStringLiteral("connect.program.title"));
        m_kind->setObjectName(QStringLiteral("connect.program.kind"));
        m_state->setObjectName(QStringLiteral("connect.program.state"));
        m_error->setObjectName(QStringLiteral("connect.program.error"));
        m_title->setElideMode(Qt::ElideRight);
        m_state->setWordWrap(true);
        m_error->setWordWrap(true);
        m_show->setAutoDefault(false);
        auto* head = new QHBoxLayout;
        head->setSpacing(8);
        head->addWidget(m_title, 1);
        head->addWidget(m_kind);
        head->addStretch();
        head->addWidget(m_show);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 6);
        column->setSpacing(1);
        column->addLayout(head);
        column->addWidget(m_state);
        column->addWidget(m_error);
        connect(m_show, &QPushButton::clicked, &list, [this, &list] { emit list.sessionRequested(m_session); });
    }

    void show(const theme::ThemeController& theme, const gateway::ConnectedClient& program, conversation::Timestamp now)
    {
        m_session = QString::fromStdString(program.session.str());
        m_title->setColor(program.isHere ? Color::Text1 : Color::Text3);
        m_state->setColor(program.isHere ? Color::Text2 : Color::Text3);
        m_title->setText(program_words::title(program));
        m_kind->setText(program_words::kind(program.kind));
        m_kind->setVisible(m_kind->text() != m_title->text());
        m_state->setText(program_words::state(program, now));
        m_error->setText(program_words::error(program, now));
        m_error->setVisible(!m_error->text().isEmpty());
        theme::setButtonText(theme, *m_show, ProgramList::tr("Show"));
        m_show->setAccessibleName(ProgramList::tr("Show the session of %1").arg(m_title->text()));
        m_show->setVisible(!m_session.isEmpty());
        setAccessibleName(
            QStringList{m_title->text(), m_kind->text(), m_state->text(), m_error->text()}.join(QStringLiteral(", ")));
    }

private:
    theme::TextLabel* m_title;
    theme::TextLabel* m_kind;
    theme::TextLabel* m_state;
    theme::TextLabel* m_error;
    QPushButton* m_show;
    QString m_session;
};

ProgramList::ProgramList(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
    , m_rest(new theme::TextLabel(theme, TextRole::Ui, Color::Text3, QFont::Normal, this))
{
    setObjectName(QStringLiteral("connect.programs"));
    m_rest->setObjectName(QStringLiteral("connect.rest"));
    m_rest->setWordWrap(true);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_column->addWidget(m_rest);
    refresh();
}

ProgramList::~ProgramList() = default;

void ProgramList::setPrograms(gateway::ConnectedClients programs)
{
    m_programs = std::move(programs);
    refresh();
}

void ProgramList::retranslate() { refresh(); }

void ProgramList::refresh()
{
    const std::size_t shown = std::min(m_programs.size(), mostShown);
    while (m_rows.size() > shown) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < shown) {
        auto* row = new Row(m_theme, *this);
        m_column->insertWidget(static_cast<int>(m_rows.size()), row);
        m_rows.push_back(row);
    }
    const conversation::Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    for (std::size_t i = 0; i < shown; ++i)
        m_rows[i]->show(m_theme, m_programs[i], now);
    const auto more = static_cast<int>(m_programs.size() - shown);
    m_rest->setText(m_programs.empty() ? tr("None yet. Programs are listed here as soon as they connect.")
                                       : tr("and %n more", nullptr, more));
    m_rest->setVisible(m_programs.empty() || more > 0);
}

} // namespace quarterdeck::ui
