#include "ui/dialogs/model_field.h"

#include "ui/theme/combo_box.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr int longestTypedModel = 200;
}

ModelField::ModelField(const theme::ThemeController& theme, const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_connection(new theme::ComboBox(theme, this))
    , m_model(new theme::ComboBox(theme, this))
{
    setObjectName(objectName);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_connection, 1);
    row->addWidget(m_model, 1);
    m_model->setFreeText();
    m_model->lineEdit()->setMaxLength(longestTypedModel);
    setFocusProxy(m_connection);
    connect(m_connection, &QComboBox::currentIndexChanged, this, [this] {
        if (m_isFilling)
            return;
        m_choice.connection = m_connection->currentData().toString().toStdString();
        m_choice.model.clear(); // another server knows nothing of it
        fillModels();
        emit edited();
    });
    connect(m_model, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        if (m_isFilling)
            return;
        m_choice.model = text.trimmed().toStdString();
        emit edited();
    });
    fill();
}

void ModelField::setConnections(const QList<view::ConnectionRow>& connections)
{
    m_connections = connections;
    fill();
}

void ModelField::setChoice(const quarterdeck::team::ModelChoice& choice)
{
    m_choice = choice;
    fill();
}

quarterdeck::team::ModelChoice ModelField::choice() const { return m_choice; }

void ModelField::setWords(const QString& name, const QString& otherwise, const QString& noModel)
{
    m_otherwise = otherwise;
    m_connection->setNames(objectName() + QStringLiteral(".connection"), tr("%1: server").arg(name));
    m_model->setNames(objectName() + QStringLiteral(".model"), tr("%1: name").arg(name));
    m_model->lineEdit()->setPlaceholderText(noModel);
    fill();
}

/// A connection is referred to by id or by name.
int ModelField::indexOf(const QString& connection) const
{
    for (qsizetype i = 0; i < m_connections.size(); ++i)
        if (m_connections.at(i).id == connection || m_connections.at(i).name == connection)
            return static_cast<int>(i);
    return -1;
}

void ModelField::fill()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    const QString named = QString::fromStdString(m_choice.connection);
    m_connection->clear();
    m_connection->addItem(m_otherwise, QString());
    for (const view::ConnectionRow& row : m_connections)
        m_connection->addItem(row.name, row.id);
    if (named.isEmpty()) {
        m_connection->setCurrentIndex(0);
    } else if (const int index = indexOf(named); index >= 0) {
        m_connection->setCurrentIndex(index + 1);
    } else {
        m_connection->addItem(tr("%1 (not set up on this computer)").arg(named), named);
        m_connection->setCurrentIndex(m_connection->count() - 1);
    }
    fillModels();
    m_isFilling = wasFilling;
}

void ModelField::fillModels()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_model->clear();
    if (const int index = indexOf(QString::fromStdString(m_choice.connection)); index >= 0)
        m_model->addItems(m_connections.at(index).models);
    m_model->setEditText(QString::fromStdString(m_choice.model));
    m_isFilling = wasFilling;
}

} // namespace quarterdeck::ui
