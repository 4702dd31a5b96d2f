#pragma once
// What a stage's main.cu uses.
#include "common/measure.hpp"
#include "common/options.hpp"
#include "common/problem.hpp"
#include "common/report.hpp"
#include "common/sgemm.hpp"
#include "common/verify.hpp"
