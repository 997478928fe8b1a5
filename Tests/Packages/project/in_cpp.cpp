// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <lectern.hpp>

int main(int count, char **arguments) {
  if (count != 2 || !lectern::fits()) return 2;
  std::cout << lectern::Publication::open(arguments[1]).positions().json() << "\n";
}
