/* SPDX-License-Identifier: BSD-3-Clause */
#include <lectern.h>
#include <stdio.h>

int main(int argc, char **argv) {
  lectern_publication *book;
  lectern_buffer *positions;
  if (argc != 2 || lectern_abi() != LECTERN_ABI) return 2;
  if (lectern_publication_open(NULL, argv[1], NULL, &book, NULL) < 0) return 1;
  if (lectern_publication_positions(book, &positions, NULL) == LECTERN_OK) puts(lectern_buffer_data(positions));
  lectern_buffer_free(positions);
  lectern_publication_free(book);
  return 0;
}
