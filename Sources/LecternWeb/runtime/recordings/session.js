// SPDX-License-Identifier: BSD-3-Clause
/** The lock screen and the media keys of the device. */

import {address} from "../tools/load.js";

/** @type {string[]} the actions that the device may request */
let asked = [];

/** Sets up the media keys and the lock screen of the device; without arguments, clears them.
 * @param {{title: string, artist?: string, album?: string, cover?: string} | null} about
 * @param {Record<string, (details: any) => void>} [actions] */
export function mediaSession(about, actions = {}) {
  const session = /** @type {any} */ (navigator.mediaSession);
  if (!session) return;
  const {title, artist = "", album = "", cover} = about ?? {};
  session.metadata = about && new MediaMetadata({title, artist, album, artwork: cover ? [{src: address(cover)}] : []});
  for (const action of new Set([...asked, ...Object.keys(actions)])) {
    try {
      session.setActionHandler(action, actions[action] ?? null);
    } catch {} // not supported by this browser
  }
  asked = Object.keys(actions);
}

/** Shows the chapter and the cover of a player, unless the reader leaves the media keys to others.
 * @param {any} player */
export function announce(player) {
  const {state, settings} = player.shell, [backward, forward] = player.intervals;
  if (settings.enableMediaSession === false) return mediaSession(null);
  mediaSession({title: player.chapter?.title, artist: state.author, album: state.title, cover: state.cover}, {
    play: () => player.play(), pause: () => player.pause(), stop: () => player.pause(),
    seekbackward: ({seekOffset}) => player.skip(-(seekOffset || backward)),
    seekforward: ({seekOffset}) => player.skip(seekOffset || forward),
    seekto: ({seekTime}) => player.seek(seekTime),
    previoustrack: () => player.moveChapter(-1), nexttrack: () => player.moveChapter(1),
  });
}

/** Shows the time of a player.
 * @param {any} player @param {boolean} isPlaying */
export function setPosition({shell, duration, rate, time}, isPlaying) {
  const {mediaSession: session} = navigator;
  if (!session || shell.settings.enableMediaSession === false) return;
  session.playbackState = isPlaying ? "playing" : "paused";
  if (duration) session.setPositionState?.({duration, playbackRate: rate, position: Math.min(time, duration)});
}

/** Shows the book that is read aloud.
 * @param {any} aloud */
export function announceAloud(aloud) {
  const {title, author: artist, cover} = aloud.shell.state;
  mediaSession({title, artist, cover}, {
    play: () => aloud.resume(), pause: () => aloud.pause(),
    previoustrack: () => aloud.step(-1), nexttrack: () => aloud.step(1),
  });
}
