#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/price_table.h"
#include "model/conversation/error.h"

#include <QString>
#include <vector>

namespace quarterdeck::app {

/// The files of a folder that hold connections and the person's prices, as JSON, and never a key. A file that cannot be
/// read is put aside, so that nothing in it is lost when the next one is written. Thread: any, one at a time.
class ConnectionStore
{
public:
    explicit ConnectionStore(QString folder) : m_folder(std::move(folder)) { }
    /// The settings' folder.
    [[nodiscard]] static QString defaultFolder();

    /// Empty if nothing was saved yet.
    [[nodiscard]] conversation::Result<std::vector<team::ModelConnection>> connections() const;
    [[nodiscard]] conversation::Result<void> save(const std::vector<team::ModelConnection>& connections) const;
    /// What the person changed.
    [[nodiscard]] conversation::Result<team::PriceTable> prices() const;
    [[nodiscard]] conversation::Result<void> savePrices(const team::PriceTable& prices) const;

private:
    [[nodiscard]] conversation::Result<conversation::JsonValue> load(const char* name) const;
    [[nodiscard]] conversation::Result<void> write(const char* name, const conversation::JsonValue& value) const;
    [[nodiscard]] conversation::Error putAside(const char* name) const;

    QString m_folder;
};

} // namespace quarterdeck::app
