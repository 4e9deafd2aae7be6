import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOMS = ['app', 'components', 'lib', 'server'];
const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(room, file)),
);

const holding = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));

it.each([
  ['starts another program', /child_process|worker_threads|node:vm/],
  ['runs text as code', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
  ['puts markup in from text', /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/],
  ['believes a certificate unseen', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/],
  ['hashes or encrypts by what is broken', /createHash\(\s*['"](?:md5|sha1)|createCipher|aes-[0-9]+-(?:ecb|cbc)/i],
  ['listens to messages of other windows', /postMessage|addEventListener\(\s*['"]message/],
  ['asks a host that is written into it', /(?:fetch|import|request)\(\s*['"`]https?:|sendBeacon/],
])('nothing of the console %s', (_what, pattern) => {
  expect(sources.length).toBeGreaterThan(300);
  expect(holding(pattern)).toEqual([]);
});
