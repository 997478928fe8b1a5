// SPDX-License-Identifier: BSD-3-Clause
//
// Services of the host, as callback structs.
#ifndef LECTERN_SERVICE_HPP
#define LECTERN_SERVICE_HPP

#include "publication.hpp"

LECTERN_OPEN_NAMESPACE

namespace detail {

/// A service with the publication that it may use.
struct Instance {
  Publication publication;
  std::unique_ptr<Service> service;
};

struct NamedFactory {
  std::string name;
  ServiceFactory make;
};

inline Struct<lectern_service> service(std::string_view name, ServiceFactory make) {
  auto kept = std::make_unique<NamedFactory>(NamedFactory{std::string(name), std::move(make)});
  lectern_service functions = {};
  functions.name = kept->name.c_str();
  functions.open = [](void *target, lectern_publication *publication, void **instance, lectern_error **error) {
    auto made = std::make_unique<Instance>(Instance{Publication::borrow(publication), nullptr});
    return answer(
        error, Status::callback,
        [&] { return (*static_cast<std::unique_ptr<NamedFactory> *>(target))->make(made->publication); },
        [&](std::unique_ptr<Service> service) -> lectern_status {
          if (!service) return LECTERN_PASS;
          made->service = std::move(service);
          *instance = made.release();
          return LECTERN_OK;
        });
  };
  functions.links = [](void *instance, lectern_buffer **links, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return static_cast<Instance *>(instance)->service->links(); },
        [&](const JsonInput &json) -> lectern_status {
          return json.given() ? store_text(json.json(), links, error) : LECTERN_PASS;
        });
  };
  functions.get = [](void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
    return answer(
        error, Status::callback, [&] { return static_cast<Instance *>(instance)->service->get(href); },
        [&](std::optional<Resource> found) { return store_answer(std::move(found), resource); });
  };
  functions.close = [](void *instance) { delete static_cast<Instance *>(instance); };
  return Struct<lectern_service>::of(std::move(kept), functions);
}

} // namespace detail

inline Returns<void> Context::add_service(std::string_view name, ServiceFactory factory) {
  return detail::give(detail::perform(lectern_context_add_service, *this, detail::service(name, std::move(factory))));
}

LECTERN_CLOSE_NAMESPACE

#endif
