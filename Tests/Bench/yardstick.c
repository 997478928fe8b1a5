/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "yardstick.h"

#include <ctype.h>
#include <dlfcn.h>
#include <expat.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* --------------------------------------------------------------------------------------- Text and tables that grow */

typedef struct {
  char *bytes;
  size_t size, room;
} text;

static void append(text *t, const char *bytes, size_t size) {
  if (t->size + size + 1 > t->room) {
    t->room = (t->size + size + 1) * 2;
    t->bytes = realloc(t->bytes, t->room);
  }
  memcpy(t->bytes + t->size, bytes, size);
  t->size += size;
  t->bytes[t->size] = 0;
}

static void append_string(text *t, const char *string) { append(t, string, strlen(string)); }

/* Writes a JSON string; the books of the benchmark have no other characters to escape. */
static void append_json(text *t, const char *string) {
  append(t, "\"", 1);
  for (const char *at = string; *at; at++) {
    if (*at == '"' || *at == '\\') append(t, "\\", 1);
    append(t, at, 1);
  }
  append(t, "\"", 1);
}

typedef struct {
  const char *name;
  size_t size;
  int value;
} slot;
typedef struct {
  slot *slots;
  uint32_t mask;
} table;

static uint32_t hash(const char *name, size_t size) {
  uint32_t h = 5381;
  for (size_t i = 0; i < size; i++) h = h * 33 ^ (unsigned char)name[i];
  return h;
}

static void table_init(table *t, int count) {
  uint32_t room = 4;
  while (room < (uint32_t)count * 2) room *= 2;
  t->slots = calloc(room, sizeof *t->slots);
  t->mask = room - 1;
}

static void table_put(table *t, const char *name, size_t size, int value) {
  uint32_t at = hash(name, size) & t->mask;
  while (t->slots[at].name) at = (at + 1) & t->mask;
  t->slots[at] = (slot){name, size, value};
}

static int table_get(const table *t, const char *name, size_t size) {
  for (uint32_t at = hash(name, size) & t->mask; t->slots[at].name; at = (at + 1) & t->mask)
    if (t->slots[at].size == size && memcmp(t->slots[at].name, name, size) == 0) return t->slots[at].value;
  return -1;
}

/* ------------------------------------------------------------------------------------------------------ The archive */

typedef struct {
  uint32_t stored, size, header;
  int deflated;
} entry;
typedef struct {
  char *id, *href, *type, *properties;
} item;
typedef struct {
  char *title, *href;
} contents_entry;

struct yardstick {
  const unsigned char *file;
  size_t file_size;
  entry *entries;
  int entry_count;
  table names, ids;
  char *package, folder[512];
  text title;
  item *items;
  char **spine;
  contents_entry *contents;
  int item_count, spine_count, contents_count;
  int in_title, in_contents, in_link, depth, contents_depth;
  text label;
  text json;
};

static uint32_t number(const unsigned char *at, int bytes) {
  uint32_t value = 0;
  for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
  return value;
}

static int map_archive(yardstick *it, const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status)) return -1;
  it->file_size = (size_t)status.st_size;
  it->file = mmap(NULL, it->file_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (it->file == MAP_FAILED) return -1;
  const unsigned char *end = it->file + it->file_size - 22;
  while (number(end, 4) != 0x06054b50)
    if (--end < it->file) return -1;
  it->entry_count = (int)number(end + 10, 2);
  it->entries = malloc(sizeof *it->entries * (size_t)it->entry_count);
  table_init(&it->names, it->entry_count);
  const unsigned char *at = it->file + number(end + 16, 4);
  for (int i = 0; i < it->entry_count; i++) {
    uint32_t name_size = number(at + 28, 2);
    it->entries[i] = (entry){number(at + 20, 4), number(at + 24, 4), number(at + 42, 4), number(at + 10, 2) == 8};
    table_put(&it->names, (const char *)at + 46, name_size, i);
    at += 46 + name_size + number(at + 30, 2) + number(at + 32, 2);
  }
  return 0;
}

static const entry *find(const yardstick *it, const char *folder, const char *name) {
  char path[1024];
  int size = snprintf(path, sizeof path, "%s%s", folder, name);
  int index = table_get(&it->names, path, (size_t)size);
  return index < 0 ? NULL : &it->entries[index];
}

/* Inflates an entry into memory with room for a trailing NUL. */
static char *inflate_into(char *out, const yardstick *it, const entry *e) {
  const unsigned char *header = it->file + e->header;
  const unsigned char *data = header + 30 + number(header + 26, 2) + number(header + 28, 2);
  out[e->size] = 0;
  if (!e->deflated) return memcpy(out, data, e->size);
  z_stream stream = {
      .next_in = (unsigned char *)data, .avail_in = e->stored, .next_out = (unsigned char *)out, .avail_out = e->size};
  inflateInit2(&stream, -MAX_WBITS);
  inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return out;
}

/* Likewise, into newly allocated memory. */
static char *inflate_entry(const yardstick *it, const entry *e) { return inflate_into(malloc(e->size + 1), it, e); }

/* ---------------------------------------------------------------------------------------------------- The documents */

static const char *attribute(const char **attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (strcmp(*attributes, name) == 0) return attributes[1];
  return NULL;
}

static const char *local(const char *name) {
  const char *colon = strchr(name, ':');
  return colon ? colon + 1 : name;
}

static char *copy(const char *string) { return string ? strdup(string) : NULL; }

/* Grows an array by one element; doubles its size at the powers of two. */
static void *grown(void *elements, int count, size_t size) {
  return (count & (count - 1)) ? elements : realloc(elements, size * (size_t)(count ? count * 2 : 1));
}

static void container_start(void *data, const char *name, const char **attributes) {
  yardstick *it = data;
  if (!it->package && strcmp(local(name), "rootfile") == 0) it->package = copy(attribute(attributes, "full-path"));
}

static void package_start(void *data, const char *name, const char **attributes) {
  yardstick *it = data;
  name = local(name);
  if (strcmp(name, "item") == 0) {
    it->items = grown(it->items, it->item_count, sizeof *it->items);
    it->items[it->item_count++] = (item){copy(attribute(attributes, "id")), copy(attribute(attributes, "href")),
        copy(attribute(attributes, "media-type")), copy(attribute(attributes, "properties"))};
  } else if (strcmp(name, "itemref") == 0) {
    it->spine = grown(it->spine, it->spine_count, sizeof *it->spine);
    it->spine[it->spine_count++] = copy(attribute(attributes, "idref"));
  } else if (strcmp(name, "title") == 0) {
    it->in_title = it->title.size == 0;
  }
}

static void package_end(void *data, const char *name) {
  if (strcmp(local(name), "title") == 0) ((yardstick *)data)->in_title = 0;
}

static void package_text(void *data, const char *characters, int size) {
  yardstick *it = data;
  if (it->in_title) append(&it->title, characters, (size_t)size);
}

static void nav_start(void *data, const char *name, const char **attributes) {
  yardstick *it = data;
  it->depth++;
  if (strcmp(name, "nav") == 0) {
    const char *type = attribute(attributes, "epub:type");
    if (type && strcmp(type, "toc") == 0) it->in_contents = 1, it->contents_depth = it->depth;
  } else if (it->in_contents && strcmp(name, "a") == 0) {
    it->in_link = 1;
    it->label.size = 0;
    it->contents = grown(it->contents, it->contents_count, sizeof *it->contents);
    it->contents[it->contents_count].href = copy(attribute(attributes, "href"));
  }
}

static void nav_end(void *data, const char *name) {
  yardstick *it = data;
  if (it->in_link && strcmp(name, "a") == 0) {
    it->in_link = 0;
    it->contents[it->contents_count++].title = copy(it->label.bytes);
  }
  if (it->in_contents && it->depth == it->contents_depth) it->in_contents = 0;
  it->depth--;
}

static void nav_text(void *data, const char *characters, int size) {
  yardstick *it = data;
  if (it->in_link) append(&it->label, characters, (size_t)size);
}

static void nothing(void *data, const char *name) { (void)data, (void)name; }

static void parse(yardstick *it, const entry *e, XML_StartElementHandler start, XML_EndElementHandler end,
    XML_CharacterDataHandler characters) {
  char *document = inflate_entry(it, e);
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetUserData(parser, it);
  XML_SetElementHandler(parser, start, end);
  if (characters) XML_SetCharacterDataHandler(parser, characters);
  XML_Parse(parser, document, (int)e->size, 1);
  XML_ParserFree(parser);
  free(document);
}

/* --------------------------------------------------------------------------------------------------------- Answers */

yardstick *yardstick_open(const char *path) {
  yardstick *it = calloc(1, sizeof *it);
  const entry *e;
  if (map_archive(it, path)) return NULL;
  if (!(e = find(it, "", "META-INF/container.xml"))) return NULL;
  parse(it, e, container_start, nothing, NULL);
  if (!it->package || !(e = find(it, "", it->package))) return NULL;
  parse(it, e, package_start, package_end, package_text);
  const char *slash = strrchr(it->package, '/');
  snprintf(it->folder, sizeof it->folder, "%.*s", slash ? (int)(slash - it->package) + 1 : 0, it->package);
  table_init(&it->ids, it->item_count);
  for (int i = 0; i < it->item_count; i++) {
    item *one = &it->items[i];
    table_put(&it->ids, one->id, strlen(one->id), i);
    if (one->properties && strcmp(one->properties, "nav") == 0 && (e = find(it, it->folder, one->href)))
      parse(it, e, nav_start, nav_end, nav_text);
  }
  return it;
}

static const item *spine_item(const yardstick *it, int i) {
  return &it->items[table_get(&it->ids, it->spine[i], strlen(it->spine[i]))];
}

static void append_link(yardstick *it, const char *name, const char *value, const char *href) {
  append_string(&it->json, "{\"href\":\"");
  append_string(&it->json, it->folder);
  append_string(&it->json, href);
  append_string(&it->json, "\",\"");
  append_string(&it->json, name);
  append_string(&it->json, "\":");
  append_json(&it->json, value);
  append_string(&it->json, "},");
}

const char *yardstick_manifest(yardstick *it, size_t *size) {
  it->json.size = 0;
  append_string(&it->json, "{\"metadata\":{\"title\":");
  append_json(&it->json, it->title.bytes);
  append_string(&it->json, "},\"readingOrder\":[");
  for (int i = 0; i < it->spine_count; i++) append_link(it, "type", spine_item(it, i)->type, spine_item(it, i)->href);
  append_string(&it->json, "],\"resources\":[");
  for (int i = 0; i < it->item_count; i++) append_link(it, "type", it->items[i].type, it->items[i].href);
  append_string(&it->json, "],\"toc\":[");
  for (int i = 0; i < it->contents_count; i++) append_link(it, "title", it->contents[i].title, it->contents[i].href);
  append_string(&it->json, "]}");
  *size = it->json.size;
  return it->json.bytes;
}

const char *yardstick_positions(yardstick *it, size_t *size) {
  int *counts = malloc(sizeof *counts * (size_t)it->spine_count), total = 0, position = 0;
  for (int i = 0; i < it->spine_count; i++) {
    const entry *e = find(it, it->folder, spine_item(it, i)->href);
    counts[i] = e && e->stored > 1024 ? (int)((e->stored + 1023) / 1024) : 1;
    total += counts[i];
  }
  it->json.size = 0;
  append_string(&it->json, "{\"positions\":[");
  for (int i = 0; i < it->spine_count; i++) {
    const item *one = spine_item(it, i);
    for (int j = 0; j < counts[i]; j++, position++) {
      char locator[2048];
      int length = snprintf(locator, sizeof locator,
          "{\"href\":\"%s%s\",\"type\":\"%s\",\"locations\":{\"progression\":%.12g,\"position\":%d,"
          "\"totalProgression\":%.12g}},",
          it->folder, one->href, one->type, (double)j / counts[i], position + 1, (double)position / total);
      append(&it->json, locator, (size_t)length);
    }
  }
  append_string(&it->json, "]}");
  free(counts);
  *size = it->json.size;
  return it->json.bytes;
}

/* The required part of turbojpeg.h: 0 is the layout with three bytes per pixel, 4096 the accurate transform. */
typedef struct {
  int num, denom;
} factor;
typedef int (*header_function)(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
typedef int (*decompress_function)(
    void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int);

int yardstick_thumbnail(const char *path, int width, int height) {
  void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  void *(*init)(void) = (void *(*)(void))dlsym(library, "tjInitDecompress");
  int (*destroy)(void *) = (int (*)(void *))dlsym(library, "tjDestroy");
  factor *(*factors)(int *) = (factor * (*)(int *)) dlsym(library, "tjGetScalingFactors");
  header_function header = (header_function)dlsym(library, "tjDecompressHeader3");
  decompress_function decompress = (decompress_function)dlsym(library, "tjDecompress2");
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC), count, w, h, subsampling, colors, best_w = 0, best_h = 0;
  if (file < 0 || fstat(file, &status)) return -1;
  size_t size = (size_t)status.st_size;
  unsigned char *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  void *decoder = init();
  close(file);
  if (header(decoder, data, size, &w, &h, &subsampling, &colors)) return -1;
  factor *all = factors(&count);
  for (int i = 0; i < count; i++) {
    int scaled_w = (w * all[i].num + all[i].denom - 1) / all[i].denom;
    int scaled_h = (h * all[i].num + all[i].denom - 1) / all[i].denom;
    if (scaled_w >= width && scaled_h >= height && (!best_w || scaled_w < best_w)) best_w = scaled_w, best_h = scaled_h;
  }
  unsigned char *pixels = malloc((size_t)best_w * (size_t)best_h * 3);
  int failed = decompress(decoder, data, size, pixels, best_w, 0, best_h, 0, 4096);
  free(pixels);
  destroy(decoder);
  munmap(data, size);
  return failed;
}

/* Removes tags and converts to lower case. */
static size_t strip(char *text, size_t size) {
  size_t kept = 0;
  int in_tag = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] == '<') in_tag = 1;
    else if (text[i] == '>') in_tag = 0;
    else if (!in_tag) text[kept++] = (char)tolower((unsigned char)text[i]);
  }
  return kept;
}

long yardstick_search(yardstick *it, const char *word) {
  long count = 0;
  size_t room = 0, length = strlen(word);
  char *text = NULL;
  for (int i = 0; i < it->spine_count; i++) {
    const entry *e = find(it, it->folder, spine_item(it, i)->href);
    if (!e) continue;
    if (e->size + 1 > room) text = realloc(text, room = ((size_t)e->size + 1) * 2);
    size_t size = strip(inflate_into(text, it, e), e->size);
    for (char *at = text; (at = memmem(at, size - (size_t)(at - text), word, length)); at += length) count++;
  }
  free(text);
  return count;
}

void yardstick_close(yardstick *it) {
  for (int i = 0; i < it->item_count; i++)
    free(it->items[i].id), free(it->items[i].href), free(it->items[i].type), free(it->items[i].properties);
  for (int i = 0; i < it->spine_count; i++) free(it->spine[i]);
  for (int i = 0; i < it->contents_count; i++) free(it->contents[i].title), free(it->contents[i].href);
  free(it->items), free(it->spine), free(it->contents), free(it->entries), free(it->package);
  free(it->names.slots), free(it->ids.slots), free(it->title.bytes), free(it->label.bytes), free(it->json.bytes);
  munmap((void *)it->file, it->file_size);
  free(it);
}

/* ------------------------------------------------------------------------------------------------------------ Values */

typedef struct {
  enum { MARK, WORD, STRING, INTEGER, DECIMAL } kind;
  char *text;
  long long integer;
  double decimal;
} value;

struct yardstick_values {
  value *all;
  int count;
  text json;
};

static value number_value(const char *at, size_t size) {
  int is_integer = strcspn(at, ".eE") >= size;
  return (value){is_integer ? INTEGER : DECIMAL, NULL, is_integer ? strtoll(at, NULL, 10) : 0, strtod(at, NULL)};
}

static value string_value(const char *at, size_t size) {
  char *plain = malloc(size + 1), *end = plain;
  for (size_t i = 0; i < size; i++) *end++ = at[i] == '\\' ? at[++i] : at[i];
  *end = 0;
  return (value){STRING, plain, 0, 0};
}

yardstick_values *yardstick_values_of(const char *json) {
  yardstick_values *it = calloc(1, sizeof *it);
  while (*json) {
    const char *end = json + 1;
    it->all = grown(it->all, it->count, sizeof *it->all);
    value *next = &it->all[it->count++];
    if (*json == '"') {
      while (*end != '"') end += *end == '\\' ? 2 : 1;
      *next = string_value(json + 1, (size_t)(end++ - json) - 1);
    } else if (strchr("{}[]:,", *json)) {
      *next = (value){MARK, strndup(json, 1), 0, 0};
    } else {
      end = json + strcspn(json, ",]}");
      *next = strchr("tfn", *json) ? (value){WORD, strndup(json, (size_t)(end - json)), 0, 0}
                                   : number_value(json, (size_t)(end - json));
    }
    json = end;
  }
  return it;
}

const char *yardstick_write(yardstick_values *it, size_t *size) {
  char digits[32];
  it->json.size = 0;
  for (int i = 0; i < it->count; i++) {
    const value *one = &it->all[i];
    if (one->kind == STRING) {
      append_json(&it->json, one->text);
    } else if (one->kind == INTEGER) {
      append(&it->json, digits, (size_t)snprintf(digits, sizeof digits, "%lld", one->integer));
    } else if (one->kind == DECIMAL) {
      append(&it->json, digits, (size_t)snprintf(digits, sizeof digits, "%.15g", one->decimal));
      if (!strpbrk(digits, ".e")) append_string(&it->json, ".0");
    } else {
      append_string(&it->json, one->text);
    }
  }
  *size = it->json.size;
  return it->json.bytes;
}

void yardstick_values_free(yardstick_values *it) {
  for (int i = 0; i < it->count; i++) free(it->all[i].text);
  free(it->all), free(it->json.bytes), free(it);
}
