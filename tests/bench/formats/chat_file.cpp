#include "chat_file.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::bench {

using nlohmann::json;

namespace {

/// Four messages of a turn, by turns.
json messageOf(std::int64_t number)
{
    const std::string id = "call_" + std::to_string(number / 4);
    switch (number % 4) {
    case 0:
        return {{"role", "user"}, {"content", textOf(number, 150)}};
    case 1:
        return {
            {"role", "assistant"},
            {"content", nullptr},
            {"tool_calls",
             json::array({{{"id", id},
                           {"type", "function"},
                           {"function", {{"name", "get_booking"}, {"arguments", R"({"id":"ZFA04Y","day":17})"}}}}})}};
    case 2:
        return {{"role", "tool"},
                {"tool_call_id", id},
                {"name", "get_booking"},
                {"content", textOf(number, number % 40 == 2 ? 8000 : 900)}};
    default:
        return {{"role", "assistant"}, {"content", textOf(number, 700)}};
    }
}

} // namespace

std::string textOf(std::int64_t number, std::size_t length)
{
    std::string text = "Message " + std::to_string(number) + ": ";
    while (text.size() < length) {
        text += "the \"booking\" of Zürich–東京 was changed,\nas it says on page " + std::to_string(text.size()) + "; ";
    }
    return text;
}

std::int64_t writeChatFile(const QString& path, std::int64_t bytes)
{
    std::ofstream file(path.toStdString(), std::ios::binary);
    std::int64_t messages = 0;
    for (std::int64_t written = 0; written < bytes && file; ++messages) {
        const std::string line = messageOf(messages).dump() + "\n";
        file << line;
        written += static_cast<std::int64_t>(line.size());
    }
    return file.flush() ? messages : 0;
}

OpenFile::OpenFile(const QString& path) : m_file(path.toStdString(), std::ios::binary) { }

formats::Result<std::size_t> OpenFile::read(char* to, std::size_t most)
{
    m_file.read(to, static_cast<std::streamsize>(most));
    return static_cast<std::size_t>(m_file.gcount());
}

formats::Result<std::size_t> OpenFile::rewind()
{
    m_file.clear();
    m_file.seekg(0);
    return std::size_t{0};
}

formats::Result<std::string> OpenFile::attachment(const std::string&, const formats::AttachmentHash&,
                                                  std::int64_t) const
{
    return std::string();
}

} // namespace quarterdeck::bench
