// SPDX-License-Identifier: BSD-3-Clause
//
// A reader with Qt 6 WebEngine: pages, contents, settings, search, highlights, and the location of the last session.
// The library answers the requests of the web view under a custom URL scheme; there is no server.  The state is stored
// in a file:
//     qt-reader BOOK FILE.json

#include <QtWebChannel>
#include <QtWebEngineWidgets>

// Exceptions must not propagate through Qt's event loop, so failures are returned here.
#define LECTERN_NO_EXCEPTIONS
#include "lectern.hpp"
#include "lectern/qt.hpp"

using lectern::object, lectern::qt, lectern::text;

/// The value of a call; if it fails, shows a message and returns an empty value.
template <class T> static T value(lectern::Result<T> result) {
  if (!result) qWarning("%s", result.error().what());
  if constexpr (!std::is_void_v<T>) return result ? *std::move(result) : T();
}

static const QUrl PAGE("lectern://book/~lectern/index.html");

/// Only allows the page to load; its frames load the book.  New windows are rejected elsewhere.
class View : public QWebEnginePage {
public:
  using QWebEnginePage::QWebEnginePage;

protected:
  bool acceptNavigationRequest(const QUrl &url, NavigationType, bool isMainFrame) override {
    return isMainFrame ? url == PAGE : url.scheme() == PAGE.scheme() || url.scheme() == "about";
  }
};

/// Connects the page with the navigator: lectern://book/… for its requests, a web channel for messages.
class Page : public QWebEngineUrlSchemeHandler {
  Q_OBJECT
public:
  explicit Page(lectern::Navigator &navigator) : navigator(navigator) {}
  void requestStarted(QWebEngineUrlRequestJob *job) override {
    const QByteArray href =
        job->requestUrl().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    const lectern::WebAnswer answer = value(navigator.get(href.toStdString()));
    if (!answer.body || answer.response.status() >= 400) return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
    const lectern::Buffer body = value(answer.body.read());
    auto *bytes = new QBuffer(job);
    bytes->setData(body.data(), int(body.size()));
    job->reply(qt(answer.response.type()).toLatin1(), bytes);
  }

  Q_INVOKABLE void receive(const QString &message) { value(navigator.receive(text(message))); }
signals:
  void message(const QString &text);

private:
  lectern::Navigator &navigator;
};

class Window : public QMainWindow {
public:
  Window(const lectern::Publication &book, const QString &store) : book(book), store(store) {
    if (QFile file(store); file.open(QIODevice::ReadOnly)) kept = QJsonDocument::fromJson(file.readAll()).object();
    navigator = value(lectern::Navigator::create(
        book, object({{"verticalPages", true}, {"preferences", kept["preferences"].toObject()},
                  {"location", QJsonValue(kept["location"])}})));
    subscription =
        value(navigator.observe(std::nullopt, [this](auto topic, auto event) { hear(qt(topic), qt(event)); }));
    draft = value(navigator.edit());
    channel.registerObject("lectern", &page);
    view->setPage(new View(view));
    view->page()->profile()->installUrlSchemeHandler("lectern", &page);
    view->page()->setWebChannel(&channel);
    connect(view, &QWebEngineView::titleChanged, this, &QWidget::setWindowTitle);
    setCentralWidget(view);
    setStyleSheet(
        "QToolBar { padding: 4px; spacing: 6px } QToolButton { padding: 4px 8px } QTreeView::item { padding: 4px }"
        "QTreeView { min-width: 230px } QScrollArea { min-width: 350px } QToolBar QLineEdit { max-width: 220px }");
    addWidgets();
    decorate("highlights", kept["highlights"].toArray(), "highlight", "#F2C94C");
    resize(1100, 780);
    view->load(PAGE);
    view->setFocus();
  }

  ~Window() override { delete view; }

private:
  const lectern::Publication &book;
  const QString store;
  QJsonObject kept;
  lectern::Navigator navigator;
  lectern::Preferences draft;
  Page page{navigator};
  lectern::Subscription subscription;
  QWebChannel channel;
  QWebEngineView *view = new QWebEngineView;
  QTreeWidget *contents = new QTreeWidget, *results = new QTreeWidget;
  QScrollArea *settings = new QScrollArea;
  QAction *highlight = nullptr;
  QJsonValue selection;

  void keep(const QString &name, const QJsonValue &value) {
    kept[name] = value;
    QSaveFile file(store);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (file.write(QJsonDocument(kept).toJson()) > 0) file.commit();
  }

  void hear(const QString &topic, const QString &event) {
    if (topic == "web") emit page.message(event);
    const auto json = lectern::Json(text(event)).as<QJsonValue>();
    if (topic == "location" || topic == "preferences") keep(topic, json);
    if (topic == "location")
      statusBar()->showMessage(QString("%1  %2 %")
              .arg(json["title"].toString(windowTitle()))
              .arg(100 * json["locations"]["totalProgression"].toDouble(), 0, 'f', 0));
    if (topic == "selection") highlight->setEnabled((selection = json["locator"]).isObject());
    // Deferred, because the library is still inside the call that reports it.
    if (topic == "link")
      QTimer::singleShot(
          0, this, [this, url = QUrl(json["href"].toString())] { ask(url.adjusted(QUrl::RemoveUserInfo)); });
  }

  /// Opens a link out of the book if the reader confirms the address, which is shown without a user name, because that
  /// could be mistaken for a host.
  void ask(const QUrl &url) {
    if (findChild<QMessageBox *>()) return; // one at a time
    QMessageBox box(QMessageBox::Question, "Link", "Open this address outside of the book?",
        QMessageBox::Ok | QMessageBox::Cancel, this);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(QString::fromLatin1(url.toEncoded()).left(300));
    box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() == QMessageBox::Ok) QDesktopServices::openUrl(url);
  }

  void go(const QJsonValue &target) { value(navigator.go(target)); }

  void decorate(const char *group, const QJsonArray &locators, const char *style, const char *tint) {
    QJsonArray decorations;
    for (const QJsonValue &locator : locators)
      decorations.append(QJsonObject{{"id", QString::number(decorations.size())}, {"locator", locator},
          {"style", QJsonObject{{"id", style}, {"tint", tint}}}});
    value(navigator.apply_decorations(group, decorations));
  }

  /// Adds a side column, with an action that shows and hides it.
  QAction *addColumn(const QString &title, QWidget *widget, Qt::DockWidgetArea area) {
    auto *dock = new QDockWidget(title, this);
    dock->setWidget(widget);
    addDockWidget(area, dock);
    dock->setVisible(area == Qt::LeftDockWidgetArea);
    return dock->toggleViewAction();
  }

  void addWidgets() {
    for (QTreeWidget *tree : {contents, results}) {
      tree->setHeaderHidden(true);
      connect(tree, &QTreeWidget::itemClicked, this,
          [this](QTreeWidgetItem *item) { go(item->data(0, Qt::UserRole).toJsonValue()); });
    }
    settings->setWidgetResizable(true);
    for (const auto &link : value(book.collection("toc")))
      addLink(contents->invisibleRootItem(), qt(link.title().value_or("")), link.as<QJsonValue>());
    fillForm();
    auto *bar = addToolBar("Reading");
    bar->addAction(addColumn("Contents", contents, Qt::LeftDockWidgetArea));
    bar->addAction("‹", [this] { go(QJsonObject{{"to", "left"}}); });
    bar->addAction("›", [this] { go(QJsonObject{{"to", "right"}}); });
    highlight = bar->addAction("Highlight", [this] {
      keep("highlights", kept["highlights"].toArray() + selection);
      decorate("highlights", kept["highlights"].toArray(), "highlight", "#F2C94C");
      value(navigator.send(object({{"command", "clearSelection"}})));
    });
    highlight->setEnabled(false);
    auto *field = new QLineEdit;
    field->setPlaceholderText("Search");
    connect(field, &QLineEdit::returnPressed, this, [this, field] { search(text(field->text())); });
    bar->addWidget(field);
    bar->addAction(addColumn("Results", results, Qt::RightDockWidgetArea));
    bar->addAction(addColumn("Settings", settings, Qt::RightDockWidgetArea));
  }

  static void addLink(QTreeWidgetItem *parent, const QString &title, const QJsonValue &link) {
    auto *item = new QTreeWidgetItem(parent, {title});
    item->setData(0, Qt::UserRole, link);
    for (const QJsonValue &child : link["children"].toArray()) addLink(item, child["title"].toString(), child);
  }

  void search(const std::string &query) {
    results->clear();
    QJsonArray found;
    auto matches = value(book.search(query));
    for (const auto &match : matches) {
      const auto words = match.text();
      QString before = qt(words.before().value_or("")).right(16);
      if (!before.isEmpty()) before.prepend(u'…');
      const std::string rest = words.highlight().value_or("") + words.after().value_or("");
      addLink(results->invisibleRootItem(), before + qt(rest), match.as<QJsonValue>());
      found.append(match.as<QJsonValue>());
      if (found.size() == 500) break;
    }
    decorate("search", found, "underline", "#E0533D");
    results->parentWidget()->show();
  }

  /// Creates a form for any settings, in their order.
  void fillForm() {
    auto *form = new QFormLayout(new QWidget);
    for (const auto &[key, setting] : value(draft.settings()).settings()) {
      const auto set = [this, key = key](const QJsonValue &wanted) {
        value(draft.set(key, wanted));
        value(draft.submit());
        QTimer::singleShot(0, this, &Window::fillForm);
      };
      const auto add = [&, &setting = setting](auto *field, auto signal, auto changed) {
        connect(field, signal, field, changed);
        field->setEnabled(setting.isActive());
        field->setToolTip(setting.reasons().empty() ? QString() : qt(setting.reasons()[0]));
        form->addRow(qt(setting.label()), field);
      };
      const QString label = qt(setting.valueLabel().value_or(""));
      const QJsonValue shown = setting.displayValue().as<QJsonValue>();
      if (setting.type() == "toggle") {
        auto *box = new QCheckBox(label);
        box->setChecked(shown.toBool());
        add(box, &QCheckBox::clicked, set);
      } else if (const auto values = setting.values(); !values.is_null()) {
        auto *box = new QComboBox;
        for (const std::string &one : setting.valueLabels()) box->addItem(qt(one));
        box->setCurrentText(label);
        add(box, &QComboBox::activated, [=](int index) { set(values[std::size_t(index)].as<QJsonValue>()); });
      } else if (const auto range = setting.range(); !range.is_null()) {
        auto *box = new QDoubleSpinBox;
        box->setRange(range.min(), range.max());
        box->setSingleStep(setting.step().value_or(1));
        box->setValue(shown.toDouble());
        add(box, &QDoubleSpinBox::valueChanged, set);
      } else {
        auto *line = new QLineEdit(shown.toString());
        add(line, &QLineEdit::returnPressed, [=] { set(line->text()); });
      }
    }
    const int top = settings->verticalScrollBar()->value(); // the scroll position of the form
    settings->setWidget(form->parentWidget());
    settings->verticalScrollBar()->setValue(top);
  }
};

int main(int count, char **arguments) {
  QWebEngineUrlScheme scheme("lectern");
  scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
  scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
  QWebEngineUrlScheme::registerScheme(scheme);
  QApplication application(count, arguments);
  const auto book = value(lectern::Publication::open(text(application.arguments().value(1))));
  if (!book) return 1;
  Window window(book, application.arguments().value(2));
  window.show();
  return application.exec();
}

#include "main.moc"
