# SPDX-License-Identifier: BSD-3-Clause
# For `node-gyp rebuild` in a checkout, after `make lib`.  `make node` does the same without node-gyp.
{
  "targets": [
    {
      "target_name": "lectern",
      "sources": ["<!@(ls src/*.c)"],
      "include_dirs": ["../../include"],
      "cflags": ["-std=gnu11", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-fvisibility=hidden"],
      "libraries": ["<(module_root_dir)/../../build/lib/liblectern.so"],
      "ldflags": ["-Wl,-rpath,'$$ORIGIN/../../../../build/lib'"]
    }
  ]
}
