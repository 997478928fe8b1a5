// SPDX-License-Identifier: BSD-3-Clause
//
// A window of Qt WebEngine and nothing else, for tests: the same commands as window.c.

#include <QtWebEngineWidgets>
#include <iostream>

static void say(const QString &text) { std::cout << text.toStdString() << std::endl; }

int main(int count, char **arguments) {
  QApplication application(count, arguments);
  std::cin.rdbuf()->pubsetbuf(nullptr, 0);
  QWebEngineProfile profile;  // keeps nothing
  QWebEngineScript errors;
  errors.setInjectionPoint(QWebEngineScript::DocumentCreation);
  errors.setWorldId(QWebEngineScript::MainWorld);
  errors.setSourceCode(
      "window.failures = []; addEventListener('error', (event) => failures.push(event.message));"
      "addEventListener('unhandledrejection', (event) => failures.push(String(event.reason)));");
  profile.scripts()->insert(errors);
  QWebEnginePage page(&profile);
  page.settings()->setAttribute(QWebEngineSettings::PlaybackRequiresUserGesture, false);
  QWebEngineView view;
  view.setPage(&page);
  view.setWindowFlag(Qt::FramelessWindowHint);
  view.setGeometry(0, 0, 800, 600);
  view.show();

  QSocketNotifier input(0, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, &view, [&] {
    std::string line;
    if (!std::getline(std::cin, line)) return QApplication::quit();
    const QByteArray all = QByteArray::fromStdString(line), name = all.left(all.indexOf(' '));
    const QString argument = QString::fromUtf8(QByteArray::fromPercentEncoding(all.mid(name.size() + 1)));
    if (name == "run") return page.runJavaScript(argument, [](const QVariant &value) { say(value.toString()); });
    if (name == "load") view.load(QUrl(argument));
    if (name == "size") view.resize(argument.section(' ', 0, 0).toInt(), argument.section(' ', 1, 1).toInt());
    say("");
  });
  QObject::connect(&page, &QWebEnginePage::renderProcessTerminated, &view, [] { exit(1); });
  return QApplication::exec();
}
