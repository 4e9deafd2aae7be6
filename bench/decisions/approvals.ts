import { stateIdentity } from '@/scripts/testing/people/stated-identity';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import type { Figure } from '@/bench/figure';
import { median, takeTurnsOf } from '@/bench/measure';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeRoot } from '@/lib/proof/keys/root';
import { findPerson, type Person } from '@/lib/server/auth/sessions';
import { openSession } from '@/lib/server/sign-in/open-session';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { consoleEnvironment } from '@/scripts/stack/console';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { createDeskPerson, type DeskPerson, ProofDesk } from '@/scripts/testing/passkeys/proof-desk';
import { resetSingletons } from '@/scripts/testing/singletons';
import { singleton } from '@/lib/server/runtime/singleton';

const ROUNDS = { rounds: 200, warmUp: 20 };
const STATEMENTS = 10_000;
const READS = 5;

/**
 * Measures what a passkey adds to an approval of our own time: both calls of a signed one, without the touch, against
 * the one call of an unsigned one, under a chain of ten thousand statements; and the first reading of that chain.
 */
export async function benchApprovals(): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('approvals');
  const postgres = await startPostgres({
    dataDir: path.join(directory, 'postgres'),
    isDurable: true,
    logFile: path.join(directory, 'postgres.log'),
  });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await migrateDatabase(postgres.url);
    await addManyRequests(client, 2 * (ROUNDS.rounds + ROUNDS.warmUp));
    await resetSingletons();
    Object.assign(process.env, environmentFor(postgres.url));
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `update withdrawal_requests set state = 'AWAITING_APPROVAL', expires_at = now() + interval '1 day'`,
    );
    const plain = await signIn('plain');
    const signer = await signIn('signer');
    const passkey = await writeKeyList(client, signer);
    const ids = (await client.query<{ id: string; sha256: string }>(OPEN)).rows;
    const times = await takeTurnsOf(ROUNDS, {
      plain: (round) => approve(plain, ids[2 * round]),
      signed: (round) => approve(signer, ids[2 * round + 1], passkey),
    });
    const [unsigned, signed] = [median(times.plain), median(times.signed)];
    return [
      {
        name: 'Approving with a passkey',
        against: `more than without (${signed.toFixed(1)} ms and ${unsigned.toFixed(1)} ms)`,
        value: signed - unsigned,
        unit: 'ms',
        target: { atMost: 50 },
      },
      {
        name: `Reading a key list of ${STATEMENTS.toLocaleString('en-GB')} statements`,
        against: 'once for each process',
        value: median(await readAgain()),
        unit: 'ms',
      },
    ];
  } finally {
    await resetSingletons();
    await client.end();
    await postgres.part.stop();
    remove();
  }
}

const OPEN = `select request.id, version.body_sha256 as sha256 from withdrawal_requests request
  join request_versions version on version.request_id = request.id order by request.ref_id`;

async function signIn(subject: string): Promise<Person> {
  const sessionId = await openSession(stateIdentity({ subject, roles: ['approver'] }), null);
  const person = await findPerson(sessionId, { isSeen: true, origin: null });
  if (!person) throw new Error('somebody who just signed in must have a session');
  return person;
}

/** Writes a root that names the signer's passkey, and a chain of statements; gives the signer's passkey. */
async function writeKeyList(client: Client, { id }: Person): Promise<DeskPerson> {
  const [one, two, signer] = await Promise.all([
    createDeskPerson('ada', { roles: ['admin'], groups: [] }),
    createDeskPerson('ben', { roles: ['admin'], groups: [] }),
    createDeskPerson('signer', { roles: ['approver'], groups: [] }),
  ]);
  signer.record.person = { ...signer.person, id };
  const desk = await ProofDesk.open({ keys: [one, two, signer].map(({ record }) => record) });
  const document = writeRoot(desk.root);
  const fingerprint = await sha256Hex(document);
  await client.query('insert into proof_roots (fingerprint, document) values ($1, $2)', [fingerprint, document]);
  for (let count = 0; count < STATEMENTS; count += 1) await desk.sign(one, desk.statement('request.approve'));
  const rows = desk.entries.map(({ entry: { number, previous, hash, statement, assertion } }) => ({
    root: fingerprint,
    position: number,
    previous,
    hash,
    kind: 'request.approve',
    subject: 'none',
    person_id: id,
    statement,
    content: '',
    credential_id: assertion?.credentialId,
    authenticator_data: assertion?.authenticatorData,
    client_data_json: assertion?.clientDataJSON,
    signature: assertion?.signature,
    at: new Date().toISOString(),
  }));
  await client.query(`insert into proof_entries select * from json_populate_recordset(null::proof_entries, $1)`, [
    JSON.stringify(rows),
  ]);
  return signer;
}

async function approve(
  person: Person,
  request: { id: string; sha256: string } | undefined,
  signer?: DeskPerson,
): Promise<number> {
  const vote = { requestId: request?.id, version: 1, bodySha256: request?.sha256, verdict: 'APPROVED', comment: '' };
  const start = performance.now();
  const first = await decideAs(person, vote);
  const asked = performance.now() - start;
  if (first.ok && !signer) return asked;
  if (first.ok || first.error.kind !== 'unsigned' || !signer) throw new Error(JSON.stringify(first));
  const { nonce, challenge } = first.error.options;
  const assertion = await signer.passkey.sign(challenge);
  const again = performance.now();
  const second = await decideAs(person, { ...vote, signature: { nonce, assertion } });
  if (!second.ok) throw new Error(JSON.stringify(second.error));
  return asked + performance.now() - again;
}

/** Reads the chain as a process does that has not read it yet. */
async function readAgain(): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < READS; count += 1) {
    delete singleton<{ known?: unknown }>('passkeys.key-list', () => ({})).known;
    const start = performance.now();
    if (!(await readKeyList())) throw new Error('the key list does not verify');
    times.push(performance.now() - start);
  }
  return times;
}

function environmentFor(databaseUrl: string): Record<string, string> {
  return consoleEnvironment({
    // The relying party of the passkeys of tests.
    consoleUrl: 'http://localhost:3000',
    sandboxUrl: 'http://127.0.0.1:1',
    consoleDatabaseUrl: databaseUrl,
    sessionSecret: randomBytes(32).toString('hex'),
  });
}
