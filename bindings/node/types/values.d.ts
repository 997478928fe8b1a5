// SPDX-License-Identifier: BSD-3-Clause
// Types of arguments and results that are not JSON, without requiring the types of Node or of the browser.

/** A Buffer, if the types of Node are available. */
export type Bytes = typeof globalThis extends { Buffer: { allocUnsafe(size: number): infer Made } } ? Made : Uint8Array;

export type BytesInput = ArrayBufferView | ArrayBuffer;

/** A path, or a file: URL. */
export type FilePath = string | { readonly href: string; readonly protocol: string };

/** A random-access source of bytes.  It never gets two calls at the same time. */
export interface Source {
  read(offset: number, length: number): BytesInput | Promise<BytesInput>;
  size: number | (() => number | Promise<number>);
}

/** A source, a FileHandle of fs/promises, or a Blob. */
export type AnySource = Source | FileHandleLike | BlobLike;

export interface FileHandleLike {
  readonly fd: number;
  read(buffer: any, offset: number, length: number, position: number): Promise<{ bytesRead: number; buffer: any }>;
  stat(): Promise<{ size: number | bigint }>;
}

export interface BlobLike {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** An AbortSignal. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A Readable of Node. */
export interface ReadableBytes extends AsyncIterable<Bytes> {
  pipe<Destination>(destination: Destination, options?: { end?: boolean }): Destination;
  on(event: string, listener: (...values: any[]) => void): this;
  once(event: string, listener: (...values: any[]) => void): this;
  destroy(error?: Error): this;
}
