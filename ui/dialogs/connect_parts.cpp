#include "ui/dialogs/connect_parts.h"

#include "ui/present/connected_programs.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QDateTime>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::ui {

using gateway::TokenlessAccess;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int mostPort = 65'535;
constexpr int portWidth = 90;
constexpr std::array accesses = {TokenlessAccess::Open, TokenlessAccess::WithToken, TokenlessAccess::Off};

} // namespace

PortForm::PortForm(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_portName(theme::makeFieldLabel(theme, this))
    , m_portField(theme::makeLineField("connect.port", this))
    , m_usePort(theme::makeButton(theme, QStringLiteral("connect.port.use"), {}, theme::ButtonKind::Normal,
                                  theme::Icon::None, theme::ButtonSize::Normal, this))
    , m_portProblem(new theme::TextLabel(theme, TextRole::Ui, Color::DangerText, QFont::Normal, this))
    , m_studioName(theme::makeFieldLabel(theme, this))
    , m_studio(new theme::ComboBox(theme, this))
    , m_tokenName(theme::makeFieldLabel(theme, this))
    , m_tokenFile(new theme::TextLabel(theme, TextRole::Code, Color::Text1, QFont::Normal, this))
    , m_copyToken(theme::makeIconButton(theme, QStringLiteral("connect.token.copy"), {}, theme::Icon::Copy,
                                        theme::ButtonSize::Small, this))
    , m_newToken(theme::makeButton(theme, QStringLiteral("connect.token.new"), {}, theme::ButtonKind::Normal,
                                   theme::Icon::None, theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("connect.door"));
    m_portField->setValidator(new QIntValidator(1, mostPort, m_portField));
    m_portField->setFixedWidth(theme.theme().px(portWidth));
    m_usePort->setAutoDefault(false);
    m_portProblem->setObjectName(QStringLiteral("connect.port.problem"));
    m_portProblem->setWordWrap(true);
    m_portProblem->hide();
    m_tokenFile->setObjectName(QStringLiteral("connect.token.file"));
    m_tokenFile->setWordWrap(true);
    arrange();
    retranslate();
    connect(m_portField, &QLineEdit::textEdited, this, [this] {
        setPortProblem({});
        refresh();
    });
    connect(m_portField, &QLineEdit::returnPressed, this, &PortForm::choosePort);
    connect(m_usePort, &QPushButton::clicked, this, &PortForm::choosePort);
    connect(m_studio, &QComboBox::activated, this,
            [this](int chosen) { emit studioChosen(accesses[static_cast<std::size_t>(chosen)]); });
    m_newToken->setAutoDefault(false);
    connect(m_newToken, &QPushButton::clicked, this, &PortForm::askForNewToken);
    connect(m_copyToken, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_token); });
}

void PortForm::arrange()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    auto* port = new QHBoxLayout;
    port->setSpacing(8);
    port->addWidget(m_portField);
    port->addWidget(m_usePort);
    port->addStretch(1);
    auto* token = new QHBoxLayout;
    token->setSpacing(8);
    token->addWidget(m_tokenFile, 1);
    token->addWidget(m_copyToken, 0, Qt::AlignTop);
    // Labels are above their fields, so that everything fits a narrow window.
    grid->addWidget(m_portName, 0, 0);
    grid->addLayout(port, 1, 0);
    grid->addWidget(m_portProblem, 2, 0);
    grid->addWidget(m_studioName, 3, 0);
    grid->addWidget(m_studio, 4, 0);
    grid->addWidget(m_tokenName, 5, 0);
    grid->addLayout(token, 6, 0);
    grid->addWidget(m_newToken, 7, 0, Qt::AlignLeft);
    for (QLabel* name : {m_portName, m_studioName, m_tokenName})
        name->setWordWrap(true);
}

void PortForm::setPort(quint16 port)
{
    m_port = port;
    m_portField->setText(port == 0 ? QString() : QString::number(port));
    setPortProblem({});
    refresh();
}

void PortForm::setPortProblem(const QString& sentence)
{
    m_portProblem->setText(sentence);
    m_portProblem->setVisible(!sentence.isEmpty());
    m_portField->setAccessibleDescription(sentence);
}

void PortForm::setStudio(TokenlessAccess access)
{
    for (std::size_t i = 0; i < accesses.size(); ++i)
        if (accesses[i] == access)
            m_studio->setCurrentIndex(static_cast<int>(i));
}

void PortForm::setToken(const QString& token, const QString& file)
{
    m_token = token;
    m_tokenFile->setText(file);
    refresh();
}

void PortForm::choosePort()
{
    if (m_usePort->isEnabled())
        emit portRequested(m_portField->text().toUShort());
}

void PortForm::askForNewToken()
{
    const auto [box, made] =
        theme::makeWarningBox(m_theme, QStringLiteral("connect.token.question"),
                              {tr("New access token"), tr("Make a new access token?"),
                               tr("The old token stops working. Connected programs must connect again. Programs that "
                                  "were given the old token need the new one; those that read the file find it there."),
                               tr("Make a new one")},
                              window());
    made->setObjectName(QStringLiteral("connect.token.make"));
    connect(made, &QPushButton::clicked, this, &PortForm::newTokenRequested);
    box->open();
}

void PortForm::refresh()
{
    m_portField->setEnabled(m_port != 0);
    m_usePort->setEnabled(m_port != 0 && m_portField->hasAcceptableInput() && m_portField->text().toUShort() != m_port);
    m_copyToken->setEnabled(!m_token.isEmpty());
}

void PortForm::retranslate()
{
    m_portName->setText(tr("Port"));
    m_portField->setAccessibleName(tr("Port"));
    theme::setButtonText(m_theme, *m_usePort, tr("Use"));
    m_usePort->setAccessibleName(tr("Use this port"));
    m_studioName->setText(tr("Programs that cannot send a token themselves (AgentScope, MetaGPT's reporters, traces)"));
    const int chosen = std::max(0, m_studio->currentIndex());
    m_studio->clear();
    m_studio->addItems(
        {tr("Allow all on this computer"), tr("Allow with the token in their address"), tr("Allow none")});
    m_studio->setCurrentIndex(chosen);
    m_studio->setNames(QStringLiteral("connect.studio"), m_studioName->text());
    m_tokenName->setText(tr("The access token is in this file; click to copy it"));
    m_copyToken->setToolTip(tr("Copy the access token"));
    m_copyToken->setAccessibleName(tr("Copy the access token"));
    theme::setButtonText(m_theme, *m_newToken, tr("Make a new token…"));
    m_newToken->setAccessibleName(tr("Make a new token…"));
}

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
