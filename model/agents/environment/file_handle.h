#pragma once

#include <unistd.h>
#include <utility>

namespace quarterdeck::team {

/// Owns a file descriptor of the system.
class FileHandle
{
public:
    explicit FileHandle(int descriptor = -1) : m_descriptor(descriptor) { }
    ~FileHandle() { reset(); }
    FileHandle(FileHandle&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    FileHandle& operator=(FileHandle&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_descriptor = std::exchange(other.m_descriptor, -1);
        }
        return *this;
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    /// Gives it away.
    [[nodiscard]] int release() { return std::exchange(m_descriptor, -1); }

private:
    void reset()
    {
        if (isOpen())
            ::close(std::exchange(m_descriptor, -1));
    }
    int m_descriptor;
};

} // namespace quarterdeck::team
