#include "common/gpu/end_to_end.hpp"

#include <vector>

#include "common/gpu/event.hpp"
#include "common/gpu/sampler.hpp"

namespace gemm {
namespace {

constexpr size_t kMostBytes = size_t{2} << 30;
constexpr int kRepetitions = 5;

// A page-locked copy of device memory on the host: what copies at full speed.
class HostCopy {
 public:
  explicit HostCopy(const DeviceBuffer<float>& source) : bytes_(source.bytes()) {
    if (bytes_ == 0) return;
    check(cudaMallocHost(&data_, bytes_), "allocating page-locked memory");
    download(source);
  }
  HostCopy(const HostCopy&) = delete;
  HostCopy& operator=(const HostCopy&) = delete;
  ~HostCopy() { cudaFreeHost(data_); }

  void upload(DeviceBuffer<float>& target) const { copy(target.data(), data_); }
  void download(const DeviceBuffer<float>& source) { copy(data_, source.data()); }

 private:
  void copy(void* target, const void* source) const {
    check(cudaMemcpyAsync(target, source, bytes_, cudaMemcpyDefault), "copying an operand");
  }

  size_t bytes_;
  void* data_ = nullptr;
};

}  // namespace

double end_to_end_ms(Problem& problem, Sgemm& sgemm) {
  if (problem.A.bytes() + problem.B.bytes() + problem.C.bytes() > kMostBytes) return 0;
  const HostCopy a(problem.A), b(problem.B), c0(problem.C0);
  HostCopy c(problem.C);

  std::vector<double> samples_ms;
  for (int i = 0; i < kRepetitions; ++i)
    samples_ms.push_back(elapsed_ms([&] {
      a.upload(problem.A);
      b.upload(problem.B);
      if (problem.shape.beta != 0) c0.upload(problem.C);
      sgemm.pack();
      sgemm.kernel();
      sgemm.unpack();
      c.download(problem.C);
    }));
  return summarize(samples_ms).median_ms;
}

}  // namespace gemm
