#pragma once

#include "model/agents/definition/team_definition.h"
#include "ui/present/new_session.h"

#include <QWidget>

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class ThemeController;
} // namespace theme

/// Which model on which server: the first entry leaves it to the next level. A server that does not exist here is kept.
/// Thread: ui; `theme` must outlive it.
class ModelField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelField)

public:
    ModelField(const theme::ThemeController& theme, const QString& objectName, QWidget* parent = nullptr);

    void setConnections(const QList<view::ConnectionRow>& connections);
    void setChoice(const quarterdeck::team::ModelChoice& choice);
    [[nodiscard]] quarterdeck::team::ModelChoice choice() const;
    /// `name`: what is chosen here; `otherwise`: the entry that leaves it open; `noModel`: shown if none is named.
    void setWords(const QString& name, const QString& otherwise, const QString& noModel);

signals:
    void edited();

private:
    void fill();
    void fillModels();
    [[nodiscard]] int indexOf(const QString& connection) const;

    theme::ComboBox* m_connection;
    theme::ComboBox* m_model;
    QList<view::ConnectionRow> m_connections;
    quarterdeck::team::ModelChoice m_choice;
    QString m_otherwise;
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
