// Waiting, stopping and shuffles, as the running thread calls them.
#include "common/emulator/runtime/block.hpp"

namespace emulator {

void BlockRunner::sync(Place place) {
  Thread& thread = *threads_[current_];
  thread.place = place;
  thread.state = State::at_barrier;
  yield();
}

void BlockRunner::wait(bool (*ready)(const void*), const void* what, Place place) {
  Thread& thread = *threads_[current_];
  thread.place = place;
  thread.ready = ready;
  thread.what = what;
  thread.state = State::waiting;
  yield();
}

void BlockRunner::pause() {
  threads_[current_]->state = State::paused;
  yield();
}

void BlockRunner::stop() {
  broken_ = true;
  std::longjmp(threads_[current_]->beginning, 1);
}

void BlockRunner::stop_with(uintptr_t site, const char* what) {
  checker_.stopped(site, current_, what);
  stop();
}

unsigned long long BlockRunner::exchange(unsigned mask, unsigned long long bits, unsigned source,
                                         Place place) {
  struct Arrival {
    Warp* warp;
    unsigned lane;
    bool over() const { return (warp->arrived >> lane & 1) == 0; }
  } const arrival{&warps_[current_ / warpSize], current_ % warpSize};
  Warp& warp = *arrival.warp;
  warp.bits[arrival.lane] = bits;
  warp.source[arrival.lane] = source;
  warp.arrived |= 1u << arrival.lane;
  if ((warp.arrived & mask) == mask) {
    warp.complete(mask);
    checker_.order().meet(current_ / warpSize * warpSize, mask);
    observe_thread();
  }
  if (!arrival.over())
    wait([](const void* what) { return static_cast<const Arrival*>(what)->over(); }, &arrival,
         place);
  return warp.bits[arrival.lane];
}

void BlockRunner::Warp::complete(unsigned mask) {
  unsigned long long taken[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    taken[lane] = mask >> source[lane] & 1 ? bits[source[lane]] : bits[lane];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (mask >> lane & 1) bits[lane] = taken[lane];
  arrived &= ~mask;
}

void sync_threads(Place place) { current_block()->sync(place); }
unsigned thread_rank() { return current_block()->rank(); }
unsigned block_size() { return current_block()->size(); }
unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place) {
  return current_block()->exchange(mask, bits, source, place);
}

}  // namespace emulator
