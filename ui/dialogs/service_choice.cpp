#include "ui/dialogs/service_choice.h"

#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QVBoxLayout>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int buttonsPerRow = 4;

QString text(std::string_view ascii) { return QString::fromUtf8(ascii.data(), static_cast<qsizetype>(ascii.size())); }

} // namespace

QString nameOf(const team::ServiceTemplate& service)
{
    return service.name.empty() ? QCoreApplication::translate("quarterdeck::ui::ServiceChoice", "Another server")
                                : text(service.name);
}

ServiceChoice::ServiceChoice(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
{
    setObjectName(QStringLiteral("connections.services"));
    m_explanation->setObjectName(QStringLiteral("connections.empty"));
    m_explanation->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_explanation);
    m_here = addGroup("connections.servicesHere");
    m_withKey = addGroup("connections.servicesWithKey");
    column->addStretch(1);
    for (const team::ServiceTemplate& service : team::serviceTemplates())
        addService(service.needsKey ? m_withKey : m_here, service);
    retranslate();
}

ServiceChoice::Group ServiceChoice::addGroup(const char* name)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    auto* heading = new theme::TextLabel(m_theme, TextRole::Meta, Color::Text2, QFont::DemiBold, this);
    heading->setObjectName(QString::fromLatin1(name));
    auto* buttons = new QGridLayout;
    buttons->setSpacing(8);
    for (int i = 0; i < buttonsPerRow; ++i)
        buttons->setColumnStretch(i, 1);
    column->addSpacing(12);
    column->addWidget(heading);
    column->addLayout(buttons);
    return {heading, buttons};
}

void ServiceChoice::addService(const Group& group, const team::ServiceTemplate& service)
{
    const QString name = nameOf(service);
    const QString objectName =
        QStringLiteral("connections.service.") + (service.name.empty() ? QStringLiteral("other") : name);
    QPushButton* button = theme::makeButton(m_theme, objectName, name, theme::ButtonKind::Normal, theme::Icon::None,
                                            theme::ButtonSize::Option, this);
    button->setAccessibleName(name);
    button->setToolTip(text(service.address));
    button->setAutoDefault(false);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const int place = group.buttons->count();
    group.buttons->addWidget(button, place / buttonsPerRow, place % buttonsPerRow);
    connect(button, &QPushButton::clicked, this, [this, chosen = service.service] { emit this->chosen(chosen); });
    if (service.service == team::Service::Other)
        m_other = button;
}

void ServiceChoice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ServiceChoice::retranslate()
{
    m_explanation->setText(tr(
        "A connection says where models run and how they are paid for. Choose what you have; you can add more later."));
    m_here.heading->setText(tr("A server on this computer, or one of your own"));
    m_withKey.heading->setText(tr("A service with a key"));
    theme::setButtonText(m_theme, *m_other, tr("Another server"));
    m_other->setAccessibleName(tr("Another server"));
}

} // namespace quarterdeck::ui
