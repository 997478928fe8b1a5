// SPDX-License-Identifier: BSD-3-Clause
//
// A reader with GTK 4 and WebKitGTK: pages, contents, settings, search, highlights, and the location of the last
// session. There is no server: the library answers requests under a custom URL scheme.  Usage: gtk-reader BOOK
// STATE-FILE

#include <json-glib/json-glib.h>
#include <webkit/webkit.h>
#include "lectern.h"

#define BASE "lectern://book/"
#define PAGE BASE "~lectern/index.html"
#define TEXT(object, name) json_object_get_string_member_with_default(object, name, "")
#define YELLOW "{\"id\": \"highlight\", \"tint\": \"#F2C94C\"}"

static struct {
  lectern_publication *book;
  lectern_navigator *navigator;
  lectern_preferences *draft;
  lectern_subscription *subscription;
  lectern_error *error;
  const char *store;
  JsonNode *kept, *selection;
  JsonObject *options; // of the navigator: a member of the state
  JsonArray *marks;    // locators of highlights: another member of the state
  GtkWidget *window, *bar, *view, *highlight, *stack, *contents, *results, *form;
} reader;

/// Prints the failure of a call, if there is one.
static lectern_status check(lectern_status status) {
  if (reader.error) g_warning("%s: %s", lectern_error_path(reader.error), lectern_error_message(reader.error));
  lectern_error_free(g_steal_pointer(&reader.error));
  return status;
}
#define CALL(function, ...) check(function(__VA_ARGS__, &reader.error))

static JsonNode *take(lectern_buffer *buffer) {
  JsonNode *json = json_from_string(lectern_buffer_data(buffer), NULL);
  lectern_buffer_free(buffer);
  return json;
}

static void keep(void) {
  g_autofree char *text = json_to_string(reader.kept, FALSE);
  g_file_set_contents_full(reader.store, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

/// Answers a request of the web view.  The page needs neither status nor headers.
static void answer(WebKitURISchemeRequest *request, gpointer data) {
  const char *href = webkit_uri_scheme_request_get_uri(request);
  if (!g_str_has_prefix(href, BASE)) {
    g_autoptr(GError) error =
        g_error_new_literal(G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This is not an address of the book.");
    webkit_uri_scheme_request_finish_error(request, error);
    return;
  }
  href += strlen(BASE);
  lectern_buffer *response, *bytes = NULL;
  lectern_resource *body;
  CALL(lectern_navigator_get, reader.navigator, href, NULL, &response, &body);
  if (body) CALL(lectern_resource_read, body, 0, UINT64_MAX, &bytes);
  lectern_resource_free(body);
  g_autoptr(JsonNode) json = take(response);
  g_autoptr(GBytes) all = g_bytes_new(lectern_buffer_data(bytes), lectern_buffer_size(bytes));
  lectern_buffer_free(bytes);
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes(all);
  webkit_uri_scheme_request_finish(
      request, stream, (gint64)g_bytes_get_size(all), TEXT(json_node_get_object(json), "type"));
}

/// Only the page may be loaded into the window, only the book into frames, and nothing into new windows.
static gboolean decide(WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type) {
  bool allowed = false;
  if (type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE) {
    WebKitResponsePolicyDecision *response = WEBKIT_RESPONSE_POLICY_DECISION(decision);
    const char *uri = webkit_uri_request_get_uri(webkit_response_policy_decision_get_request(response));
    allowed = !webkit_response_policy_decision_is_main_frame_main_resource(response) || g_str_equal(uri, PAGE);
  } else if (type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION) {
    WebKitNavigationAction *action =
        webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
    const char *uri = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
    allowed = g_str_has_prefix(uri, BASE) || g_str_has_prefix(uri, "about:");
  }
  if (!allowed) webkit_policy_decision_ignore(decision);
  return !allowed;
}

static void receive(WebKitUserContentManager *manager, JSCValue *message, gpointer data) {
  g_autofree char *text = jsc_value_to_string(message);
  CALL(lectern_navigator_receive, reader.navigator, text);
}

static void answered(GtkDialog *dialog, int response, char *uri) {
  if (response == GTK_RESPONSE_OK) g_app_info_launch_default_for_uri(uri, NULL, NULL);
  gtk_window_destroy(GTK_WINDOW(dialog));
}

/// Opens a link out of the book if the reader confirms the address, which is shown without a user name, because that
/// could be mistaken for a host.
static void ask(const char *href) {
  static GtkWidget *dialog; // one at a time
  g_autoptr(GUri) parsed = g_uri_parse(href, G_URI_FLAGS_ENCODED, NULL);
  if (dialog || !parsed) return;
  char *uri = g_uri_to_string_partial(parsed, G_URI_HIDE_USERINFO);
  dialog = gtk_message_dialog_new(GTK_WINDOW(reader.window), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION,
      GTK_BUTTONS_OK_CANCEL, "Open this address outside of the book?");
  g_autofree char *shown = g_utf8_substring(uri, 0, MIN(300, g_utf8_strlen(uri, -1)));
  gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", shown);
  gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_CANCEL);
  g_signal_connect_data(dialog, "response", G_CALLBACK(answered), uri, (GClosureNotify)(void (*)(void))g_free, 0);
  g_object_add_weak_pointer(G_OBJECT(dialog), (gpointer *)&dialog);
  gtk_window_present(GTK_WINDOW(dialog));
}

static void hear(void *data, const char *topic, const char *event) {
  g_autoptr(JsonNode) json = json_from_string(event, NULL);
  JsonObject *object = JSON_NODE_HOLDS_OBJECT(json) ? json_node_get_object(json) : NULL;
  if (g_str_equal(topic, "preferences") || g_str_equal(topic, "location")) {
    json_object_set_member(reader.options, topic, json_node_ref(json));
    keep();
  }
  if (g_str_equal(topic, "web")) {
    webkit_web_view_call_async_javascript_function(WEBKIT_WEB_VIEW(reader.view), "lectern.receive(text)", -1,
        g_variant_new_parsed("{'text': <%s>}", event), NULL, NULL, NULL, NULL, NULL);
  } else if (g_str_equal(topic, "location")) {
    JsonObject *locations = json_object_get_object_member(object, "locations");
    const double share = json_object_get_double_member_with_default(locations, "totalProgression", 0);
    g_autofree char *title = g_strdup_printf("%s  %.0f %%", TEXT(object, "title"), 100 * share);
    gtk_window_set_title(GTK_WINDOW(reader.window), title);
  } else if (g_str_equal(topic, "selection")) {
    g_clear_pointer(&reader.selection, json_node_unref);
    reader.selection = json_object_dup_member(object, "locator");
    gtk_widget_set_sensitive(reader.highlight, JSON_NODE_HOLDS_OBJECT(reader.selection));
  } else if (g_str_equal(topic, "link")) {
    ask(TEXT(object, "href"));
  }
}

static void turn(const char *target) { CALL(lectern_navigator_go, reader.navigator, target); }
static void chosen(GtkListBox *list, GtkListBoxRow *row) {
  turn(g_object_get_data(G_OBJECT(gtk_list_box_row_get_child(row)), "target"));
}

/// Adds rows for links, or for locators, which have text with some context instead of a title.
static void add_rows(GtkWidget *list, JsonArray *targets, int level) {
  for (guint i = 0; i < json_array_get_length(targets); i++) {
    JsonObject *target = json_array_get_object_element(targets, i);
    JsonObject *words = json_object_has_member(target, "text") ? json_object_get_object_member(target, "text") : target;
    const char *before = TEXT(words, "before"),
               *near = g_utf8_offset_to_pointer(before, MAX(0, g_utf8_strlen(before, -1) - 16));
    g_autofree char *line =
        g_strconcat(TEXT(words, "title"), *near ? "…" : "", near, TEXT(words, "highlight"), TEXT(words, "after"), NULL);
    GtkWidget *label = g_object_new(GTK_TYPE_LABEL, "label", g_strdelimit(line, "\n", ' '), "xalign", 0.0, "wrap", TRUE,
        "lines", 2, "ellipsize", PANGO_ELLIPSIZE_END, "margin-start", 12 + 16 * level, "margin-end", 12,
        "height-request", 30, NULL);
    gtk_list_box_append(GTK_LIST_BOX(list), label);
    g_object_set_data_full(
        G_OBJECT(label), "target", json_to_string(json_array_get_element(targets, i), FALSE), g_free);
    if (json_object_has_member(target, "children"))
      add_rows(list, json_object_get_array_member(target, "children"), level + 1);
  }
}

static void decorate(const char *group, JsonArray *locators, const char *style) {
  g_autoptr(GString) decorations = g_string_new("[");
  for (guint i = 0; i < json_array_get_length(locators); i++) {
    g_autofree char *locator = json_to_string(json_array_get_element(locators, i), FALSE);
    g_string_append_printf(
        decorations, "%s{\"id\": \"%u\", \"locator\": %s, \"style\": %s}", i ? "," : "", i, locator, style);
  }
  g_string_append_c(decorations, ']');
  CALL(lectern_navigator_apply_decorations, reader.navigator, group, decorations->str, NULL);
}

static void highlight(void) {
  json_array_add_element(reader.marks, json_node_copy(reader.selection));
  keep();
  decorate("highlights", reader.marks, YELLOW);
  CALL(lectern_navigator_send, reader.navigator, "{\"command\": \"clearSelection\"}");
}

static void search(GtkEditable *entry) {
  lectern_cursor *cursor;
  lectern_buffer *page;
  g_autoptr(JsonArray) found = json_array_new();
  for (GtkWidget *row; (row = gtk_widget_get_first_child(reader.results));)
    gtk_list_box_remove(GTK_LIST_BOX(reader.results), row);
  CALL(lectern_publication_search, reader.book, gtk_editable_get_text(entry), NULL, &cursor);
  while (json_array_get_length(found) < 500 && CALL(lectern_cursor_next, cursor, &page) == LECTERN_OK) {
    g_autoptr(JsonNode) json = take(page);
    JsonArray *matches = json_object_get_array_member(json_node_get_object(json), "locators");
    add_rows(reader.results, matches, 0);
    for (guint i = 0; i < json_array_get_length(matches); i++)
      json_array_add_element(found, json_array_dup_element(matches, i));
  }
  lectern_cursor_free(cursor);
  decorate("search", found, "{\"id\": \"underline\", \"tint\": \"#E0533D\"}");
  gtk_stack_set_visible_child_name(GTK_STACK(reader.stack), "Results");
}

typedef __typeof__(lectern_preferences_toggle) Step;
static void fill_form(void);

/// Handles a step button or a text field.  The form then shows the resulting settings.
static void changed(GtkWidget *field, Step *step) {
  g_autofree char *value = step ? NULL : g_strdup_printf("\"%s\"", gtk_editable_get_text(GTK_EDITABLE(field)));
  if (step) CALL(step, reader.draft, gtk_widget_get_name(field), 0);
  else CALL(lectern_preferences_set, reader.draft, gtk_widget_get_name(field), value, 0);
  CALL(lectern_preferences_submit, reader.draft, NULL);
  g_idle_add_once((GSourceOnceFunc)fill_form, NULL);
}

/// Creates a form for any settings: two buttons for settings with steps, a switch, or a text field for a color or a
/// font.
static void fill_form(void) {
  lectern_buffer *buffer;
  CALL(lectern_preferences_settings, reader.draft, &buffer);
  g_autoptr(JsonNode) json = take(buffer);
  JsonObject *settings = json_object_get_object_member(json_node_get_object(json), "settings");
  for (GtkWidget *cell; (cell = gtk_widget_get_first_child(reader.form));) gtk_grid_remove(GTK_GRID(reader.form), cell);
  g_autoptr(GList) keys = json_object_get_members(settings);
  int row = 0;
  for (GList *key = keys; key; key = key->next, row++) {
    JsonObject *setting = json_object_get_object_member(settings, key->data);
    JsonArray *reasons = json_object_get_array_member(setting, "reasons");
    const char *type = TEXT(setting, "type"), *shown = TEXT(setting, "valueLabel");
    const bool toggles = g_str_equal(type, "toggle"), steps = g_regex_match_simple("range|percent|enum", type, 0, 0);
    const struct {
      int column;
      bool is;
      GType type;
      char *property;
      const char *text, *signal;
      Step *step;
    } cells[] = {{0, true, GTK_TYPE_LABEL, "label", TEXT(setting, "label")},
        {1, steps, GTK_TYPE_BUTTON, "label", "−", "clicked", lectern_preferences_decrement},
        {2, steps, GTK_TYPE_LABEL, "label", shown},
        {2, toggles, GTK_TYPE_BUTTON, "label", shown, "clicked", lectern_preferences_toggle},
        {2, !steps && !toggles, GTK_TYPE_ENTRY, "text", TEXT(setting, "displayValue"), "activate"},
        {3, steps, GTK_TYPE_BUTTON, "label", "+", "clicked", lectern_preferences_increment}};
    for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
      if (!cells[i].is) continue;
      GtkWidget *cell = g_object_new(cells[i].type, cells[i].property, cells[i].text, "name", key->data, "halign",
          cells[i].column ? GTK_ALIGN_FILL : GTK_ALIGN_START, NULL);
      if (cells[i].signal) g_signal_connect(cell, cells[i].signal, G_CALLBACK(changed), cells[i].step);
      gtk_widget_set_sensitive(cell, json_object_get_boolean_member(setting, "isActive"));
      if (json_array_get_length(reasons)) gtk_widget_set_tooltip_text(cell, json_array_get_string_element(reasons, 0));
      gtk_grid_attach(GTK_GRID(reader.form), cell, cells[i].column, row, 1, 1);
    }
  }
}

static GtkWidget *add_page(GtkWidget *child, const char *title) {
  GtkWidget *page = g_object_new(GTK_TYPE_SCROLLED_WINDOW, "child", child, "hscrollbar-policy", GTK_POLICY_NEVER, NULL);
  gtk_stack_add_titled(GTK_STACK(reader.stack), page, title, title);
  return child;
}

static GtkWidget *add_button(const char *label, GCallback clicked, const char *argument) {
  GtkWidget *button = gtk_button_new_with_label(label);
  g_signal_connect_swapped(button, "clicked", clicked, (gpointer)argument);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(reader.bar), button);
  return button;
}

static void activate(GtkApplication *application) {
  GtkWidget *entry = gtk_search_entry_new(), *side = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  reader.window = gtk_application_window_new(application);
  gtk_window_set_titlebar(GTK_WINDOW(reader.window), reader.bar = gtk_header_bar_new());
  add_button("‹", G_CALLBACK(turn), "{\"to\": \"left\"}");
  add_button("›", G_CALLBACK(turn), "{\"to\": \"right\"}");
  gtk_widget_set_sensitive(reader.highlight = add_button("Highlight", highlight, NULL), FALSE);
  g_signal_connect(entry, "activate", G_CALLBACK(search), NULL);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(reader.bar), entry);
  reader.stack = g_object_new(GTK_TYPE_STACK, "vexpand", TRUE, "hhomogeneous", FALSE, NULL);
  g_signal_connect(
      reader.contents = add_page(gtk_list_box_new(), "Contents"), "row-activated", G_CALLBACK(chosen), NULL);
  g_signal_connect(reader.results = add_page(gtk_list_box_new(), "Results"), "row-activated", G_CALLBACK(chosen), NULL);
  reader.form =
      add_page(g_object_new(GTK_TYPE_GRID, "row-spacing", 6, "margin-start", 12, "margin-end", 12, NULL), "Settings");
  gtk_box_append(GTK_BOX(side), g_object_new(GTK_TYPE_STACK_SWITCHER, "stack", reader.stack, "margin-top", 8, NULL));
  gtk_box_append(GTK_BOX(side), reader.stack);
  lectern_buffer *toc;
  CALL(lectern_publication_collection, reader.book, "toc", &toc);
  g_autoptr(JsonNode) json = take(toc);
  add_rows(reader.contents, json_node_get_array(json), 0);
  fill_form();
  webkit_web_context_register_uri_scheme(webkit_web_context_get_default(), "lectern", answer, NULL, NULL);
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  g_signal_connect(manager, "script-message-received::lectern", G_CALLBACK(receive), NULL);
  webkit_user_content_manager_register_script_message_handler(manager, "lectern", NULL);
  reader.view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, NULL);
  g_signal_connect(reader.view, "decide-policy", G_CALLBACK(decide), NULL);
  webkit_web_view_load_uri(WEBKIT_WEB_VIEW(reader.view), PAGE);
  GtkWidget *panes = g_object_new(GTK_TYPE_PANED, "start-child", side, "end-child", reader.view, "shrink-start-child",
      FALSE, "resize-start-child", FALSE, "position", 320, NULL);
  g_object_set(reader.window, "child", panes, "default-width", 1100, "default-height", 780, NULL);
  gtk_window_present(GTK_WINDOW(reader.window));
  gtk_widget_grab_focus(reader.view);
  const lectern_listener listener = {.struct_size = sizeof listener, .event = hear};
  CALL(lectern_navigator_observe, reader.navigator, NULL, &listener, &reader.subscription);
}

int main(int count, char **arguments) {
  if (count < 3 || CALL(lectern_publication_open, NULL, arguments[1], NULL, &reader.book) < 0) return 1;
  reader.store = arguments[2];
  g_autofree char *text = NULL;
  g_file_get_contents(reader.store, &text, NULL, NULL);
  reader.kept = json_from_string(text ? text : "{\"options\": {\"verticalPages\": true}, \"highlights\": []}", NULL);
  reader.options = json_object_get_object_member(json_node_get_object(reader.kept), "options");
  reader.marks = json_object_get_array_member(json_node_get_object(reader.kept), "highlights");
  g_autofree char *options =
      json_to_string(json_object_get_member(json_node_get_object(reader.kept), "options"), FALSE);
  CALL(lectern_navigator_new, reader.book, options, &reader.navigator);
  CALL(lectern_navigator_edit_preferences, reader.navigator, NULL, &reader.draft);
  decorate("highlights", reader.marks, YELLOW);
  g_autoptr(GtkApplication) application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 0, NULL); // open handles end with the process
}
