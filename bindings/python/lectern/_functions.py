# SPDX-License-Identifier: BSD-3-Clause
"""Every function of lectern.h, in its order: name -> (argtypes, restype)."""

from ctypes import POINTER, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

from ._structs import (
    RELEASE,
    Compute,
    Fetcher,
    Listener,
    Logger,
    Progress,
    Renderer,
    Service,
    Stream,
)

ABI = 0
END = 1
PASS = 2
NO_ACTIVATE = 1
TO_THE_END = 2**64 - 1

status = c_int32
text = c_char_p
# Not c_char_p, which would stop at the first NUL of a buffer.
data = c_void_p

# Handles are numbers that the library checks, so one C type serves for all of them.
# The names keep the table readable.
context = publication = resource = cursor = navigator = c_void_p
draft = store = subscription = buffer = error = c_void_p

FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    # Library
    "lectern_version": ([], text),
    "lectern_abi": ([], c_uint32),
    "lectern_status_name": ([status], text),
    "lectern_build_info": ([POINTER(buffer), POINTER(error)], status),
    "lectern_schema": ([text, POINTER(buffer), POINTER(error)], status),
    "lectern_live_handles": ([POINTER(buffer), POINTER(error)], status),
    # Buffers
    "lectern_buffer_new": ([data, c_size_t, POINTER(buffer), POINTER(error)], status),
    "lectern_buffer_data": ([buffer], data),
    "lectern_buffer_size": ([buffer], c_size_t),
    "lectern_buffer_free": ([buffer], status),
    # Errors
    "lectern_error_new": ([status, text, text, POINTER(error)], status),
    "lectern_error_status": ([error], status),
    "lectern_error_message": ([error], text),
    "lectern_error_path": ([error], text),
    "lectern_error_json": ([error, POINTER(buffer)], status),
    "lectern_error_free": ([error], status),
    # Context
    "lectern_context_new": ([c_uint32, text, POINTER(context), POINTER(error)], status),
    "lectern_context_set_logger": ([context, POINTER(Logger), POINTER(error)], status),
    "lectern_context_set_progress": ([context, POINTER(Progress), POINTER(error)], status),
    "lectern_context_add_service": ([context, POINTER(Service), POINTER(error)], status),
    "lectern_context_free": ([context], status),
    # Resources
    "lectern_resource_new": ([text, data, c_size_t, POINTER(resource), POINTER(error)], status),
    "lectern_resource_new_stream": (
        [text, POINTER(Stream), POINTER(resource), POINTER(error)],
        status,
    ),
    "lectern_resource_link": ([resource, POINTER(buffer), POINTER(error)], status),
    "lectern_resource_size": ([resource, POINTER(c_uint64), POINTER(error)], status),
    "lectern_resource_read": (
        [resource, c_uint64, c_uint64, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_resource_free": ([resource], status),
    # Publication
    "lectern_publication_sniff": ([POINTER(Stream), text, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_open": (
        [context, text, text, POINTER(publication), POINTER(error)],
        status,
    ),
    "lectern_publication_open_memory": (
        [context, data, c_size_t, RELEASE, data, text, POINTER(publication), POINTER(error)],
        status,
    ),
    "lectern_publication_open_stream": (
        [context, POINTER(Stream), text, POINTER(publication), POINTER(error)],
        status,
    ),
    "lectern_publication_open_manifest": (
        [context, text, POINTER(Fetcher), text, POINTER(publication), POINTER(error)],
        status,
    ),
    "lectern_publication_manifest": ([publication, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_info": ([publication, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_warnings": ([publication, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_collection": (
        [publication, text, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_publication_layout": ([publication, text, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_link": ([publication, text, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_links": ([publication, text, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_locate": ([publication, text, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_get": ([publication, text, POINTER(resource), POINTER(error)], status),
    "lectern_publication_get_builtin": (
        [publication, text, POINTER(resource), POINTER(error)],
        status,
    ),
    "lectern_publication_cache": (
        [publication, text, text, POINTER(Compute), POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_publication_free": ([publication], status),
    # Links
    "lectern_links_filter": ([text, text, POINTER(buffer), POINTER(error)], status),
    "lectern_links_all": ([text, text, POINTER(c_int32), POINTER(error)], status),
    "lectern_link_parameters": ([text, POINTER(buffer), POINTER(error)], status),
    "lectern_link_expand": ([text, text, POINTER(buffer), POINTER(error)], status),
    "lectern_link_url": ([text, text, POINTER(buffer), POINTER(error)], status),
    # Voices
    "lectern_voices_filter": ([text, text, POINTER(buffer), POINTER(error)], status),
    "lectern_voices_sort": ([text, text, POINTER(buffer), POINTER(error)], status),
    # Services
    "lectern_publication_services": ([publication, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_positions": ([publication, POINTER(buffer), POINTER(error)], status),
    "lectern_publication_positions_by_reading_order": (
        [publication, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_publication_cover": ([publication, POINTER(resource), POINTER(error)], status),
    "lectern_publication_cover_fitting": (
        [publication, c_uint32, c_uint32, POINTER(resource), POINTER(error)],
        status,
    ),
    "lectern_publication_search": (
        [publication, text, text, POINTER(cursor), POINTER(error)],
        status,
    ),
    "lectern_publication_content": (
        [publication, text, POINTER(cursor), POINTER(error)],
        status,
    ),
    "lectern_publication_content_tokens": (
        [publication, text, text, POINTER(cursor), POINTER(error)],
        status,
    ),
    "lectern_cursor_next": ([cursor, POINTER(buffer), POINTER(error)], status),
    "lectern_cursor_previous": ([cursor, POINTER(buffer), POINTER(error)], status),
    "lectern_cursor_free": ([cursor], status),
    # Text
    "lectern_publication_text": ([publication, text, POINTER(buffer), POINTER(error)], status),
    "lectern_text_tokenize": ([text, text, POINTER(buffer), POINTER(error)], status),
    # Navigator
    "lectern_navigator_new": ([publication, text, POINTER(navigator), POINTER(error)], status),
    "lectern_navigator_settings": ([navigator, POINTER(buffer), POINTER(error)], status),
    "lectern_navigator_submit_preferences": ([navigator, text, POINTER(error)], status),
    "lectern_navigator_edit_preferences": (
        [navigator, text, POINTER(draft), POINTER(error)],
        status,
    ),
    "lectern_navigator_set_location": ([navigator, text, POINTER(error)], status),
    "lectern_navigator_location": ([navigator, POINTER(buffer), POINTER(error)], status),
    "lectern_navigator_set_viewport": ([navigator, text, POINTER(error)], status),
    "lectern_navigator_spreads": ([navigator, POINTER(buffer), POINTER(error)], status),
    "lectern_navigator_observe": (
        [navigator, text, POINTER(Listener), POINTER(subscription), POINTER(error)],
        status,
    ),
    "lectern_subscription_free": ([subscription], status),
    "lectern_navigator_free": ([navigator], status),
    # Preferences
    "lectern_preferences_new": ([text, text, POINTER(draft), POINTER(error)], status),
    "lectern_preferences_json": ([draft, POINTER(buffer), POINTER(error)], status),
    "lectern_preferences_settings": ([draft, POINTER(buffer), POINTER(error)], status),
    "lectern_preferences_setting": ([draft, text, POINTER(buffer), POINTER(error)], status),
    "lectern_preferences_label": ([draft, text, text, POINTER(buffer), POINTER(error)], status),
    "lectern_preferences_observe": (
        [draft, text, POINTER(Listener), POINTER(subscription), POINTER(error)],
        status,
    ),
    "lectern_preferences_set": ([draft, text, text, c_uint32, POINTER(error)], status),
    "lectern_preferences_increment": ([draft, text, c_uint32, POINTER(error)], status),
    "lectern_preferences_decrement": ([draft, text, c_uint32, POINTER(error)], status),
    "lectern_preferences_toggle": ([draft, text, c_uint32, POINTER(error)], status),
    "lectern_preferences_activate": ([draft, text, POINTER(error)], status),
    "lectern_preferences_is_active": ([draft, text, POINTER(c_int32), POINTER(error)], status),
    "lectern_preferences_clear": ([draft, text, POINTER(error)], status),
    "lectern_preferences_merge": ([draft, text, POINTER(error)], status),
    "lectern_preferences_filter": (
        [draft, text, c_int32, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_preferences_submit": ([draft, POINTER(buffer), POINTER(error)], status),
    "lectern_preferences_copy": ([draft, POINTER(draft), POINTER(error)], status),
    "lectern_preferences_free": ([draft], status),
    # Store
    "lectern_store_open": ([context, text, text, POINTER(store), POINTER(error)], status),
    "lectern_store_warnings": ([store, POINTER(buffer), POINTER(error)], status),
    "lectern_store_load": ([store, text, POINTER(buffer), POINTER(error)], status),
    "lectern_store_save": ([store, text, text, POINTER(error)], status),
    "lectern_store_save_all": ([store, text, POINTER(error)], status),
    "lectern_store_scopes": ([store, POINTER(buffer), POINTER(error)], status),
    "lectern_store_observe": (
        [store, text, POINTER(Listener), POINTER(subscription), POINTER(error)],
        status,
    ),
    "lectern_store_refresh": ([store, POINTER(error)], status),
    "lectern_store_migrate": ([store, POINTER(buffer), POINTER(error)], status),
    "lectern_store_free": ([store], status),
    # Decorations
    "lectern_navigator_apply_decorations": (
        [navigator, text, text, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_navigator_decorations": ([navigator, text, POINTER(buffer), POINTER(error)], status),
    "lectern_navigator_render_decorations": (
        [navigator, text, POINTER(buffer), POINTER(error)],
        status,
    ),
    "lectern_navigator_supports_decoration": (
        [navigator, text, text, POINTER(c_int32), POINTER(error)],
        status,
    ),
    "lectern_navigator_set_decoration_template": (
        [navigator, text, text, POINTER(Renderer), POINTER(error)],
        status,
    ),
    "lectern_navigator_activate_decoration": (
        [navigator, text, text, text, POINTER(error)],
        status,
    ),
    "lectern_decorations_diff": ([text, text, POINTER(buffer), POINTER(error)], status),
    # Web runtime
    "lectern_navigator_css": ([navigator, text, POINTER(buffer), POINTER(error)], status),
    "lectern_navigator_get": (
        [navigator, text, text, POINTER(buffer), POINTER(resource), POINTER(error)],
        status,
    ),
    "lectern_navigator_receive": ([navigator, text, POINTER(error)], status),
    "lectern_navigator_go": ([navigator, text, POINTER(error)], status),
    "lectern_navigator_send": ([navigator, text, POINTER(error)], status),
}
