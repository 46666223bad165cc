#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <algorithm>
#include <list>
#include <utility>

namespace quarterdeck::ui::transcript {

/// What a page asks to be kept for its successor, should it crash: values by name, which nobody here reads. The oldest
/// are dropped. Thread: ui.
class PageState
{
public:
    static constexpr std::size_t most = 500;
    static constexpr qsizetype mostText = 2'000'000; ///< UTF-16 units of all together

    void keep(const QString& name, const QString& value)
    {
        std::erase_if(m_values, [&](const auto& one) { return one.first == name; });
        m_values.emplace_back(name, value);
        while (m_values.size() > most || textOf() > mostText)
            m_values.pop_front();
    }

    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }

    /// `kept` of the page's contract.
    [[nodiscard]] QString json() const
    {
        QJsonObject values;
        for (const auto& [name, value] : m_values)
            values.insert(name, value);
        return QString::fromUtf8(
            QJsonDocument(QJsonObject{{QStringLiteral("values"), values}}).toJson(QJsonDocument::Compact));
    }

private:
    [[nodiscard]] qsizetype textOf() const
    {
        qsizetype sum = 0;
        for (const auto& [name, value] : m_values)
            sum += name.size() + value.size();
        return sum;
    }

    std::list<std::pair<QString, QString>> m_values;
};

} // namespace quarterdeck::ui::transcript
