// SPDX-License-Identifier: BSD-3-Clause
import lectern from './index.js';

export const {
  open, openSync, openBytes, openBytesSync, openStream, openStreamSync, openURL, openManifest, openManifestSync,
  sniff, sniffSync,
  Context, Cursor, LecternError, Navigator, Preferences, Publication, Resource, Store, Subscription,
  links, voices, cfi, notes, diff, tokenize, schema, buildInfo, liveHandles, version,
} = lectern;
export default lectern;
