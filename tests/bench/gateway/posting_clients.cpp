#include "posting_clients.h"

#include <QByteArray>
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace quarterdeck::bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double cpuSecondsOfThread()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string requestOf(const std::string& body)
{
    return "POST /trpc/pushMessage HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Another one for each number, so that none is known already.
std::string imageBlock(std::size_t bytes, int number)
{
    std::mt19937_64 random(static_cast<std::uint64_t>(number) + 1);
    QByteArray image = QByteArray::fromHex("89504e470d0a1a0a");
    while (static_cast<std::size_t>(image.size()) < bytes) {
        const std::uint64_t next = random();
        image.append(reinterpret_cast<const char*>(&next), sizeof next);
    }
    return R"({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ")"
        + image.toBase64().toStdString() + R"("}}, )";
}

std::string messageOf(const Posting& posting, int connection, int number)
{
    const std::string id = std::to_string(number);
    const std::string image = posting.imageBytes > 0 ? imageBlock(posting.imageBytes, number) : std::string();
    std::string body = R"({"runId": ")" + posting.run + ' ' + std::to_string(connection) + R"(", "replyId": "r)" + id
        + R"(", "replyName": "Bob", "replyRole": "assistant", "msg": {"id": "m)" + id
        + R"(", "name": "Bob", "role": "assistant", "content": [)";
    const std::string end = " number " + id + R"("}], "metadata": {}, "timestamp": "2026-11-21 05:14:43.837"}})";
    constexpr std::size_t whole = 1024;
    body += R"({"type": "text", "text": ")";
    body += std::string(whole - std::min(whole - 1, body.size() + end.size()), 'x') + end;
    if (!image.empty())
        body.insert(body.find(R"({"type": "text")"), image);
    return requestOf(body);
}

class Client
{
public:
    explicit Client(std::uint16_t port) : m_port(port) { }
    ~Client() { end(); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    [[nodiscard]] bool post(const std::string& request)
    {
        if (m_socket < 0 && !begin())
            return false;
        for (std::size_t sent = 0; sent < request.size();) {
            const ssize_t size = ::send(m_socket, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
            if (size <= 0)
                return false;
            sent += static_cast<std::size_t>(size);
        }
        std::string read;
        char part[4096];
        while (!read.ends_with(R"({"result":{}})")) {
            const ssize_t size = ::recv(m_socket, part, sizeof part, 0);
            if (size <= 0)
                return false;
            read.append(part, static_cast<std::size_t>(size));
        }
        return read.starts_with("HTTP/1.1 200");
    }
    void end()
    {
        if (m_socket >= 0)
            ::close(m_socket);
        m_socket = -1;
    }

private:
    bool begin()
    {
        m_socket = ::socket(AF_INET, SOCK_STREAM, 0);
        const int on = 1;
        ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const timeval patience{30, 0}; // a server that hangs must not hang this
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(m_port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }

    std::uint16_t m_port;
    int m_socket = -1;
};

Posted postOn(int connection, const Posting& posting)
{
    Posted posted;
    Client client(posting.port);
    auto due = Clock::now();
    for (int number = connection; number < posting.messages; number += posting.connections) {
        if (posting.isOver != nullptr && *posting.isOver)
            break;
        const std::string request = messageOf(posting, connection, posting.firstNumber + number);
        if (posting.perSecond > 0) {
            std::this_thread::sleep_until(due);
            due += std::chrono::nanoseconds(1'000'000'000 / posting.perSecond);
        }
        const auto begin = Clock::now();
        if (!client.post(request))
            ++posted.refused;
        posted.milliseconds.push_back(secondsSince(begin) * 1000);
        if (!posting.isKeptAlive)
            client.end();
    }
    posted.clientCpuSeconds = cpuSecondsOfThread();
    return posted;
}

} // namespace

Posted postMessages(const Posting& posting)
{
    std::vector<Posted> each(static_cast<std::size_t>(posting.connections));
    const auto begin = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < posting.connections; ++i)
            threads.emplace_back([&, i] { each[static_cast<std::size_t>(i)] = postOn(i, posting); });
    }
    Posted all;
    all.seconds = secondsSince(begin);
    for (const Posted& one : each) {
        all.milliseconds.insert(all.milliseconds.end(), one.milliseconds.begin(), one.milliseconds.end());
        all.clientCpuSeconds += one.clientCpuSeconds;
        all.refused += one.refused;
    }
    std::ranges::sort(all.milliseconds);
    return all;
}

} // namespace quarterdeck::bench
