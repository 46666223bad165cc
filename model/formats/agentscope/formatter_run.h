#pragma once

#include "model/formats/agentscope/formatter.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats::agentscope {

/// Thrown inside formatPrompt where Python would raise.
struct PythonError
{
    std::string type;
    std::string message;
};

/// `value[key]` and `value.get(key)` with Python's semantics, for values of any type.
[[nodiscard]] const nlohmann::json& item(const nlohmann::json& value, const char* key);
[[nodiscard]] nlohmann::json get(const nlohmann::json& value, const char* key, const nlohmann::json& missing = nullptr);
/// `str(value)`, and the text of a value that must be one.
[[nodiscard]] std::string pythonText(const nlohmann::json& value);
[[nodiscard]] const std::string& joined(const nlohmann::json& value);
/// The blocks of a content; a text is a single block.
[[nodiscard]] std::vector<nlohmann::json> blocksOf(const FormatterMessage& message);

/// What one run of a formatter shares: options, what is known of files, what it notes.
class FormatterRun
{
public:
    FormatterRun(const FormatterOptions& options, const FormatterContext& context)
        : m_options(options)
        , m_context(context)
    { }

    [[nodiscard]] const FormatterOptions& options() const { return m_options; }
    [[nodiscard]] FormattedPrompt& result() { return m_result; }
    void leaveOut(const nlohmann::json& type) { m_result.leftOut.push_back(pythonText(type)); }

    /// `{type: image_url ..}` of an image block, `{type: input_audio ..}` of the source of a sound.
    [[nodiscard]] nlohmann::json imagePart(const nlohmann::json& block);
    [[nodiscard]] nlohmann::json audioPart(const nlohmann::json& source);
    /// An image block for Anthropic: a local picture as data, if that correction is on.
    [[nodiscard]] nlohmann::json anthropicImage(const nlohmann::json& block);
    /// The path at which Base64 data of that type will be saved.
    [[nodiscard]] std::string save(const nlohmann::json& mediaType, const nlohmann::json& data);

private:
    /// Empty, and noted as wanted, until somebody has told.
    [[nodiscard]] std::optional<KnownFile> fileAt(const std::string& address);
    [[nodiscard]] std::string imageAddress(const nlohmann::json& url);
    [[nodiscard]] nlohmann::json audioAt(const nlohmann::json& url);

    const FormatterOptions& m_options;
    const FormatterContext& m_context;
    FormattedPrompt m_result;
};

/// A tool's output as text, and the media in it with their addresses.
struct ToolOutput
{
    nlohmann::json text;
    std::vector<std::pair<std::string, nlohmann::json>> media;
};
[[nodiscard]] ToolOutput toolOutput(const nlohmann::json& output, FormatterRun& run);

/// The Chat formatters: each message separately.
[[nodiscard]] nlohmann::json formatOpenAiChat(std::vector<FormatterMessage> messages, FormatterRun& run);
[[nodiscard]] nlohmann::json formatAnthropicChat(const std::vector<FormatterMessage>& messages, FormatterRun& run);
[[nodiscard]] nlohmann::json formatDeepSeekChat(const std::vector<FormatterMessage>& messages, FormatterRun& run);
/// The MultiAgent formatters.
[[nodiscard]] nlohmann::json formatTeam(const std::vector<FormatterMessage>& messages, FormatterRun& run);

} // namespace quarterdeck::formats::agentscope
