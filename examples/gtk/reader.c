// SPDX-License-Identifier: BSD-3-Clause
//
// A reader with GTK 4 and WebKitGTK: pages, contents, settings, search, highlights, and the place of the last time.  The
// library answers the requests of the web view, under a URL scheme of our own; there is no server.
//
//   reader BOOK [FILE-OF-SETTINGS.ini]

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>
#include <webkit/webkit.h>

#include "lectern.h"

static struct {
  lectern_publication *book;
  lectern_navigator *navigator;
  lectern_preferences *draft;
  GKeyFile *kept;
  const char *store;
  char *key, *selection;
  WebKitWebView *view;
  GtkWidget *place, *highlight, *contents, *results, *form;
  JsonArray *marks;
} reader;

/// Prints the failure of a call, if there is one.
static lectern_status check(lectern_status status, lectern_error *error) {
  if (error) g_warning("%s: %s", lectern_error_path(error), lectern_error_message(error));
  lectern_error_free(error);
  return status;
}
#define CALL(function, ...) ({ lectern_error *failure; lectern_status status_ = function(__VA_ARGS__, &failure); check(status_, failure); })

static JsonNode *take(lectern_buffer *buffer) {
  JsonNode *json = json_from_string(lectern_buffer_data(buffer), NULL);
  lectern_buffer_free(buffer);
  return json ? json : json_node_new(JSON_NODE_NULL);
}

static const char *string_of(JsonObject *object, const char *name) {
  JsonNode *node = json_object_get_member(object, name);
  return node && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : "";
}

static void keep(const char *name, const char *json) {
  g_key_file_set_string(reader.kept, reader.key, name, json);
  g_key_file_save_to_file(reader.kept, reader.store, NULL);
}

// ----------------------------------------------------------------------------------------------- The page and its messages

static void answer(WebKitURISchemeRequest *request, gpointer data) {
  lectern_buffer *response, *bytes = NULL;
  lectern_resource *body;
  CALL(lectern_navigator_get, reader.navigator, webkit_uri_scheme_request_get_uri(request) + strlen("lectern://book/"), NULL, &response, &body);
  g_autoptr(JsonNode) json = take(response);
  JsonObject *object = json_node_get_object(json);
  if (body) CALL(lectern_resource_read, body, 0, UINT64_MAX, &bytes);
  lectern_resource_free(body);
  g_autoptr(GBytes) all = g_bytes_new_with_free_func(
      lectern_buffer_data(bytes), lectern_buffer_size(bytes), (GDestroyNotify)lectern_buffer_free, bytes);
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes(all);
  g_autoptr(WebKitURISchemeResponse) reply = webkit_uri_scheme_response_new(stream, (gint64)g_bytes_get_size(all));
  SoupMessageHeaders *headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
  JsonObjectIter members;
  const char *name;
  JsonNode *value;
  json_object_iter_init(&members, json_object_get_object_member(object, "headers"));
  while (json_object_iter_next(&members, &name, &value)) soup_message_headers_append(headers, name, json_node_get_string(value));
  webkit_uri_scheme_response_set_http_headers(reply, headers);
  webkit_uri_scheme_response_set_status(reply, (guint)json_object_get_int_member(object, "status"), NULL);
  webkit_uri_scheme_response_set_content_type(reply, string_of(object, "type"));
  webkit_uri_scheme_request_finish_with_response(request, reply);
}

static void receive(WebKitUserContentManager *manager, JSCValue *message, gpointer data) {
  g_autofree char *text = jsc_value_to_string(message);
  CALL(lectern_navigator_receive, reader.navigator, text);
}

/// The events of the navigator.
static void hear(void *data, const char *topic, const char *event) {
  g_autoptr(JsonNode) json = json_from_string(event, NULL);
  JsonObject *object = json && JSON_NODE_HOLDS_OBJECT(json) ? json_node_get_object(json) : NULL;
  if (!object) return;
  if (g_str_equal(topic, "preferences") || g_str_equal(topic, "location")) keep(topic, event);
  if (g_str_equal(topic, "web") && reader.view) {
    g_autofree char *script = g_strdup_printf("lectern.receive(%s)", event);
    webkit_web_view_evaluate_javascript(reader.view, script, -1, NULL, NULL, NULL, NULL, NULL);
  } else if (g_str_equal(topic, "location") && reader.place) {
    JsonObject *locations = json_object_get_object_member(object, "locations");
    double share = json_object_get_double_member_with_default(locations, "totalProgression", 0);
    g_autofree char *label = g_strdup_printf("%s   %.0f %%", string_of(object, "title"), 100 * share);
    gtk_label_set_text(GTK_LABEL(reader.place), label);
  } else if (g_str_equal(topic, "selection")) {
    JsonNode *locator = json_object_get_member(object, "locator");
    g_free(reader.selection);
    reader.selection = JSON_NODE_HOLDS_OBJECT(locator) ? json_to_string(locator, FALSE) : NULL;
    gtk_widget_set_sensitive(reader.highlight, reader.selection != NULL);
  } else if (g_str_equal(topic, "link")) {
    g_app_info_launch_default_for_uri(string_of(object, "href"), NULL, NULL);
  }
}

static void turn(const char *target) { CALL(lectern_navigator_go, reader.navigator, target); }

// --------------------------------------------------------------------------------------------- Contents, search, highlights

static void chosen(GtkListBox *list, GtkListBoxRow *row) { turn(g_object_get_data(G_OBJECT(row), "target")); }

/// A row of a list that leads somewhere.
static void add_row(GtkWidget *list, const char *title, int level, JsonNode *target) {
  GtkWidget *label = g_object_new(GTK_TYPE_LABEL, "label", title, "xalign", 0.0, "wrap", TRUE, "margin-start", 12 + 16 * level, NULL);
  GtkWidget *row = g_object_new(GTK_TYPE_LIST_BOX_ROW, "child", label, NULL);
  g_object_set_data_full(G_OBJECT(row), "target", json_to_string(target, FALSE), g_free);
  gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void add_contents(JsonArray *links, int level) {
  for (guint i = 0; i < json_array_get_length(links); i++) {
    JsonObject *link = json_array_get_object_element(links, i);
    add_row(reader.contents, string_of(link, "title"), level, json_array_get_element(links, i));
    if (json_object_has_member(link, "children")) add_contents(json_object_get_array_member(link, "children"), level + 1);
  }
}

static void apply(const char *group, JsonArray *locators, const char *style, const char *tint) {
  g_autoptr(GString) decorations = g_string_new("[");
  for (guint i = 0; i < json_array_get_length(locators); i++) {
    g_autofree char *locator = json_to_string(json_array_get_element(locators, i), FALSE);
    g_string_append_printf(decorations, "%s{\"id\": \"%u\", \"locator\": %s, \"style\": {\"id\": \"%s\", \"tint\": \"%s\"}}", i ? "," : "", i,
                           locator, style, tint);
  }
  g_string_append_c(decorations, ']');
  CALL(lectern_navigator_apply_decorations, reader.navigator, group, decorations->str, NULL);
}

static void highlight(void) {
  json_array_add_element(reader.marks, json_from_string(reader.selection, NULL));
  apply("highlights", reader.marks, "highlight", "#F2C94C");
  g_autoptr(JsonNode) marks = json_node_init_array(json_node_alloc(), reader.marks);
  g_autofree char *text = json_to_string(marks, FALSE);
  keep("highlights", text);
  CALL(lectern_navigator_send, reader.navigator, "{\"command\": \"clearSelection\"}");
}

static void search(GtkEditable *entry) {
  lectern_cursor *cursor;
  lectern_buffer *page;
  g_autoptr(JsonArray) found = json_array_new();
  for (GtkWidget *row; (row = gtk_widget_get_first_child(reader.results));) gtk_list_box_remove(GTK_LIST_BOX(reader.results), row);
  CALL(lectern_publication_search, reader.book, gtk_editable_get_text(entry), NULL, &cursor);
  while (cursor && json_array_get_length(found) < 500 && CALL(lectern_cursor_next, cursor, &page) == LECTERN_OK) {
    g_autoptr(JsonNode) json = take(page);
    JsonArray *matches = json_object_get_array_member(json_node_get_object(json), "locators");
    for (guint i = 0; i < json_array_get_length(matches); i++) {
      JsonNode *match = json_array_get_element(matches, i);
      JsonObject *words = json_object_get_object_member(json_node_get_object(match), "text");
      g_autofree char *line = g_strconcat(string_of(words, "before"), string_of(words, "highlight"), string_of(words, "after"), NULL);
      add_row(reader.results, line, 0, match);
      json_array_add_element(found, json_node_copy(match));
    }
  }
  lectern_cursor_free(cursor);
  apply("search", found, "underline", "#E0533D");
}

// ------------------------------------------------------------------------------------------------------------------ Settings

typedef lectern_status (*Step)(lectern_preferences *draft, const char *key, uint32_t flags, lectern_error **error);
static void fill_form(void);

/// Submits the draft after a change, and shows what follows from it.
static void changed(void) {
  CALL(lectern_preferences_submit, reader.draft, NULL);
  g_idle_add_once((GSourceOnceFunc)fill_form, NULL);
}

static void step(GtkWidget *button, Step step) {
  CALL(step, reader.draft, gtk_widget_get_name(button), 0);
  changed();
}

static void entered(GtkWidget *entry) {
  g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), gtk_editable_get_text(GTK_EDITABLE(entry)));
  g_autofree char *value = json_to_string(node, FALSE);
  CALL(lectern_preferences_set, reader.draft, gtk_widget_get_name(entry), value, 0);
  changed();
}

/// A form of whatever settings there are: what has steps gets two buttons, a switch one, a color or a font a line of text.
static void fill_form(void) {
  lectern_buffer *buffer;
  CALL(lectern_preferences_settings, reader.draft, &buffer);
  g_autoptr(JsonNode) json = take(buffer);
  JsonObject *settings = json_object_get_object_member(json_node_get_object(json), "settings");
  GtkWidget *grid = g_object_new(GTK_TYPE_GRID, "row-spacing", 6, "column-spacing", 6, "margin-start", 12, NULL);
  g_autoptr(GList) keys = json_object_get_members(settings);
  int row = 0;
  for (GList *key = keys; key; key = key->next, row++) {
    JsonObject *setting = json_object_get_object_member(settings, key->data);
    JsonArray *reasons = json_object_get_array_member(setting, "reasons");
    const char *type = string_of(setting, "type"), *shown = string_of(setting, "valueLabel");
    const bool toggles = g_str_equal(type, "toggle"), steps = g_regex_match_simple("range|percent|enum", type, 0, 0);
    const struct { const char *label; Step step; bool is; } buttons[] = {
        {"−", lectern_preferences_decrement, steps}, {shown, lectern_preferences_toggle, toggles}, {"+", lectern_preferences_increment, steps}};
    GtkWidget *fields[] = {g_object_new(GTK_TYPE_LABEL, "label", string_of(setting, "label"), "xalign", 0.0, NULL), NULL, NULL, NULL};
    for (int i = 0; i < 3; i++)
      if (buttons[i].is) g_signal_connect(fields[i + 1] = gtk_button_new_with_label(buttons[i].label), "clicked", G_CALLBACK(step), buttons[i].step);
    if (steps) fields[2] = gtk_label_new(shown);
    if (!steps && !toggles) {
      fields[2] = g_object_new(GTK_TYPE_ENTRY, "text", string_of(setting, "displayValue"), "placeholder-text", shown, NULL);
      g_signal_connect(fields[2], "activate", G_CALLBACK(entered), NULL);
    }
    for (int i = 0; i < 4; i++) {
      if (!fields[i]) continue;
      gtk_widget_set_name(fields[i], key->data);
      gtk_widget_set_sensitive(fields[i], json_object_get_boolean_member(setting, "isActive"));
      if (json_array_get_length(reasons)) gtk_widget_set_tooltip_text(fields[i], json_array_get_string_element(reasons, 0));
      gtk_grid_attach(GTK_GRID(grid), fields[i], i, row, 1, 1);
    }
  }
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(reader.form), grid);
}

// -------------------------------------------------------------------------------------------------------------------- Window

static GtkWidget *scrolled(GtkWidget *child, const char *title, GtkWidget *stack) {
  GtkWidget *window = g_object_new(GTK_TYPE_SCROLLED_WINDOW, "child", child, "hscrollbar-policy", GTK_POLICY_NEVER, NULL);
  gtk_stack_add_titled(GTK_STACK(stack), window, title, title);
  return window;
}

static GtkWidget *button(GtkWidget *bar, const char *label, GCallback clicked, const char *argument) {
  GtkWidget *button = gtk_button_new_with_label(label);
  g_signal_connect_swapped(button, "clicked", clicked, (gpointer)argument);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
  return button;
}

static void activate(GtkApplication *application) {
  GtkWidget *window = gtk_application_window_new(application), *bar = gtk_header_bar_new(), *stack = gtk_stack_new();
  GtkWidget *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *panes = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  lectern_buffer *toc;
  button(bar, "‹", G_CALLBACK(turn), "{\"to\": \"left\"}");
  button(bar, "›", G_CALLBACK(turn), "{\"to\": \"right\"}");
  reader.highlight = button(bar, "Highlight", G_CALLBACK(highlight), NULL);
  gtk_widget_set_sensitive(reader.highlight, FALSE);
  GtkWidget *entry = gtk_search_entry_new();
  g_signal_connect(entry, "activate", G_CALLBACK(search), NULL);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), entry);
  gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), reader.place = gtk_label_new(NULL));

  g_signal_connect(reader.contents = gtk_list_box_new(), "row-activated", G_CALLBACK(chosen), NULL);
  g_signal_connect(reader.results = gtk_list_box_new(), "row-activated", G_CALLBACK(chosen), NULL);
  scrolled(reader.contents, "Contents", stack);
  scrolled(reader.results, "Search", stack);
  reader.form = scrolled(NULL, "Settings", stack);
  gtk_widget_set_vexpand(stack, TRUE);
  gtk_box_append(GTK_BOX(side), g_object_new(GTK_TYPE_STACK_SWITCHER, "stack", stack, NULL));
  gtk_box_append(GTK_BOX(side), stack);
  CALL(lectern_publication_collection, reader.book, "toc", &toc);
  g_autoptr(JsonNode) json = take(toc);
  add_contents(json_node_get_array(json), 0);
  CALL(lectern_navigator_edit_preferences, reader.navigator, NULL, &reader.draft);
  fill_form();

  webkit_web_context_register_uri_scheme(webkit_web_context_get_default(), "lectern", answer, NULL, NULL);
  reader.view = WEBKIT_WEB_VIEW(webkit_web_view_new());
  WebKitUserContentManager *manager = webkit_web_view_get_user_content_manager(reader.view);
  g_signal_connect(manager, "script-message-received::lectern", G_CALLBACK(receive), NULL);
  webkit_user_content_manager_register_script_message_handler(manager, "lectern", NULL);
  webkit_web_view_load_uri(reader.view, "lectern://book/~lectern/index.html");
  gtk_paned_set_start_child(GTK_PANED(panes), side);
  gtk_paned_set_end_child(GTK_PANED(panes), GTK_WIDGET(reader.view));
  gtk_paned_set_position(GTK_PANED(panes), 300);
  g_object_set(window, "titlebar", bar, "child", panes, "default-width", 1100, "default-height", 780, NULL);
  gtk_window_present(GTK_WINDOW(window));
}

static char *recall(const char *name) {
  char *json = g_key_file_get_string(reader.kept, reader.key, name, NULL);
  return json ? json : g_strdup("null");
}

int main(int count, char **arguments) {
  if (count < 2 || CALL(lectern_publication_open, NULL, arguments[1], NULL, &reader.book) < 0) return 1;
  reader.store = count > 2 ? arguments[2] : "lectern-reader.ini";
  reader.key = g_path_get_basename(arguments[1]);
  reader.kept = g_key_file_new();
  g_key_file_load_from_file(reader.kept, reader.store, G_KEY_FILE_NONE, NULL);
  g_autofree char *preferences = recall("preferences"), *location = recall("location"), *highlights = recall("highlights");
  g_autofree char *options = g_strdup_printf(
      "{\"verticalPages\": true, \"preferences\": %s, \"location\": %s}", preferences, location);
  CALL(lectern_navigator_new, reader.book, options, &reader.navigator);
  g_autoptr(JsonNode) marks = json_from_string(highlights, NULL);
  reader.marks = marks && JSON_NODE_HOLDS_ARRAY(marks) ? json_node_dup_array(marks) : json_array_new();
  apply("highlights", reader.marks, "highlight", "#F2C94C");

  lectern_subscription *subscription;
  const lectern_listener listener = {.struct_size = sizeof listener, .event = hear};
  CALL(lectern_navigator_observe, reader.navigator, NULL, &listener, &subscription);
  g_autoptr(GtkApplication) application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  int status = g_application_run(G_APPLICATION(application), 0, NULL);
  lectern_subscription_free(subscription);
  lectern_preferences_free(reader.draft);
  lectern_navigator_free(reader.navigator);
  lectern_publication_free(reader.book);
  return status;
}
