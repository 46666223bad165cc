#include "model/formats/metagpt/pickled_message_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/metagpt/pickled_message.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace quarterdeck::formats {

namespace {

/// Messages are small; a larger file is refused before it is held in memory whole.
constexpr std::int64_t mostBytes = std::int64_t{64} << 20;

Result<std::string> allOf(ByteSource& source, const ReadLimits& limits)
{
    const auto most = static_cast<std::size_t>(std::min(mostBytes, limits.maxRecordBytes));
    std::string bytes;
    std::array<char, 65536> part{};
    for (;;) {
        const auto count = source.read(part.data(), part.size());
        if (!count) {
            return tl::unexpected(count.error());
        }
        if (*count == 0) {
            return bytes;
        }
        if (bytes.size() + *count > most) {
            return tl::unexpected(errors::noPickledMessageIn(source.name(), "it is too large"));
        }
        bytes.append(part.data(), *count);
    }
}

} // namespace

bool PickledMessageReader::recognises(const JsonShape& shape) const
{
    const std::string_view start = shape.start;
    constexpr char protocol = '\x80'; // an opcode, and the number behind it; the oldest two have none
    const bool hasNumber = start.size() > 1 && start[0] == protocol && start[1] >= 2 && start[1] <= 5;
    const bool isPickle = hasNumber || start.starts_with("ccopy_reg\n") || start.starts_with("ccopyreg\n");
    return isPickle && start.find("metagpt.schema") != std::string_view::npos; // there are many of other programs
}

Result<std::size_t> PickledMessageReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                               const ReadLimits& limits) const
{
    const auto bytes = allOf(source, limits);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    auto read = metagpt::readPickledMessage(*bytes);
    if (!read) {
        return tl::unexpected(errors::noPickledMessageIn(source.name(), read.error().detail));
    }
    RecordingBuilder session(source, sink, limits);
    session.begin(titleFrom(conversation::textOf(read->message), baseName(source.name())),
                  {"metagpt_pickle", {}, {{"class", read->className}}});
    session.addRole(read->message.sentFrom.str());
    session.add(std::move(read->message));
    session.end();
    return 1;
}

} // namespace quarterdeck::formats
