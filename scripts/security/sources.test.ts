import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'server'];
const sources = SOURCE_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

const holding = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8')));

// Names the variable to refuse it at a production start.
const REFUSES_UNVERIFIED_CERTIFICATES = 'lib/server/config/insecure-settings.ts';

// A PDF is laid out, and an uploaded file looked at, in a thread of its own, without environment or network
// (docs/decisions/0021 and 0070).
const STARTS_THREADS = 'lib/server/runtime/run-thread.ts';
const PDF_WORKER = 'server/pdf-worker.mjs';
const FILE_WORKER = 'server/file-worker.mjs';

// Past requests are replayed in a thread without environment or connections (docs/decisions/0046).
const REPLAY_THREAD = 'lib/policy/replay/replay-thread.ts';
const ANALYSIS_THREAD = 'lib/policy/analysis/analysis-thread.ts';
const STARTS_THE_ANALYSIS = 'lib/server/analysis/analyze.ts';
const STARTS_THE_REPLAY = 'lib/server/requests/policy/start-replay.ts';
const WORKBOOK_WORKER = 'components/sheets/workbook-worker.ts';
const STARTS_THE_WORKBOOK_WORKER = 'components/sheets/read-file.ts';

// What leaves goes through a proxy where there is one (docs/decisions/0084-behind-a-proxy.md): these call it, listen,
// or ask this machine.
const OPEN_CONNECTIONS = [
  'lib/server/outgoing/connect.ts',
  'lib/server/outgoing/agents.ts',
  'lib/server/transfer-service/http.ts',
  'lib/server/notifications/smtp.ts',
  'lib/server/notifications/targets/post.ts',
  'server/health-check.mjs',
  'server/main.mjs',
];

it.each<[string, RegExp, ...string[]]>([
  [
    'starts another program',
    /child_process|worker_threads|node:vm/,
    ANALYSIS_THREAD,
    REPLAY_THREAD,
    STARTS_THREADS,
    STARTS_THE_ANALYSIS,
    STARTS_THE_REPLAY,
    PDF_WORKER,
    FILE_WORKER,
  ],
  ['runs text as code', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
  ['inserts markup from text', /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/],
  [
    'skips the check of a certificate',
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    REFUSES_UNVERIFIED_CERTIFICATES,
  ],
  [
    'hashes or encrypts with a broken algorithm',
    /createHash\(\s*['"](?:md5|sha1)|create(?:Ci|Deci)pher\(|aes-[0-9]+-(?:ecb|cbc)/i,
  ],
  [
    'listens to messages of other windows',
    /postMessage|addEventListener\(\s*['"]message/,
    ANALYSIS_THREAD,
    REPLAY_THREAD,
    STARTS_THE_REPLAY,
    PDF_WORKER,
    FILE_WORKER,
    WORKBOOK_WORKER,
    STARTS_THE_WORKBOOK_WORKER,
  ],
  [
    'opens a connection past lib/server/outgoing',
    /import (?!type)[^;]*from '(?:undici|nodemailer|node:(?:https?|http2|tls|dns))'|^import 'server-only';[^]*\bawait fetch\(/,
    ...OPEN_CONNECTIONS,
  ],
  ['calls a hard-coded host', /(?:fetch|import|request)\(\s*['"`]https?:|sendBeacon/],
])('no source of the console %s', (_what, pattern, ...exceptions) => {
  expect(sources.length).toBeGreaterThan(300);
  expect(holding(pattern).toSorted()).toEqual(exceptions.toSorted());
});
