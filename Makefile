# The front door. The work is in the CMake presets `gpu` and `emulator`.
#   make        install what is missing, build, run all stages, print the ladder
#   make test   install what is missing, build, run all tests
#   make docs   write what the documentation quotes, build its site: build/docs/site/index.html
# `make` takes the GPU where there is one, else the emulator. `make test` tests the emulator, and
# wherever nvcc exists it compiles the gpu preset too and runs those of its tests that can run.

NVCC   := $(shell command -v nvcc)
GPU    := $(if $(NVCC),$(shell nvidia-smi -L 2>/dev/null))
PRESET := $(if $(GPU),gpu,emulator)

.PHONY: ladder test docs dependencies docs-dependencies clean
.NOTPARALLEL:

ladder: dependencies
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) --target ladder
	build/$(PRESET)/bin/ladder

test: docs-dependencies
ifneq ($(NVCC),)
	cmake --preset gpu
	cmake --build --preset gpu
	ctest --preset gpu $(if $(GPU),,--label-regex host)
endif
	cmake --preset emulator
	cmake --build --preset emulator
	ctest --preset emulator

docs: docs-dependencies
	cmake --preset emulator
	cmake --build --preset emulator --target ladder
	sh docs/generate/venv.sh
	build/docs/venv/bin/python -B docs/generate
	sh docs/generate/site.sh
	@echo "The site begins at build/docs/site/index.html."

dependencies:
	@sh common/install_dependencies.sh

# With what the site and its test need.
docs-dependencies:
	@sh common/install_dependencies.sh docs

clean:
	rm -rf build
