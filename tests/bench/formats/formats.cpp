/// What reading and writing other systems' formats costs, each beside nlohmann_json doing the like in the same run:
/// a large OpenAI JSONL read by its reader and imported into a library, pickled messages read, and a prompt of 1,000
/// messages serialized. One JSON object a line, with "good": reading, importing and unpickling are at least half as
/// fast as the parser alone, and the first two take at most 200 MB above idle; a prompt takes at most five times what
/// dump() of the finished JSON does. Returns 1 when any line is not.
///     bench_formats [--megabytes N]     of the file; 1024 unless told

#include "chat_file.h"
#include "memory.h"
#include "model/formats/metagpt/pickled_message.h"
#include "model/formats/requests/chat_request.h"
#include "model/formats/session_reader.h"
#include "model/transfer/import/import_job.h"
#include "storage/open_library.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <chrono>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::bench;
using nlohmann::json;

namespace {

constexpr double leastRatio = 0.5;
constexpr double leastPromptRatio = 0.2; ///< the baseline writes what is finished, and makes nothing
constexpr double mostMegabytesAboveIdle = 200;

/// Of this process' work, so that others on the machine do not count; reading and writing have one thread.
template <typename Call>
double secondsOf(Call call)
{
    const std::clock_t start = std::clock();
    call();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// As a person waits for it: an import works in several threads.
template <typename Call>
double waitedSecondsOf(Call call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double megabytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; }

/// Keeps the optimiser from dropping what is measured.
std::size_t seen = 0;

/// Takes everything and keeps nothing.
class NoSink final : public formats::SessionSink
{
public:
    void beginSession(formats::SessionStarted, std::vector<formats::Role>, formats::Timestamp) override { }
    void acceptRole(formats::Role, formats::Timestamp) override { }
    void acceptMessage(formats::RecordedMessage message) override { seen += message.record.message.content.size(); }
    void beginLog() override { }
    void acceptEvent(formats::Event) override { }
    void acceptAttachment(formats::RecordedAttachment) override { }
    void endSession() override { }
    void reportProblem(formats::ImportProblem) override { }
    [[nodiscard]] bool isStopped() const override { return false; }
};

double parseSeconds(const QString& path)
{
    return secondsOf([&] {
        std::ifstream file(path.toStdString(), std::ios::binary);
        for (std::string line; std::getline(file, line);) {
            seen += json::parse(line).size();
        }
    });
}

struct Measured
{
    double seconds = 0;
    double processSeconds = 0; ///< of all threads: tells more than the time where the machine has other work, too
    double megabytesAboveIdle = 0;
};

template <typename Clock>
Measured measured(Clock clock)
{
    forgetPeak();
    const std::int64_t idle = residentBytes();
    double seconds = 0;
    const double processSeconds = secondsOf([&] { seconds = clock(); });
    return {seconds, processSeconds, megabytes(peakResidentBytes() - idle)};
}

bool tell(const char* name, std::int64_t bytes, std::int64_t messages, const Measured& one, double baseline)
{
    const double rate = megabytes(bytes) / one.seconds;
    const double ratio = baseline / one.seconds;
    const bool isGood = ratio >= leastRatio && one.megabytesAboveIdle <= mostMegabytesAboveIdle;
    std::cout << json{{"bench", name},
                      {"megabytes", megabytes(bytes)},
                      {"messages", messages},
                      {"mb_per_s", rate},
                      {"baseline_mb_per_s", megabytes(bytes) / baseline},
                      {"ratio", ratio},
                      {"process_s", one.processSeconds},
                      {"peak_mb_above_idle", one.megabytesAboveIdle},
                      {"good", isGood}}
                     .dump()
              << std::endl;
    return isGood;
}

/// How many messages came in.
std::int64_t importInto(const QString& folder, const QString& path)
{
    QObject completions;
    auto opened = storage::openLibrary((folder + QStringLiteral("/library.db")).toStdString(), &completions);
    if (!opened) {
        std::cerr << opened.error().sentence << std::endl;
        return 0;
    }
    std::int64_t messages = 0;
    transfer::ImportJob job(*opened, {{{path.toStdString(), {}}}, false});
    QEventLoop loop;
    QObject::connect(&job, &transfer::ImportJob::finished, &loop, [&](const transfer::ImportReport& report) {
        messages = report.files.front().messages;
        loop.quit();
    });
    job.start();
    loop.exec();
    return messages;
}

/// Reads the file with its reader, and imports it into a library.
bool measureImport(const QString& folder, std::int64_t bytes)
{
    const QString path = folder + QStringLiteral("/chat.jsonl");
    const std::int64_t messages = writeChatFile(path, bytes);
    if (messages == 0) {
        std::cerr << "the file cannot be written" << std::endl;
        return false;
    }
    const std::int64_t size = QFileInfo(path).size();
    parseSeconds(path); // so that it lies in memory for all
    double baseline = 0;
    const double waitedBaseline = waitedSecondsOf([&] { baseline = parseSeconds(path); });
    const auto read = [&] {
        OpenFile source(path);
        NoSink sink;
        (void)formats::ReaderRegistry::standard().read(source, sink);
    };
    const Measured reading = measured([&] { return secondsOf(read); });
    const bool isReadWell = tell("read openai jsonl", size, messages, reading, baseline);
    std::int64_t imported = 0;
    const Measured importing = measured([&] { return waitedSecondsOf([&] { imported = importInto(folder, path); }); });
    return tell("import openai jsonl", size, imported, importing, waitedBaseline) && isReadWell && imported == messages;
}

/// A message as Python pickles it (protocol 2), with a long content.
std::string pickleOf(std::string content)
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/pickles/plain_proto2.pkl"));
    std::string bytes = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    const std::string known("X\x12\0\0\0create a 2048 game", 23);
    const std::size_t at = bytes.find(known);
    if (at == std::string::npos) {
        return {};
    }
    std::string text = "X";
    for (unsigned shift = 0; shift < 32; shift += 8) {
        text += static_cast<char>((content.size() >> shift) & 0xffU);
    }
    return bytes.replace(at, known.size(), text + content);
}

bool measurePickles()
{
    const std::string content = textOf(0, 4'000'000);
    const std::string bytes = pickleOf(content);
    const std::string text = json{{"content", content}}.dump();
    constexpr int times = 10;
    const double seconds = secondsOf([&] {
        for (int i = 0; i < times; ++i) {
            seen += formats::metagpt::readPickledMessage(bytes).value().message.content.size();
        }
    });
    const double baseline = secondsOf([&] {
        for (int i = 0; i < times; ++i) {
            seen += json::parse(text).size();
        }
    });
    const double rate = megabytes(static_cast<std::int64_t>(bytes.size()) * times) / seconds;
    const double baselineRate = megabytes(static_cast<std::int64_t>(text.size()) * times) / baseline;
    const bool isGood = rate >= leastRatio * baselineRate;
    std::cout << json{{"bench", "read pickles"},
                      {"bytes", bytes.size()},
                      {"mb_per_s", rate},
                      {"baseline_mb_per_s", baselineRate},
                      {"good", isGood}}
                     .dump()
              << std::endl;
    return isGood;
}

bool measurePrompt()
{
    bool areGood = true;
    std::vector<conversation::Message> messages;
    for (int i = 0; i < 1000; ++i) {
        conversation::Message message;
        message.role = i % 2 == 0 ? "user" : "assistant";
        message.content = conversation::textBlocks(std::string(500, 'x') + std::to_string(i));
        messages.push_back(std::move(message));
    }
    for (const auto& [name, make] : {std::pair{"serialize openai prompt", &formats::openAiSerializer},
                                     std::pair{"serialize anthropic prompt", &formats::anthropicSerializer}}) {
        const auto serializer = make();
        constexpr int times = 100;
        const json finished = serializer->serializeMessages(messages, {}, {})->messages.json();
        const double baseline = secondsOf([&] {
            for (int i = 0; i < times; ++i) {
                seen += finished.dump().size();
            }
        });
        const double seconds = secondsOf([&] {
            for (int i = 0; i < times; ++i) {
                seen += serializer->serializeMessages(messages, {}, {})->messages.json().dump().size();
            }
        });
        const bool isGood = baseline >= leastPromptRatio * seconds;
        areGood = areGood && isGood;
        std::cout << json{{"bench", name},
                          {"messages", messages.size()},
                          {"ms", seconds * 1000 / times},
                          {"baseline_ms", baseline * 1000 / times},
                          {"good", isGood}}
                         .dump()
                  << std::endl;
    }
    return areGood;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption size(QStringLiteral("megabytes"), {}, QStringLiteral("N"), QStringLiteral("1024"));
    parser.addOption(size);
    parser.process(application);
    const QTemporaryDir folder;
    const bool isTakenIn = measureImport(folder.path(), parser.value(size).toLongLong() * 1'000'000);
    const bool isUnpickled = measurePickles();
    const bool isWritten = measurePrompt();
    return isTakenIn && isUnpickled && isWritten && seen > 0 ? 0 : 1;
}
