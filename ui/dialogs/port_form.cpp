#include "ui/dialogs/port_form.h"

#include "ui/theme/buttons.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/warning_box.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <algorithm>
#include <array>

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

} // namespace quarterdeck::ui
