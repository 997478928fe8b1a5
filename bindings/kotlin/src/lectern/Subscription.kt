// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.lang.ref.Reference
import java.util.Collections
import java.util.concurrent.ConcurrentHashMap
import lectern.json.Json

/** Receives events: the topic, and the event as JSON text. */
public fun interface EventListener {
    /** Called with each event, on the thread of the call that caused it. */
    public fun onEvent(topic: String, event: String)
}

/** Receives the events of one topic. */
public fun interface Listener<in T> {
    /** Called with each event, on the thread of the call that caused it. */
    public fun onEvent(event: T)
}

/** A topic to observe, and the type of its events. */
public class Topic<out T> internal constructor(public val name: String, internal val decode: (String) -> T) {
    internal fun listener(listener: Listener<T>) = EventListener { _, event -> listener.onEvent(decode(event)) }

    override fun toString(): String = name
}

/**
 * A registered listener.  Close it to unsubscribe.  It also ends with the observed object, which holds a reference to
 * it.
 */
public class Subscription internal constructor(
    number: Long,
    private var target: Callbacks.Target?,
    private val owner: Observable,
) : Handle(number, C::lectern_subscription_free) {

    init {
        owner.subscriptions.add(this)
    }

    /** Unsubscribes.  After this returns, no new call of the listener starts. */
    override fun close() {
        super.close()
        target = null
        owner.subscriptions.remove(this)
    }
}

/** A handle that can be observed. */
public abstract class Observable internal constructor(number: Long, free: (Long) -> Int) : Handle(number, free) {
    internal val subscriptions: MutableSet<Subscription> = Collections.newSetFromMap(ConcurrentHashMap())

    /** Ends the subscriptions, and frees the handle. */
    override fun close() {
        subscriptions.forEach(Subscription::close)
        super.close()
    }

    internal inline fun subscribe(
        listener: EventListener,
        observe: (number: Long, listener: LongArray, out: LongArray, error: LongArray) -> Int,
    ): Subscription {
        val target = Callbacks.Target(listener)
        try {
            val struct = Callbacks.listener(target)
            val made = pinned { number -> output { out, error -> observe(number, struct, out, error) } }
            return Subscription(made, target, this)
        } finally {
            Reference.reachabilityFence(target)
        }
    }
}
