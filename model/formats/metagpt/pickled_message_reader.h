#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// A file that holds one message as MetaGPT pickled it (`serialize_message`): a session of one message. Read as data,
/// as readPickledMessage does.
class PickledMessageReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt_pickle"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
