// SPDX-License-Identifier: BSD-3-Clause
// Minimal versions of the Android classes that the program in docs/web.md uses, without a browser.
package android.webkit

import android.net.Uri
import java.io.InputStream

interface WebResourceRequest {
    val url: Uri
    val method: String
    val requestHeaders: Map<String, String>
    val isForMainFrame: Boolean
}

class WebResourceResponse(
    val mimeType: String?,
    val encoding: String?,
    val statusCode: Int,
    val reasonPhrase: String,
    val responseHeaders: Map<String, String>?,
    val data: InputStream?,
) {
    // As in Android.
    init {
        require(reasonPhrase.isNotBlank()) { "reasonPhrase can't be empty." }
        require(statusCode in 100..299 || statusCode in 400..599) { "statusCode can't be in the [300, 399] range." }
    }
}

open class WebViewClient {
    open fun shouldInterceptRequest(view: WebView, request: WebResourceRequest): WebResourceResponse? = null
    open fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean = false
}

abstract class WebSettings {
    abstract var javaScriptEnabled: Boolean
}

open class WebView {
    private val posted = ArrayDeque<Runnable>()
    val settings: WebSettings = object : WebSettings() {
        override var javaScriptEnabled = false
    }
    var webViewClient: WebViewClient = WebViewClient()
    var address: String? = null

    fun loadUrl(url: String) {
        address = url
    }

    fun post(action: Runnable): Boolean = posted.add(action)

    /** Runs the tasks that were posted to the main thread. */
    fun runPosted() {
        while (posted.isNotEmpty()) posted.removeFirst().run()
    }
}
