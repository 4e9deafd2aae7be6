// A process of approvers: everybody who is handed in decides on everything at once; prints how their decisions ended.
import { pool } from '@/lib/server/database/client';
import { isOutage } from '@/lib/server/observability/query-error';
import type { Person } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/votes/decide';

type Decided = Awaited<ReturnType<typeof decideAs>>;

export interface Handout {
  people: Person[];
  requests: { requestId: string; version: number; bodySha256: string }[];
}

// A run that was stopped takes its database along, and is waited for by nobody.
const parent = process.ppid;

/** Decides as a person who tries again where a machine with more to do kept their turn from coming. */
async function decide(person: Person, request: Handout['requests'][number]): Promise<Decided> {
  for (;;) {
    try {
      return await decideAs(person, { ...request, verdict: 'APPROVED', comment: '' });
    } catch (error) {
      if (!isOutage(error) || process.ppid !== parent) throw error;
    }
  }
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const { people, requests } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Handout;
const outcomes: Decided[] = [];
for (const request of requests) {
  outcomes.push(...(await Promise.all(people.map((person) => decide(person, request)))));
}
await pool().end();
const count = (kind: string) => outcomes.filter((outcome) => (outcome.ok ? 'ok' : outcome.error.kind) === kind).length;
console.log(JSON.stringify({ ok: count('ok'), notNow: count('not-now'), all: outcomes.length }));
