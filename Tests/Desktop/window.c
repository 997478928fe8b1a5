// SPDX-License-Identifier: BSD-3-Clause
//
// A bare WebKitGTK window for tests.  Each line of the input is a command, with its argument percent-encoded; each is
// answered with a line:
//     load ADDRESS    size WIDTH HEIGHT    script SCRIPT (evaluated before the page that is loaded)
//     run SCRIPT (answered with its value, as a string; "!" and a sentence if it fails)
// Lines with "*" are not answers: windows, dialogs and downloads that the page requested.

#include <glib-unix.h>
#include <stdio.h>
#include <webkit/webkit.h>

static WebKitWebView *view;
static GtkWindow *window;
static GMainLoop *loop;

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

static void ran(GObject *source, GAsyncResult *result, gpointer nothing) {
  g_autoptr(GError) error = NULL;
  g_autoptr(JSCValue) value = webkit_web_view_evaluate_javascript_finish(view, result, &error);
  g_autofree char *text =
      value ? jsc_value_to_string(value) : g_strconcat("!", g_strdelimit(error->message, "\n", ' '), NULL);
  say(text);
}

static gboolean command(int input, GIOCondition condition, gpointer nothing) {
  static char *line;
  static size_t room;
  int width, height;
  if (getline(&line, &room, stdin) <= 0) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
  }
  char *rest = strchr(g_strchomp(line), ' ') + 1;
  g_autofree char *argument = g_uri_unescape_string(rest, NULL);
  if (g_str_has_prefix(line, "run ")) {
    webkit_web_view_evaluate_javascript(view, argument, -1, NULL, NULL, NULL, ran, NULL);
    return G_SOURCE_CONTINUE;
  }
  if (g_str_has_prefix(line, "script "))
    webkit_user_content_manager_add_script(webkit_web_view_get_user_content_manager(view),
        webkit_user_script_new(
            argument, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, NULL, NULL));
  if (g_str_has_prefix(line, "load ")) webkit_web_view_load_uri(view, argument);
  if (sscanf(line, "size %d %d", &width, &height) == 2) gtk_window_set_default_size(window, width, height);
  say("");
  return G_SOURCE_CONTINUE;
}

static WebKitWebView *opens(WebKitWebView *of, WebKitNavigationAction *action) {
  say("*window");
  return NULL;
}

static gboolean asks(WebKitWebView *of, WebKitScriptDialog *dialog) {
  say("*dialog");
  return TRUE;
}

static gboolean prints(WebKitWebView *of, WebKitPrintOperation *operation) {
  say("*print");
  return TRUE;
}

static void downloads(WebKitNetworkSession *session, WebKitDownload *download) {
  say("*download");
  webkit_download_cancel(download);
}

static gboolean crashed(WebKitWebView *of, WebKitWebProcessTerminationReason reason) {
  fputs("the web process ended\n", stderr);
  exit(1);
}

int main(void) {
  gtk_init();
  loop = g_main_loop_new(NULL, FALSE);
  setvbuf(stdin, NULL, _IONBF, 0);
  WebKitWebsitePolicies *policies = webkit_website_policies_new_with_policies("autoplay", WEBKIT_AUTOPLAY_ALLOW, NULL);
  // What a page stores must not be there in a later window whose server happens to have the same port.
  view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "network-session", webkit_network_session_new_ephemeral(),
      "website-policies", policies, NULL);
  webkit_settings_set_javascript_can_open_windows_automatically(webkit_web_view_get_settings(view), TRUE);
  g_signal_connect(view, "create", G_CALLBACK(opens), NULL);
  g_signal_connect(view, "script-dialog", G_CALLBACK(asks), NULL);
  g_signal_connect(view, "print", G_CALLBACK(prints), NULL);
  g_signal_connect(webkit_web_view_get_network_session(view), "download-started", G_CALLBACK(downloads), NULL);
  g_signal_connect(view, "web-process-terminated", G_CALLBACK(crashed), NULL);
  window = GTK_WINDOW(gtk_window_new());
  gtk_window_set_decorated(window, FALSE);
  gtk_window_set_child(window, GTK_WIDGET(view));
  gtk_window_set_default_size(window, 800, 600);
  gtk_window_present(window);
  g_unix_fd_add(0, G_IO_IN | G_IO_HUP, command, NULL);
  g_main_loop_run(loop);
}
