#include "model/formats/export/writers.h"
#include "model/formats/recording/jsonl_export.h"

namespace quarterdeck::formats {

namespace {

/// The log as it is: it loses nothing.
class JsonlWriter final : public SessionWriter
{
public:
    explicit JsonlWriter(const WriterContext& context)
        : m_header{context.last.lastSeq().value, context.session, context.attachmentsFolder}
    { }

    void begin(std::string& out) override { out += jsonlHeaderLine(m_header); }
    void event(const WrittenEvent& written, std::string& out) override { out += jsonlEventLine(written.event); }
    void end(std::string&) override { }

private:
    JsonlHeader m_header;
};

} // namespace

std::unique_ptr<SessionWriter> jsonlWriter(WriterContext context) { return std::make_unique<JsonlWriter>(context); }

} // namespace quarterdeck::formats
