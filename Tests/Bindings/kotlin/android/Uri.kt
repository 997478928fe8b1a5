// SPDX-License-Identifier: BSD-3-Clause
package android.net

import java.net.URI

class Uri(text: String) {
    private val uri = URI(text)
    val host: String? get() = uri.host
    val encodedPath: String? get() = uri.rawPath
    val encodedQuery: String? get() = uri.rawQuery
}
