#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// LangChain's messages, as `messages_to_dict`, `dumpd` or the messages' own fields have them. A list of them (or one
/// per line) is one session; `{messages}`, or the state `{values: {messages}}` of a LangGraph graph, is one each.
class LangChainReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "langchain"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
