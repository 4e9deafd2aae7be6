// A deliberately wrong sender, which treats a lost answer as a failure and retries, as integrators of such services
// have done. It proves that the harness detects duplicates; nothing else uses it.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { settings } from '@/lib/server/config/settings';

process.stdin.on('end', () => process.exit()).resume();
const {
  DATABASE_URL,
  TRANSFER_SERVICE_URL,
  TRANSFER_SERVICE_CLIENT_ID,
  TRANSFER_SERVICE_CLIENT_SECRET,
  SEND_TIMEOUT_MS,
} = settings();
const client = new Client({ connectionString: DATABASE_URL });
await client.connect();
const token = await fetchToken();
console.log('ready');
for (;;) {
  const { rows } = await client.query<{ request_id: string; bytes: string }>(
    `select s.request_id, convert_from(v.body, 'UTF8') as bytes from sends s join request_versions v using (request_id)
     where s.state <> 'ACCEPTED' order by random() limit 1`,
  );
  const [next] = rows;
  if (next) await sendUntilAnswered(next);
  else await delay(100);
}

async function sendUntilAnswered({
  request_id: requestId,
  bytes,
}: {
  request_id: string;
  bytes: string;
}): Promise<void> {
  await client.query(
    `update sends set state = 'SENDING', fence = fence + 1 where request_id = $1 and state = 'QUEUED'`,
    [requestId],
  );
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      const answer = await fetch(`${TRANSFER_SERVICE_URL}/v2/transfer/crypto-withdrawals`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: bytes,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      const { id } = (await answer.json()) as { id?: string };
      if (!answer.ok || !id) continue;
      await client.query(`update sends set state = 'ACCEPTED', transfer_id = $2 where request_id = $1`, [
        requestId,
        id,
      ]);
      return;
    } catch {
      await delay(20);
    }
  }
}

async function fetchToken(): Promise<string> {
  const form = {
    grant_type: 'client_credentials',
    client_id: TRANSFER_SERVICE_CLIENT_ID,
    client_secret: TRANSFER_SERVICE_CLIENT_SECRET,
  };
  const answer = await fetch(`${TRANSFER_SERVICE_URL}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
