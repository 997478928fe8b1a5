// SPDX-License-Identifier: BSD-3-Clause
//
// A reader with Qt 6 WebEngine: pages, contents, settings, search, highlights, and the place of the last time.  The library
// answers the requests of the web view, under a URL scheme of our own; there is no server.
//
//   reader BOOK [FILE-OF-SETTINGS.ini [PICTURE.png]]

#include <QtGui>
#include <QtWebChannel>
#include <QtWebEngineCore>
#include <QtWebEngineWidgets>
#include <QtWidgets>

#include "lectern.h"

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

/// lectern://book/… is answered by the navigator.
class Scheme : public QWebEngineUrlSchemeHandler {
 public:
  lectern_navigator *navigator = nullptr;

  void requestStarted(QWebEngineUrlRequestJob *job) override {
    const QByteArray href = job->requestUrl().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    lectern_buffer *response = nullptr;
    lectern_resource *body = nullptr;
    lectern_navigator_get(navigator, href, nullptr, &response, &body, Check());
    const QJsonObject answer = value(take(response)).toObject();
    if (!body || answer["status"].toInt() >= 400) return job->fail(QWebEngineUrlRequestJob::UrlNotFound);
    auto *bytes = new QBuffer(job);
    lectern_resource_read(body, 0, UINT64_MAX, &response, Check());
    lectern_resource_free(body);
    bytes->setData(take(response));
    bytes->open(QIODevice::ReadOnly);
    job->reply(answer["type"].toString().toLatin1(), bytes);
  }
};

/// What the page says and hears, over a web channel.
class Bridge : public QObject {
  Q_OBJECT
 public:
  lectern_navigator *navigator = nullptr;
  Q_INVOKABLE void receive(const QString &message) { lectern_navigator_receive(navigator, message.toUtf8(), Check()); }
 signals:
  void message(const QString &text);
};

class Window : public QMainWindow {
 public:
  Window(lectern_publication *book, const QString &file, const QString &store)
      : book(book), kept(store, QSettings::IniFormat), prefix(QString::number(qHash(QFileInfo(file).absoluteFilePath())) + "/") {
    marks = recall("highlights").toArray();
    const QJsonObject options{{"verticalPages", true}, {"preferences", recall("preferences")}, {"location", recall("location")}};
    lectern_navigator_new(book, text(options), &navigator, Check());
    const lectern_listener listener{sizeof listener, this, nullptr, [](void *window, const char *topic, const char *event) {
                                      static_cast<Window *>(window)->hear(topic, event);
                                    }};
    lectern_navigator_observe(navigator, nullptr, &listener, &subscription, Check());
    scheme.navigator = bridge.navigator = navigator;
    channel.registerObject("lectern", &bridge);
    view = new QWebEngineView;
    view->page()->profile()->installUrlSchemeHandler("lectern", &scheme);
    view->page()->setWebChannel(&channel);
    setCentralWidget(view);
    addContents();
    connect(results, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) { go(item->data(Qt::UserRole)); });
    addDock("Search", results, Qt::RightDockWidgetArea)->hide();
    addTools();
    apply("highlights", marks, "highlight", "#F2C94C");
    resize(1100, 780);
    view->load(QUrl("lectern://book/~lectern/index.html"));
  }

  ~Window() override {
    lectern_subscription_free(subscription);
    delete view;
    lectern_navigator_free(navigator);
  }

 private:
  lectern_publication *book;
  lectern_navigator *navigator = nullptr;
  lectern_subscription *subscription = nullptr;
  QSettings kept;
  const QString prefix;
  Scheme scheme;
  Bridge bridge;
  QWebChannel channel;
  QWebEngineView *view;
  QListWidget *results = new QListWidget;
  QAction *highlight = nullptr;
  QJsonValue selection;
  QJsonArray marks;

  QJsonValue recall(const char *name) { return value(kept.value(prefix + name, "null").toByteArray()); }

  void hear(const QByteArray &topic, const char *event) {
    const QJsonObject json = value(event).toObject();
    if (topic == "web") emit bridge.message(event);
    if (topic == "location" || topic == "preferences") kept.setValue(prefix + topic, QByteArray(event));
    if (topic == "location")
      statusBar()->showMessage(QString("%1   %2 %").arg(json["title"].toString()).arg(
          100 * json["locations"]["totalProgression"].toDouble(), 0, 'f', 0));
    if (topic == "selection") highlight->setEnabled((selection = json["locator"]).isObject());
    if (topic == "link") QDesktopServices::openUrl(QUrl(json["href"].toString()));
  }

  void go(const QVariant &target) { lectern_navigator_go(navigator, text(QJsonValue::fromVariant(target)), Check()); }

  void apply(const char *group, const QJsonArray &locators, const char *style, const char *tint) {
    QJsonArray decorations;
    for (const QJsonValue &locator : locators)
      decorations.append(QJsonObject{{"id", QString::number(decorations.size())}, {"locator", locator},
                                     {"style", QJsonObject{{"id", style}, {"tint", tint}}}});
    lectern_navigator_apply_decorations(navigator, group, text(decorations), nullptr, Check());
  }

  QDockWidget *addDock(const QString &title, QWidget *widget, Qt::DockWidgetArea area) {
    auto *dock = new QDockWidget(title, this);
    dock->setWidget(widget);
    addDockWidget(area, dock);
    return dock;
  }

  void addContents() {
    auto *tree = new QTreeWidget;
    tree->setHeaderHidden(true);
    lectern_buffer *toc = nullptr;
    lectern_publication_collection(book, "toc", &toc, Check());
    const std::function<void(QTreeWidgetItem *, const QJsonValue &)> add = [&](QTreeWidgetItem *parent, const QJsonValue &links) {
      for (const QJsonValue &link : links.toArray()) {
        auto *item = new QTreeWidgetItem(parent, {link["title"].toString()});
        item->setData(0, Qt::UserRole, QVariantMap{{"href", link["href"].toVariant()}});
        add(item, link["children"]);
      }
    };
    add(tree->invisibleRootItem(), value(take(toc)));
    connect(tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) { go(item->data(0, Qt::UserRole)); });
    addDock("Contents", tree, Qt::LeftDockWidgetArea);
  }

  void addTools() {
    auto *bar = addToolBar("Reading");
    bar->addAction("‹", [this] { go(QVariantMap{{"to", "left"}}); });
    bar->addAction("›", [this] { go(QVariantMap{{"to", "right"}}); });
    auto *field = new QLineEdit;
    field->setPlaceholderText("Search");
    connect(field, &QLineEdit::returnPressed, this, [this, field] { search(field->text().toUtf8()); });
    bar->addWidget(field);
    highlight = bar->addAction("Highlight", [this] {
      marks.append(selection);
      apply("highlights", marks, "highlight", "#F2C94C");
      kept.setValue(prefix + "highlights", text(marks));
      lectern_navigator_send(navigator, R"({"command": "clearSelection"})", Check());
    });
    highlight->setEnabled(false);
    bar->addAction("Settings…", [this] { editSettings(); });
  }

  void search(const QByteArray &query) {
    results->clear();
    QJsonArray found;
    lectern_cursor *cursor = nullptr;
    lectern_publication_search(book, query, nullptr, &cursor, Check());
    for (lectern_buffer *page; cursor && found.size() < 500 && lectern_cursor_next(cursor, &page, Check()) == LECTERN_OK;)
      for (const QJsonValue &match : value(take(page))["locators"].toArray()) {
        const QJsonValue words = match["text"];
        auto *item = new QListWidgetItem(words["before"].toString().right(40) + words["highlight"].toString() +
                                         words["after"].toString().left(40), results);
        item->setData(Qt::UserRole, match.toVariant());
        found.append(match);
      }
    lectern_cursor_free(cursor);
    apply("search", found, "underline", "#E0533D");
    results->parentWidget()->show();
  }

  void editSettings() {
    auto *area = new QScrollArea(this);
    area->setWindowFlag(Qt::Dialog);
    area->setAttribute(Qt::WA_DeleteOnClose);
    area->setWidgetResizable(true);
    area->setWindowTitle("Settings");
    area->resize(440, 640);
    lectern_preferences *draft = nullptr;
    lectern_navigator_edit_preferences(navigator, nullptr, &draft, Check());
    connect(area, &QObject::destroyed, [draft] { lectern_preferences_free(draft); });
    fillForm(area, draft);
    area->show();
  }

  /// A form of whatever settings there are.  Each change takes effect at once.
  void fillForm(QScrollArea *area, lectern_preferences *draft) {
    auto *form = new QFormLayout(new QWidget);
    lectern_buffer *json = nullptr;
    lectern_preferences_settings(draft, &json, Check());
    const QByteArray settings = take(json);
    const QJsonObject all = value(settings)["settings"].toObject();
    // QJsonObject sorts its members; those of the text are in the order of a form.
    static const QRegularExpression keys("\"key\":\"([^\"]+)\"");
    for (auto matches = keys.globalMatch(settings); matches.hasNext();) {
      const QString name = matches.next().captured(1);
      const QByteArray key = name.toUtf8();
      const QJsonValue setting = all[name], type = setting["type"], shown = setting["displayValue"];
      const auto change = [=, this](auto edit) {
        edit();
        lectern_preferences_submit(draft, nullptr, Check());
        QTimer::singleShot(0, area, [=, this] { fillForm(area, draft); });
      };
      auto *field = new QWidget;
      auto *line = new QHBoxLayout(field);
      line->setContentsMargins(0, 0, 0, 0);
      const auto addButton = [=](const QString &label, auto edit) {
        auto *button = new QPushButton(label);
        connect(button, &QPushButton::clicked, button, [=] { change([=] { edit(draft, key, 0, Check()); }); });
        line->addWidget(button);
      };
      if (type == "toggle") {
        addButton(setting["valueLabel"].toString(), lectern_preferences_toggle);
      } else if (setting["range"].isObject() || setting["values"].isArray()) {
        addButton("−", lectern_preferences_decrement);
        line->addWidget(new QLabel(setting["valueLabel"].toString()), 1, Qt::AlignCenter);
        addButton("+", lectern_preferences_increment);
      } else {
        auto *edit = new QLineEdit(shown.toString());
        connect(edit, &QLineEdit::returnPressed, edit, [=] {
          change([=] { lectern_preferences_set(draft, key, text(edit->text()), 0, Check()); });
        });
        line->addWidget(edit);
      }
      field->setEnabled(setting["isActive"].toBool());
      field->setToolTip(setting["reasons"][0].toString());
      form->addRow(setting["label"].toString(), field);
    }
    area->setWidget(form->parentWidget());
  }
};

int main(int count, char **arguments) {
  QWebEngineUrlScheme scheme("lectern");
  scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
  scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
  QWebEngineUrlScheme::registerScheme(scheme);
  QApplication application(count, arguments);
  const QString file = application.arguments().value(1), store = application.arguments().value(2, "lectern-reader.ini");
  lectern_publication *book = nullptr;
  if (lectern_publication_open(nullptr, file.toUtf8(), nullptr, &book, Check()) < 0) return 1;
  int status;
  {
    Window window(book, file, store);
    window.show();
    status = application.exec();
  }
  lectern_publication_free(book);
  return status;
}

#include "main.moc"
