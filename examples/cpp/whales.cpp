// SPDX-License-Identifier: BSD-3-Clause
//
// Describes a book, and finds a word in it:
//     c++ -std=c++17 whales.cpp -o whales $(pkg-config --cflags --libs lectern)
//     ./whales book.epub whale
#include <iostream>
#include <lectern.hpp>

static void print(const lectern::types::Links &links, int depth) {
  for (const auto &link : links) {
    std::cout << std::string(std::size_t(depth) * 2, ' ') << link.title().value_or(link.href()) << "\n";
    print(link.children(), depth + 1);
  }
}

int main(int count, char **arguments) try {
  if (count != 3) return 2;
  const auto book = lectern::Publication::open(arguments[1]);
  std::cout << book.title();
  for (const std::string &author : book.authors()) std::cout << ", " << author;
  std::cout << "\n" << book.positions().total() << " positions\n\n";
  print(book.collection("toc"), 0);

  for (const auto &match : book.search(arguments[2])) {
    const auto text = match.text();
    std::cout << "\n"
              << match.title().value_or(match.href()) << ", " << match.locations().position().value_or(0) << "\n  "
              << text.before().value_or("") << "[" << text.highlight().value_or("") << "]" << text.after().value_or("")
              << "\n";
  }
} catch (const lectern::Error &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
