// What both ports of the sender share: the rows, the request and its answer, and the moments at which they die.
import pg from 'pg';

const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, TIMEOUT_MS } = process.env;
const { dieAt, pauseAt } = JSON.parse(process.argv[2]);

let hasPaused = false;

/** The console's database. */
export const rows = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });

/** Ends the process as by `kill -9`, or pauses it once, where the run asks for it at this moment. */
export async function reach(moment) {
  if (moment === pauseAt && !hasPaused) {
    hasPaused = true;
    process.kill(process.pid, 'SIGSTOP');
  }
  if (moment !== dieAt) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, and the caller must not continue until then.
  await new Promise(() => undefined);
}

/**
 * Posts the bytes of a withdrawal and gives the id of its transfer. Throws where the answer does not name one, or where
 * the engine takes the work away (`signal`).
 */
export async function post(requestId, signal) {
  const found = await rows.query(
    `select convert_from(body, 'UTF8') as bytes from request_versions where request_id = $1`,
    [requestId],
  );
  const token = await fetchToken();
  await reach('before the request');
  const answer = await fetch(`${SERVICE_URL}/v2/transfer/crypto-withdrawals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: found.rows[0].bytes,
    signal: AbortSignal.any([AbortSignal.timeout(Number(TIMEOUT_MS)), ...(signal ? [signal] : [])]),
  });
  const { id } = await answer.json();
  if (!answer.ok || !id) throw new Error(`the service answered ${answer.status}`);
  await reach('after the answer');
  return id;
}

/** Marks the row of a withdrawal as being sent. Returns false where it is sent already. */
export async function begin(requestId) {
  await rows.query(`update sends set state = 'SENDING', fence = fence + 1 where request_id = $1 and state = 'QUEUED'`, [
    requestId,
  ]);
  const found = await rows.query(`select 1 from sends where request_id = $1 and state <> 'ACCEPTED'`, [requestId]);
  return found.rows.length > 0;
}

/** Marks the row of a withdrawal as accepted. */
export async function accept(requestId, transferId) {
  await rows.query(
    `update sends set state = 'ACCEPTED', transfer_id = $2 where request_id = $1 and state = 'SENDING'`,
    [requestId, transferId],
  );
  await reach('after the row');
}

/** Hands every withdrawal that waits to the engine, again and again. */
export async function handOver(start) {
  console.log('ready');
  for (;;) {
    const waiting = await rows.query(`select request_id as id from sends where state = 'QUEUED'`);
    for (const { id } of waiting.rows) await start(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function fetchToken() {
  const form = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  const answer = await fetch(`${SERVICE_URL}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return (await answer.json()).access_token;
}
