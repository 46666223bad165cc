#include "model/agents/model_agent/prompt.h"

#include <QCryptographicHash>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

/// Each part is preceded by its length, so that different prompts never hash the same text.
class Digest
{
public:
    void add(std::string_view part)
    {
        const QByteArray length = QByteArray::number(static_cast<qulonglong>(part.size())) + ':';
        m_hash.addData(QByteArrayView(length));
        m_hash.addData(QByteArrayView(part.data(), static_cast<qsizetype>(part.size())));
    }
    void add(const conversation::JsonValue& value)
    {
        add(value.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    [[nodiscard]] std::string text() const
    {
        constexpr int digits = 16; // a record for people who look, no seal against forgers
        return m_hash.result().toHex().left(digits).toStdString();
    }

    void operator()(const conversation::TextBlock& text) { add(text.text); }
    void operator()(const conversation::ThinkingBlock& thought) { add(thought.text); }
    void operator()(const conversation::MediaBlock& media) { add(media.source.hash.str() + media.source.url); }
    void operator()(const conversation::ToolUseBlock& use)
    {
        add(use.id);
        add(use.name);
        add(use.rawInput);
        add(use.input);
    }
    void operator()(const conversation::ToolResultBlock& result)
    {
        add(result.id);
        add(result.name);
        add(result.output);
        add(std::string_view(result.isError ? "!" : ""));
    }
    void operator()(const conversation::UnknownBlock&) { add(std::string_view()); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

} // namespace

std::string digestOf(std::span<const conversation::Message> messages, std::span<const formats::Tool> tools)
{
    Digest digest;
    for (const conversation::Message& message : messages) {
        digest.add(message.role);
        for (const conversation::ContentBlock& block : message.content)
            std::visit(digest, block);
    }
    for (const formats::Tool& tool : tools)
        digest.add(tool.name + "\n" + tool.description.value_or(std::string()));
    return digest.text();
}

} // namespace quarterdeck::team
