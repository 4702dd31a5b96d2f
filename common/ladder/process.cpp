#include "common/ladder/process.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/error.hpp"

namespace gemm {
namespace {

// A file in memory that takes what a child writes. Unlike a pipe it has no limit, so that nobody
// has to read while the child runs.
class Capture {
 public:
  Capture() : fd_(memfd_create("capture", MFD_CLOEXEC)) {
    if (fd_ < 0) throw DeviceError(fmt::format("No memory for output: {}.", strerror(errno)));
  }
  ~Capture() { close(fd_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int fd() const { return fd_; }

  std::string contents() const {
    std::string text;
    char buffer[4096];
    ssize_t size;
    while ((size = pread(fd_, buffer, sizeof buffer, text.size())) > 0) text.append(buffer, size);
    return text;
  }

 private:
  int fd_;
};

}  // namespace

ProcessResult run_process(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(path.c_str())};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  const Capture out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.fd(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.fd(), STDERR_FILENO);
  pid_t pid;
  const int failure = posix_spawn(&pid, path.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) throw DeviceError(fmt::format("Cannot start {}: {}.", path, strerror(failure)));

  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  ProcessResult result;
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  else
    result.exit_code = WEXITSTATUS(status);
  result.out = out.contents();
  result.err = err.contents();
  return result;
}

}  // namespace gemm
