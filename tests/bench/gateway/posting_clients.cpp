#include "posting_clients.h"

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

std::string messageOf(int connection, int number)
{
    const std::string id = std::to_string(number);
    std::string body = R"({"runId": "run )" + std::to_string(connection) + R"(", "replyId": "r)" + id
        + R"(", "replyName": "Bob", "replyRole": "assistant", "msg": {"id": "m)" + id
        + R"(", "name": "Bob", "role": "assistant", "content": [{"type": "text", "text": ")";
    body += std::string(1024 - std::min<std::size_t>(1000, body.size() + 80), 'x');
    body += R"("}], "metadata": {}, "timestamp": "2026-11-21 05:14:43.837"}})";
    return "POST /trpc/pushMessage HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
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
        if (::send(m_socket, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
            return false;
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
    for (int number = connection; number < posting.messages; number += posting.connections) {
        const std::string request = messageOf(connection, posting.firstNumber + number);
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
