// append_forever LIBRARY PREFIX [IN_FLIGHT]
// Appends to three sessions of the library without end, IN_FLIGHT appends at a time, and prints each acknowledgement as
// "SESSION SEQ" when it comes, followed by the hash of the picture that the last event shows, if it does: the journal
// against which a test checks what a kill left in the file. Also saves snapshots. Ends with 1 and a sentence when the
// library cannot be opened.

#include "model/conversation/attachments.h"
#include "storage/open_library.h"
#include "tests/storage/support/log_builder.h"

#include <QCoreApplication>
#include <QObject>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>

using namespace quarterdeck;

namespace {

/// One write per line: what was printed is in the pipe, whatever happens to this process next.
void print(const std::string& line)
{
    if (write(STDOUT_FILENO, line.data(), line.size()) < 0)
        QCoreApplication::exit(2);
}

class Appender
{
public:
    Appender(session::Library& library, const std::string& prefix)
        : m_library(library)
        , m_logs{test::LogBuilder((prefix + "-a").c_str()), test::LogBuilder((prefix + "-b").c_str()),
                 test::LogBuilder((prefix + "-c").c_str())}
    {
        for (test::LogBuilder& log : m_logs) {
            log.start();
            m_library.createSession(log.summary(), log.takeRecords(), acknowledgement(log, false));
        }
    }

    void appendNext()
    {
        test::LogBuilder& log = m_logs[m_count++ % m_logs.size()];
        log.say("Mike", std::string(m_count % 1500, 'x'));
        if (m_count % 7 == 0)
            log.ask(std::to_string(m_count));
        if (m_count % 101 == 0)
            m_library.saveSnapshot(log.id(), durable(log), [](const auto&) {});
        m_library.append(log.summary(), log.takeRecords(), acknowledgement(log, true));
        if (m_count % 53 == 0)
            appendPicture(log);
    }

private:
    void appendPicture(test::LogBuilder& log)
    {
        const std::string bytes = std::string(5000, 'p') + log.id().str() + std::to_string(m_count);
        const conversation::AttachmentHash hash = conversation::attachmentHash(bytes);
        m_library.putAttachment(bytes, "image/png", 1, 1, [](const auto&) {});
        log.show(hash);
        m_library.append(log.summary(), log.takeRecords(), acknowledgement(log, false, ' ' + hash.str()));
    }

    session::Done<session::Nothing> acknowledgement(const test::LogBuilder& log, bool goesOn,
                                                    const std::string& picture = {})
    {
        const std::string line = log.id().str() + ' ' + std::to_string(log.state().lastSeq().value) + picture + '\n';
        return [this, line, goesOn](const session::Result<session::Nothing>& result) {
            print(result ? line : "error " + result.error().sentence + " " + result.error().detail + '\n');
            if (goesOn)
                appendNext();
        };
    }

    /// The state before what is not appended yet.
    static session::ConversationState durable(const test::LogBuilder& log)
    {
        session::ConversationState state;
        for (std::size_t i = 0; i + 2 < log.events().size(); ++i)
            state.apply(log.events()[i]);
        return state;
    }

    session::Library& m_library;
    std::array<test::LogBuilder, 3> m_logs;
    std::size_t m_count = 0;
};

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "usage: append_forever LIBRARY PREFIX [IN_FLIGHT]\n");
        return 2;
    }
    QObject context;
    const auto library = storage::openLibrary(argv[1], &context);
    if (!library) {
        std::fprintf(stderr, "%s\n", library.error().sentence.c_str());
        return 1;
    }
    Appender appender(**library, argv[2]);
    const int inFlight = argc > 3 ? std::stoi(argv[3]) : 8;
    for (int i = 0; i < inFlight; ++i)
        appender.appendNext();
    return QCoreApplication::exec();
}
