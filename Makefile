# The front door. The work is in the CMake presets `gpu` and `emulator`.
#   make        install what is missing, build, run all stages, print the ladder
#   make test   install what is missing, build, run all tests
# `make` takes the GPU where there is one, else the emulator. `make test` tests the emulator, and
# wherever nvcc exists it compiles the gpu preset too and runs those of its tests that can run.

NVCC   := $(shell command -v nvcc)
GPU    := $(if $(NVCC),$(shell nvidia-smi -L 2>/dev/null))
PRESET := $(if $(GPU),gpu,emulator)

.PHONY: ladder test dependencies clean
.NOTPARALLEL:

ladder: dependencies
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) --target ladder
	build/$(PRESET)/bin/ladder

test: dependencies
ifneq ($(NVCC),)
	cmake --preset gpu
	cmake --build --preset gpu
	ctest --preset gpu $(if $(GPU),,--label-regex host)
endif
	cmake --preset emulator
	cmake --build --preset emulator
	ctest --preset emulator

dependencies:
	@sh common/install_dependencies.sh

clean:
	rm -rf build
