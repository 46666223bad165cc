#pragma once

#include <QFile>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::test {

/// The content of a line of the hostile messages: a text, or a list of texts and of {"repeat": text, "times": n};
/// anything else as it is written.
[[nodiscard]] inline std::string hostileContent(const nlohmann::json& content)
{
    constexpr int mostRepeats = 100'000;
    if (content.is_string())
        return content.get<std::string>();
    if (!content.is_array())
        return content.dump();
    std::string text;
    for (const nlohmann::json& part : content) {
        const bool isRepeated = part.is_object() && part.contains("repeat") && part["repeat"].is_string();
        const std::string piece = isRepeated ? part["repeat"].get<std::string>() : hostileContent(part);
        const int times = isRepeated ? std::min(part.value("times", 1), mostRepeats) : 1;
        for (int i = 0; i < times; ++i)
            text += piece;
    }
    return text;
}

/// Names and texts of all hostile messages in these files; generated ones as the wish for them.
[[nodiscard]] inline std::vector<std::pair<std::string, std::string>> hostileMessages(const QStringList& paths)
{
    std::vector<std::pair<std::string, std::string>> messages;
    for (const QString& path : paths) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(path));
        for (const QByteArray& line : file.readAll().split('\n')) {
            const auto one = nlohmann::json::parse(line.toStdString(), nullptr, false);
            if (one.is_object())
                messages.emplace_back(one.at("name").get<std::string>(),
                                      hostileContent(one.value("content", nlohmann::json())));
        }
    }
    return messages;
}

} // namespace quarterdeck::test
