// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const PREFIX = '/_next/static/';
/** @type {Record<string, { type: string, isPacked: boolean, policy?: string }>} */
const TYPES = {
  // The worker that reads PDFs, which may compile the decoders of pictures that the page hands it, and load nothing.
  '.mjs': {
    type: 'text/javascript; charset=utf-8',
    isPacked: true,
    policy: "default-src 'none'; script-src 'wasm-unsafe-eval'",
  },
  '.wasm': { type: 'application/wasm', isPacked: false },
  '.css': { type: 'text/css; charset=utf-8', isPacked: true },
  '.js': { type: 'text/javascript; charset=utf-8', isPacked: true },
  '.woff2': { type: 'font/woff2', isPacked: false },
};

// The first script of a worker that Next has bundled: it loads the others of the build, and nothing else.
const WORKER = /^turbopack-worker-/;
const WORKER_POLICY = "default-src 'none'; script-src 'self'";

/** @typedef {{ file: string, type: string, tag: string, plain: Buffer, packed: Promise<Buffer> | undefined }} StaticFile */

/**
 * Creates the answer to requests for scripts, styles and fonts of the build, from memory and compressed once. Next
 * reads and compresses a file for each request, which takes as long as rendering a page: a browser that has never been
 * here asks for sixteen files while it waits for the first row (docs/decisions/0029). Only files of the build are
 * known, by their whole path; the answer to everything else is false, and Next answers it.
 *
 * @param {string} directory `.next/static` of the build
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<boolean>}
 */
export function createStaticFiles(directory) {
  const files = listFiles(directory);
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const known = files.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (!known) return false;
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('etag', known.tag);
    const kind = TYPES[path.extname(known.file)];
    const policy = WORKER.test(path.basename(known.file)) ? WORKER_POLICY : kind?.policy;
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    if (request.headers['if-none-match'] === known.tag) {
      response.writeHead(304).end();
      return true;
    }
    const isPackable = kind?.isPacked === true;
    if (isPackable) response.setHeader('vary', 'accept-encoding');
    const isPacked = isPackable && acceptsGzip(request);
    const body = isPacked ? await (known.packed ??= pack(known.plain)) : known.plain;
    if (isPacked) response.setHeader('content-encoding', 'gzip');
    response.writeHead(200, { 'content-type': known.type, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** @param {string} directory */
function listFiles(directory) {
  /** @type {Map<string, StaticFile>} */
  const files = new Map();
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const kind = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || !kind) continue;
    const file = path.join(entry.parentPath, entry.name);
    const url = PREFIX + path.relative(directory, file).split(path.sep).map(encodeURIComponent).join('/');
    const { size, mtimeMs } = statSync(file);
    const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    files.set(url, { file, type: kind.type, tag, plain: readFileSync(file), packed: undefined });
  }
  return files;
}

/** @param {Buffer} plain */
function pack(plain) {
  return promisify(gzip)(plain, { level: 9 });
}

/** @param {import('node:http').IncomingMessage} request */
function acceptsGzip({ headers }) {
  return /(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(headers['accept-encoding'] ?? '');
}
