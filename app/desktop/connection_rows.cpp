#include "app/desktop/connection_rows.h"

namespace quarterdeck::app {

QList<ui::view::ConnectionRow> rowsOf(const std::vector<team::ModelConnection>& connections)
{
    QList<ui::view::ConnectionRow> rows;
    for (const team::ModelConnection& one : connections) {
        QStringList models;
        for (const std::string& model : one.models)
            models.append(QString::fromStdString(model));
        rows.append({QString::fromStdString(one.id), QString::fromStdString(one.name), models});
    }
    return rows;
}

} // namespace quarterdeck::app
