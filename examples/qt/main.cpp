// SPDX-License-Identifier: BSD-3-Clause
//
// A reader with Qt 6 WebEngine: pages, contents, settings, search, highlights, and the place of the last time.  The library
// answers the requests of the web view, under a URL scheme of our own; there is no server.  What is kept goes to a file:
//     qt-reader BOOK FILE.json

#include <QtWebChannel>
#include <QtWebEngineWidgets>

#include "lectern.h"

static lectern_publication *book;
static lectern_navigator *navigator;
static lectern_preferences *draft;

static QByteArray take(lectern_buffer *buffer) {
  const QByteArray bytes(lectern_buffer_data(buffer), qsizetype(lectern_buffer_size(buffer)));
  lectern_buffer_free(buffer);
  return bytes;
}

/// Any JSON value as text, and back: in an array, as QJsonDocument takes no single value.
static QByteArray text(const QJsonValue &value) {
  return QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact).chopped(1).mid(1);
}
static QJsonValue value(const QByteArray &text) { return QJsonDocument::fromJson("[" + text + "]").array()[0]; }

/// The last parameter of a call: prints the failure, if there is one.
struct Check {
  lectern_error *error = nullptr;
  operator lectern_error **() { return &error; }
  ~Check() {
    if (error) qWarning("%s: %s", lectern_error_path(error), lectern_error_message(error));
    lectern_error_free(error);
  }
};

/// The page's way to the navigator: lectern://book/… for what it loads, a web channel for what it says and hears.
class Page : public QWebEngineUrlSchemeHandler {
  Q_OBJECT
 public:
  void requestStarted(QWebEngineUrlRequestJob *job) override {
    const QByteArray href = job->requestUrl().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    lectern_buffer *response = nullptr;
    lectern_resource *body = nullptr;
    lectern_navigator_get(navigator, href, nullptr, &response, &body, Check());
    const QJsonValue answer = value(take(response));
    if (!body || answer["status"].toInt() >= 400) return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
    auto *bytes = new QBuffer(job);
    lectern_resource_read(body, 0, UINT64_MAX, &response, Check());
    lectern_resource_free(body);
    bytes->setData(take(response));
    job->reply(answer["type"].toString().toLatin1(), bytes);
  }

  Q_INVOKABLE void receive(const QString &message) { lectern_navigator_receive(navigator, message.toUtf8(), Check()); }
 signals:
  void message(const QString &text);
};

class Window : public QMainWindow {
 public:
  explicit Window(const QString &store) : store(store) {
    if (QFile file(store); file.open(QIODevice::ReadOnly)) kept = value(file.readAll()).toObject();
    const QJsonObject options{{"verticalPages", true}, {"preferences", kept["preferences"]}, {"location", kept["location"]}};
    lectern_navigator_new(book, text(options), &navigator, Check());
    const auto hear = [](auto *window, auto *topic, auto *event) { static_cast<Window *>(window)->hear(topic, event); };
    const lectern_listener listener{sizeof listener, this, nullptr, hear};
    lectern_navigator_observe(navigator, nullptr, &listener, &subscription, Check());
    lectern_navigator_edit_preferences(navigator, nullptr, &draft, Check());
    channel.registerObject("lectern", &page);
    view->page()->profile()->installUrlSchemeHandler("lectern", &page);
    view->page()->setWebChannel(&channel);
    connect(view, &QWebEngineView::titleChanged, this, &QWidget::setWindowTitle);
    setCentralWidget(view);
    setStyleSheet("QToolBar { padding: 4px; spacing: 6px } QToolButton { padding: 4px 8px } QTreeView::item { padding: 4px }"
                  "QTreeView { min-width: 230px } QScrollArea { min-width: 350px } QToolBar QLineEdit { max-width: 220px }");
    addWidgets();
    decorate("highlights", kept["highlights"].toArray(), {{"id", "highlight"}, {"tint", "#F2C94C"}});
    resize(1100, 780);
    view->load(QUrl("lectern://book/~lectern/index.html"));
    view->setFocus();
  }

  ~Window() override {
    delete view;
    lectern_subscription_free(subscription);
    lectern_preferences_free(draft);
    lectern_navigator_free(navigator);
    lectern_publication_free(book);
  }

 private:
  lectern_subscription *subscription = nullptr;
  const QString store;
  QJsonObject kept;
  Page page;
  QWebChannel channel;
  QWebEngineView *view = new QWebEngineView;
  QTreeWidget *contents = new QTreeWidget, *results = new QTreeWidget;
  QScrollArea *settings = new QScrollArea;
  QAction *highlight = nullptr;
  QJsonValue selection;

  void keep(const QString &name, const QJsonValue &value) {
    kept[name] = value;
    if (QSaveFile file(store); file.open(QIODevice::WriteOnly) && file.write(text(kept)) > 0) file.commit();
  }

  void hear(const QByteArray &topic, const char *event) {
    const QJsonValue json = value(event);
    if (topic == "web") emit page.message(event);
    if (topic == "location" || topic == "preferences") keep(topic, json);
    if (topic == "location")
      statusBar()->showMessage(QString("%1  %2 %").arg(json["title"].toString(windowTitle()))
                                   .arg(100 * json["locations"]["totalProgression"].toDouble(), 0, 'f', 0));
    if (topic == "selection") highlight->setEnabled((selection = json["locator"]).isObject());
    if (topic == "link") QDesktopServices::openUrl(QUrl(json["href"].toString()));
  }

  void go(const QJsonValue &target) { lectern_navigator_go(navigator, text(target), Check()); }

  void decorate(const char *group, const QJsonArray &locators, const QJsonObject &style) {
    QJsonArray decorations;
    for (const QJsonValue &locator : locators)
      decorations.append(QJsonObject{{"id", QString::number(decorations.size())}, {"locator", locator}, {"style", style}});
    lectern_navigator_apply_decorations(navigator, group, text(decorations), nullptr, Check());
  }

  /// A column at the side, with an action to show and hide it.
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
    lectern_buffer *toc = nullptr;
    lectern_publication_collection(book, "toc", &toc, Check());
    for (const QJsonValue &link : value(take(toc)).toArray())
      addLink(contents->invisibleRootItem(), link["title"].toString(), link);
    fillForm();
    auto *bar = addToolBar("Reading");
    bar->addAction(addColumn("Contents", contents, Qt::LeftDockWidgetArea));
    bar->addAction("‹", [this] { go(QJsonObject{{"to", "left"}}); });
    bar->addAction("›", [this] { go(QJsonObject{{"to", "right"}}); });
    highlight = bar->addAction("Highlight", [this] {
      keep("highlights", kept["highlights"].toArray() + selection);
      decorate("highlights", kept["highlights"].toArray(), {{"id", "highlight"}, {"tint", "#F2C94C"}});
      lectern_navigator_send(navigator, R"({"command": "clearSelection"})", Check());
    });
    highlight->setEnabled(false);
    auto *field = new QLineEdit;
    field->setPlaceholderText("Search");
    connect(field, &QLineEdit::returnPressed, this, [this, field] { search(field->text().toUtf8()); });
    bar->addWidget(field);
    bar->addAction(addColumn("Results", results, Qt::RightDockWidgetArea));
    bar->addAction(addColumn("Settings", settings, Qt::RightDockWidgetArea));
  }

  static void addLink(QTreeWidgetItem *parent, const QString &title, const QJsonValue &link) {
    auto *item = new QTreeWidgetItem(parent, {title});
    item->setData(0, Qt::UserRole, link);
    for (const QJsonValue &child : link["children"].toArray()) addLink(item, child["title"].toString(), child);
  }

  void search(const QByteArray &query) {
    results->clear();
    QJsonArray found;
    lectern_cursor *cursor = nullptr;
    lectern_publication_search(book, query, nullptr, &cursor, Check());
    for (lectern_buffer *page; found.size() < 500 && lectern_cursor_next(cursor, &page, Check()) == LECTERN_OK;)
      for (const QJsonValue &match : value(take(page))["locators"].toArray()) {
        const QJsonValue words = match["text"];
        addLink(results->invisibleRootItem(), words["highlight"].toString() + words["after"].toString(), match);
        found.append(match);
      }
    lectern_cursor_free(cursor);
    decorate("search", found, {{"id", "underline"}, {"tint", "#E0533D"}});
    results->parentWidget()->show();
  }

  /// A form of whatever settings there are, in the order of their text, as QJsonObject would sort them.
  void fillForm() {
    lectern_buffer *json = nullptr;
    lectern_preferences_settings(draft, &json, Check());
    const QByteArray all = take(json);
    auto *form = new QFormLayout(new QWidget);
    for (auto keys = QRegularExpression("\"key\":\"([^\"]+)\"").globalMatch(all); keys.hasNext();) {
      const QString key = keys.next().captured(1);
      const QJsonValue setting = value(all)["settings"][key], shown = setting["displayValue"], range = setting["range"];
      const auto set = [=, this](const QJsonValue &value) {
        lectern_preferences_set(draft, key.toUtf8(), text(value), 0, Check());
        lectern_preferences_submit(draft, nullptr, Check());
        QTimer::singleShot(0, this, &Window::fillForm);
      };
      const auto add = [&](auto *field, auto signal, auto changed) {
        connect(field, signal, field, changed);
        field->setEnabled(setting["isActive"].toBool());
        field->setToolTip(setting["reasons"][0].toString());
        form->addRow(setting["label"].toString(), field);
      };
      if (setting["type"] == "toggle") {
        auto *box = new QCheckBox(setting["valueLabel"].toString());
        box->setChecked(shown.toBool());
        add(box, &QCheckBox::clicked, set);
      } else if (setting["values"].isArray()) {
        auto *box = new QComboBox;
        box->addItems(setting["valueLabels"].toVariant().toStringList());
        box->setCurrentText(setting["valueLabel"].toString());
        add(box, &QComboBox::activated, [=](int index) { set(setting["values"][index]); });
      } else if (range.isObject()) {
        auto *box = new QDoubleSpinBox;
        box->setRange(range["min"].toDouble(), range["max"].toDouble());
        box->setSingleStep(setting["step"].toDouble());
        box->setValue(shown.toDouble());
        add(box, &QDoubleSpinBox::valueChanged, set);
      } else {
        auto *line = new QLineEdit(shown.toString());
        add(line, &QLineEdit::returnPressed, [=] { set(line->text()); });
      }
    }
    const int top = settings->verticalScrollBar()->value();  // where the reader was in the form
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
  if (lectern_publication_open(nullptr, application.arguments().value(1).toUtf8(), nullptr, &book, Check()) < 0) return 1;
  const auto window = std::make_unique<Window>(application.arguments().value(2));
  window->show();
  return application.exec();
}

#include "main.moc"
