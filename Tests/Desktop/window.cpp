// SPDX-License-Identifier: BSD-3-Clause
//
// A bare Qt WebEngine window for tests: the same commands as window.c.

#include <QtWebEngineWidgets>
#include <iostream>

static void say(const QString &text) { std::cout << text.toStdString() << std::endl; }

/// Denies and reports requests of the page.
struct Page : QWebEnginePage {
  using QWebEnginePage::QWebEnginePage;
  QWebEnginePage *createWindow(WebWindowType) override { return say("*window"), nullptr; }
  void javaScriptAlert(const QUrl &, const QString &) override { say("*dialog"); }
  bool javaScriptConfirm(const QUrl &, const QString &) override { return say("*dialog"), false; }
  bool javaScriptPrompt(const QUrl &, const QString &, const QString &, QString *) override {
    return say("*dialog"), false;
  }
};

int main(int count, char **arguments) {
  QApplication application(count, arguments);
  std::cin.rdbuf()->pubsetbuf(nullptr, 0);
  QWebEngineProfile profile; // off the record
  QObject::connect(&profile, &QWebEngineProfile::downloadRequested, [] { say("*download"); });
  Page page(&profile);
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
    if (name == "script") {
      QWebEngineScript script;
      script.setInjectionPoint(QWebEngineScript::DocumentCreation);
      script.setWorldId(QWebEngineScript::MainWorld);
      script.setSourceCode(argument);
      profile.scripts()->insert(script);
    }
    if (name == "load") {
      // Between two documents, a script may never return.
      QObject::connect(&page, &QWebEnginePage::loadFinished, &view, [] { say(""); }, Qt::SingleShotConnection);
      return view.load(QUrl(argument));
    }
    if (name == "size") view.resize(argument.section(' ', 0, 0).toInt(), argument.section(' ', 1, 1).toInt());
    say("");
  });
  QObject::connect(&page, &QWebEnginePage::printRequested, &view, [] { say("*print"); });
  QObject::connect(&page, &QWebEnginePage::renderProcessTerminated, &view, [] { exit(1); });
  return QApplication::exec();
}
