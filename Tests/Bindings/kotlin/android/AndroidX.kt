// SPDX-License-Identifier: BSD-3-Clause
// Minimal versions of androidx.webkit.
package androidx.webkit

import android.net.Uri
import android.webkit.WebView

class WebMessageCompat(val data: String?)

abstract class JavaScriptReplyProxy {
    abstract fun postMessage(message: String)
}

object WebViewCompat {
    fun interface WebMessageListener {
        fun onPostMessage(
            view: WebView,
            message: WebMessageCompat,
            sourceOrigin: Uri,
            isMainFrame: Boolean,
            replyProxy: JavaScriptReplyProxy,
        )
    }

    var listener: WebMessageListener? = null

    fun addWebMessageListener(view: WebView, name: String, origins: Set<String>, listener: WebMessageListener) {
        check(view.settings.javaScriptEnabled && name == "lecternHost" && origins == setOf("https://book.lectern"))
        this.listener = listener
    }
}
