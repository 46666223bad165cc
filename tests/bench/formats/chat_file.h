#pragma once

#include "model/formats/session_reader.h"

#include <QString>
#include <cstdint>
#include <fstream>
#include <string>

namespace quarterdeck::bench {

/// A text of that length or a little more, with what JSON must escape.
[[nodiscard]] std::string textOf(std::int64_t number, std::size_t length);

/// Writes OpenAI chat messages, one a line, until the file is that large: questions, answers, calls of tools with
/// their results, of lengths as in recorded runs. Returns how many there are; 0 when it cannot be written.
[[nodiscard]] std::int64_t writeChatFile(const QString& path, std::int64_t bytes);

/// A file as readers take it.
class OpenFile final : public formats::ByteSource
{
public:
    explicit OpenFile(const QString& path);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] formats::Timestamp modified() const override { return {1'700'000'000'000}; }
    [[nodiscard]] formats::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] formats::Result<std::size_t> rewind() override;
    [[nodiscard]] formats::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;

private:
    std::string m_name = "chat.jsonl";
    std::ifstream m_file;
};

} // namespace quarterdeck::bench
