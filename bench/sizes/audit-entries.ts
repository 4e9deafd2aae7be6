import { hash } from 'node:crypto';
import { type AuditAction, CHAIN_START, hashedText } from '@/lib/audit/audit-log';

/** The action that as many entries of every size have, all by the last person. */
export const RARE_ACTION: AuditAction = 'policy.changed';
const RARE_ENTRIES = 200;

// What happens to a request, more or less; people sign in before.
const STEPS: readonly (readonly [AuditAction, 'person' | 'console'])[] = [
  ['session.opened', 'person'],
  ['request.made', 'person'],
  ['session.opened', 'person'],
  ['request.approved', 'person'],
  ['request.approved', 'person'],
  ['send.claimed', 'console'],
  ['send.recorded', 'console'],
  ['send.tracked', 'console'],
  ['send.tracked', 'console'],
  ['attachment.downloaded', 'person'],
];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Requests and people that entries are about. */
export interface Cast {
  requestIds: readonly string[];
  people: readonly { id: string; name: string }[];
}

/**
 * Writes so many entries as lines of COPY, as one valid chain from the first on, a second apart until the given time:
 * ten in a row about each request in turn, by people in turn, and two hundred of a rare action by the last person.
 * Written by hand, since writing JSON takes three times as long.
 */
export function* writeEntries(
  count: number,
  { requestIds, people }: Cast,
  until: Date,
): Generator<{ seq: number; hash: string; row: string }> {
  const begin = until.getTime() - count * 1000;
  const rareEvery = Math.max(1, Math.floor(count / RARE_ENTRIES));
  let before = CHAIN_START;
  for (let seq = 1; seq <= count; seq += 1) {
    const isRare = seq % rareEvery === 0;
    const [action, by] = isRare ? [RARE_ACTION, 'person'] : (STEPS[seq % STEPS.length] ?? STEPS[0]!);
    const person = by === 'person' ? people[isRare ? people.length - 1 : seq % (people.length - 1)] : undefined;
    const requestId = requestIds[Math.floor(seq / STEPS.length) % requestIds.length];
    const subject = isRare ? 'policy' : action === 'session.opened' ? `person:${person?.id}` : `request:${requestId}`;
    const actor = person ? `{"id":"${person.id}","name":"${person.name}"}` : 'null';
    const origin = person ? `{"address":"10.0.${seq % 256}.${seq % 250}","agent":"${AGENT}"}` : 'null';
    const after = `{"version":1,"bodySha256":"${before}","fence":${seq % 7},"transferId":"transfer-${seq}"}`;
    const entry = `{"action":"${action}","subject":"${subject}","actor":${actor},"origin":${origin},"after":${after}}`;
    const at = `${new Date(begin + seq * 1000).toISOString().slice(0, -1)}000Z`;
    const own = hash('sha256', hashedText(before, { seq, at, entry }));
    yield { seq, hash: own, row: `${seq}\t${at}\t${action}\t${person?.id ?? '\\N'}\t${subject}\t${entry}\t${own}\n` };
    before = own;
  }
}
