// SPDX-License-Identifier: BSD-3-Clause
//
// Qt integration: pass in QJsonValue, QJsonObject and QJsonArray, and get as<QJsonValue>().  Convert strings with
// lectern::text(string) and lectern::qt(text).
#ifndef LECTERN_QT_HPP
#define LECTERN_QT_HPP

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include "json.hpp"

LECTERN_OPEN_NAMESPACE

/// A QString as UTF-8.
inline std::string text(const QString &string) { return string.toStdString(); }
/// UTF-8 as a QString.
inline QString qt(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

/// Qt's values as JSON.
template <> struct Adapter<QJsonValue> {
  /// Parses inside an array, because QJsonDocument does not accept a single value.
  static QJsonValue parse(std::string_view text) {
    return QJsonDocument::fromJson("[" + QByteArray(text.data(), qsizetype(text.size())) + "]").array().at(0);
  }
  /// The text of a value.
  static std::string text(const QJsonValue &value) {
    const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return text.mid(1, text.size() - 2).toStdString();
  }
};
/// Qt's objects as JSON.
template <> struct Adapter<QJsonObject> {
  /// The object of a text; empty for other JSON.
  static QJsonObject parse(std::string_view text) { return Adapter<QJsonValue>::parse(text).toObject(); }
  /// The text of an object.
  static std::string text(const QJsonObject &value) { return Adapter<QJsonValue>::text(value); }
};
/// Qt's arrays as JSON.
template <> struct Adapter<QJsonArray> {
  /// The array of a text; empty for other JSON.
  static QJsonArray parse(std::string_view text) { return Adapter<QJsonValue>::parse(text).toArray(); }
  /// The text of an array.
  static std::string text(const QJsonArray &value) { return Adapter<QJsonValue>::text(value); }
};

LECTERN_CLOSE_NAMESPACE

#endif
