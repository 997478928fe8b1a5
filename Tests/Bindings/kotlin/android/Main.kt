// SPDX-License-Identifier: BSD-3-Clause
// Runs the program of docs/web.md like Android: requests, and the messages of two pages, one after the other.
import android.net.Uri
import android.webkit.WebResourceRequest
import android.webkit.WebView
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebMessageCompat
import androidx.webkit.WebViewCompat
import lectern.Lectern
import lectern.Navigator

class Page : JavaScriptReplyProxy() {
    val messages = ArrayList<String>()
    override fun postMessage(message: String) {
        messages.add(message)
    }
}

class Request(address: String, range: String?, override val isForMainFrame: Boolean = false) : WebResourceRequest {
    override val url = Uri(address)
    override val method = "GET"
    override val requestHeaders = if (range == null) emptyMap() else mapOf("Range" to range)
}

fun WebView.request(address: String, range: String? = null) =
    webViewClient.shouldInterceptRequest(this, Request(address, range))

fun WebView.say(page: Page, message: String, isMainFrame: Boolean = true) {
    val listener = WebViewCompat.listener!!
    listener.onPostMessage(this, WebMessageCompat(message), Uri("https://book.lectern"), isMainFrame, page)
    runPosted()
}

fun main() {
    val navigator = Navigator(Lectern.open("book.epub"))
    val view = WebView()
    val subscription = show(view, navigator)

    val index = view.request(view.address!!)!!
    check(index.statusCode == 200 && index.mimeType == "text/html" && "<script" in String(index.data!!.readBytes()))
    check(view.request("https://elsewhere.example/") == null)
    val missing = view.request("https://book.lectern/nowhere.html?query")!!
    check(missing.statusCode == 404) { missing.statusCode }
    for (address in listOf("https://elsewhere.example/", "https://book.lectern/EPUB/text/title.xhtml", "intent:x")) {
        check(view.webViewClient.shouldOverrideUrlLoading(view, Request(address, null, isForMainFrame = true))) { address }
    }
    val chapter = Request("https://book.lectern/EPUB/text/title.xhtml", null)
    check(!view.webViewClient.shouldOverrideUrlLoading(view, chapter)) { "no document is shown in a frame" }
    val part = view.request("https://book.lectern/EPUB/text/title.xhtml", "bytes=0-9")!!
    check(part.statusCode == 206 && part.data!!.readBytes().size == 10) { part.statusCode }

    val ready = """{"type": "ready"}"""
    fun choose(theme: String) {
        navigator.submitPreferences(mapOf("theme" to theme))
        view.runPosted()
    }
    val (frame, first, second) = listOf(Page(), Page(), Page())
    view.say(frame, ready, isMainFrame = false)
    view.say(first, ready)
    view.say(first, """{"type": "tap", "point": {"x": 1, "y": 2}, "width": 600, "height": 800}""")
    choose("dark")
    check(frame.messages.isEmpty()) { "a frame of a book is told something" }
    check(first.messages.count { """"theme":"dark"""" in it } == 1) { first.messages }

    val told = first.messages.size
    view.say(second, ready)
    choose("sepia")
    check(first.messages.size == told) { "a page that is gone is told something" }
    check(second.messages.count { """"theme":"sepia"""" in it } == 1) { second.messages }
    check(Lectern.liveHandles["subscription"] == 1L) { Lectern.liveHandles }

    subscription.close()
    choose("light")
    check(second.messages.none { """"theme":"light"""" in it }) { second.messages }
    println("as expected")
}
