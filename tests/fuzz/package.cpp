#include "model/formats/session_reader.h"
#include "model/transfer/import/package_source.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace quarterdeck;

namespace {

/// Takes everything and keeps nothing.
class NoSink final : public formats::SessionSink
{
public:
    void beginSession(formats::SessionStarted, std::vector<formats::Role>, formats::Timestamp) override { }
    void acceptRole(formats::Role, formats::Timestamp) override { }
    void acceptMessage(formats::RecordedMessage) override { }
    void beginLog() override { }
    void acceptEvent(formats::Event) override { }
    void acceptAttachment(formats::RecordedAttachment) override { }
    void endSession() override { }
    void reportProblem(formats::ImportProblem) override { }
    [[nodiscard]] bool isStopped() const override { return false; }
};

} // namespace

/// Any bytes as a package: what SQLite makes of them is read as an import reads it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const formats::ReaderRegistry readers = formats::ReaderRegistry::standard();
    static const std::string path = "/tmp/fuzz_package-" + std::to_string(getpid()) + ".qdeck";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    if (const auto source = transfer::PackageSource::open({path, formats::Timestamp{1}}, [] { return true; })) {
        NoSink sink;
        (void)readers.read(**source, sink);
    }
    return 0;
}
