// Runs the fuzz targets without libFuzzer, in an ordinary build: on their seeds, then on mutations of them, always the
// same ones. It sees no coverage and no sanitizer, but costs nothing to build: every test run has it, and
// `test.sh --full` the real fuzzers.
//   mutations NAME RUNS FOLDER     FOLDER has the seeds; an input that ends the program is left beside it

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#define FUZZ_TARGETS(X)                                                                                                \
    X(pickle)                                                                                                          \
    X(stream)                                                                                                          \
    X(messages)                                                                                                        \
    X(prompts)                                                                                                         \
    X(sessions)                                                                                                        \
    X(package)                                                                                                         \
    X(database)                                                                                                        \
    X(markdown)                                                                                                        \
    X(traces)                                                                                                          \
    X(studio_bodies)                                                                                                   \
    X(api_bodies)                                                                                                      \
    X(requests)                                                                                                        \
    X(packets)                                                                                                         \
    X(tool_calls)

// Each source's LLVMFuzzerTestOneInput, compiled under another name.
#define DECLARE_TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
FUZZ_TARGETS(DECLARE_TARGET)
#undef DECLARE_TARGET

namespace {

using namespace std::string_view_literals;

using Input = std::vector<std::uint8_t>;

struct Target
{
    std::string_view name;
    int (*run)(const std::uint8_t*, std::size_t);
};

#define NAME_TARGET(name) Target{#name, &fuzz_##name},
constexpr std::array targets{FUZZ_TARGETS(NAME_TARGET)};
#undef NAME_TARGET

constexpr std::size_t longestInput = 20'000;
constexpr unsigned longestSeconds = 60; ///< of one input, on a busy machine

Input current;           // what is being tried
std::string failurePath; // where it is kept if it ends the program

/// Only what a signal handler may do.
void keepInput(int signal)
{
    const int file = ::open(failurePath.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0) {
        [[maybe_unused]] const auto written = ::write(file, current.data(), current.size());
        ::close(file);
    }
    constexpr std::string_view words = "mutations: an input ended the program; it is kept beside the seeds\n";
    [[maybe_unused]] const auto told = ::write(STDERR_FILENO, words.data(), words.size());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

std::vector<Input> seedsIn(const std::string& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Input> seeds;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return seeds;
}

/// As libFuzzer's, without what it learns from coverage.
class Mutator
{
public:
    explicit Mutator(const std::vector<Input>& seeds) : m_seeds(seeds) { }

    Input next()
    {
        Input input = m_seeds[below(m_seeds.size())];
        for (std::size_t count = 1 + below(6); count > 0; --count)
            mutate(input);
        if (input.size() > longestInput)
            input.resize(longestInput);
        return input;
    }

private:
    /// Not uniform_int_distribution, whose results differ between standard libraries.
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : m_random() % limit; }

    void mutate(Input& input)
    {
        static constexpr std::string_view tokens = "{}[]\",:0123456789eE+-.\\u\n\r\t \0\xff\xc0\x80<>&;#=/*`$%"sv;
        const std::size_t at = below(input.size());
        switch (input.empty() ? 1 : below(8)) {
        case 0:
            input[at] ^= static_cast<std::uint8_t>(1U << below(8));
            break;
        case 1:
            input.insert(place(input, at), static_cast<std::uint8_t>(tokens[below(tokens.size())]));
            break;
        case 2:
            input[at] = static_cast<std::uint8_t>(tokens[below(tokens.size())]);
            break;
        case 3:
            input[at] = static_cast<std::uint8_t>(below(256));
            break;
        case 4:
            input.erase(place(input, at), place(input, at + 1 + below(std::min<std::size_t>(64, input.size() - at))));
            break;
        case 5:
            repeat(input, at);
            break;
        case 6:
            input.resize(at);
            break;
        default:
            splice(input, at);
        }
    }

    static Input::iterator place(Input& input, std::size_t at)
    {
        return input.begin() + static_cast<std::ptrdiff_t>(std::min(at, input.size()));
    }

    /// A piece of itself, once more.
    void repeat(Input& input, std::size_t at)
    {
        const std::size_t size = 1 + below(std::min<std::size_t>(256, input.size() - at));
        const Input piece(place(input, at), place(input, at + size));
        const std::size_t to = below(input.size());
        input.insert(place(input, to), piece.begin(), piece.end());
    }

    /// The rest from another seed.
    void splice(Input& input, std::size_t at)
    {
        const Input& other = m_seeds[below(m_seeds.size())];
        const std::size_t from = below(other.size());
        input.resize(at);
        input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
    }

    const std::vector<Input>& m_seeds;
    std::mt19937_64 m_random{7};
};

void tryInput(const Target& target, Input input)
{
    current = std::move(input);
    ::alarm(longestSeconds);
    target.run(current.data(), current.size());
}

} // namespace

int main(int argc, char** argv)
{
    const auto* target = std::ranges::find(targets, std::string_view(argc > 1 ? argv[1] : ""), &Target::name);
    if (argc != 4 || target == targets.end()) {
        std::fprintf(stderr, "mutations NAME RUNS FOLDER\n");
        return 2;
    }
    failurePath = std::string(argv[3]) + ".failed";
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM})
        std::signal(signal, &keepInput);
    const std::vector<Input> seeds = seedsIn(argv[3]);
    if (seeds.empty()) {
        std::fprintf(stderr, "mutations: there are no seeds\n");
        return 2;
    }
    for (const Input& seed : seeds)
        tryInput(*target, seed);
    Mutator mutator(seeds);
    const long runs = std::strtol(argv[2], nullptr, 10);
    for (long run = 0; run < runs; ++run)
        tryInput(*target, mutator.next());
    std::printf("%zu seeds and %ld mutations\n", seeds.size(), runs);
    return 0;
}
