import { randomUUID } from 'node:crypto';
import type { Figure } from '@/bench/figure';
import type { People } from '@/e2e/access-control/people';

/** A page as its longest block of the event loop is measured. */
interface Read {
  name: string;
  who: 'admin';
  method: 'GET';
  path: string;
}

interface Stored {
  name: string;
  kind: string;
  subject?: string;
  payload: (basedOn: number) => unknown;
  pages: string[];
}

const read = (path: string): Read => ({ name: path, who: 'admin', method: 'GET', path });
const EMPTY_PAGE = '/help';
const MAX_TIMES = 5;
// Less is the timer's own.
const LEAST_MS = 10;
const MAX_VERSION = 5;

/**
 * Stores the largest content that people may propose, and measures the pages that show it against a page that shows
 * nothing, in the same run.
 */
export async function measureStored({ admin }: People, measure: (read: Read) => Promise<number>): Promise<Figure[]> {
  const empty = Math.max(await measure(read(EMPTY_PAGE)), LEAST_MS);
  const figures: Figure[] = [];
  for (const { name, kind, subject = kind, payload, pages } of listStored()) {
    let isAccepted = false;
    // The version that a database begins with is for migrations to know.
    for (let basedOn = 0; basedOn <= MAX_VERSION && !isAccepted; basedOn += 1) {
      const { status } = await admin.ask('/api/proposals', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind, subject, payload: payload(basedOn), comment: 'Measured' }),
      });
      isAccepted = status === 200;
    }
    if (!isAccepted) throw new Error(`${name} must be accepted, or nothing is measured`);
    for (const page of pages)
      figures.push({
        name: `${page}, with ${name}`,
        against: EMPTY_PAGE,
        value: (await measure(read(page))) / empty,
        unit: 'times',
        target: { atMost: MAX_TIMES },
      });
  }
  return figures;
}

const list = <Value>(length: number, make: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, at) => make(at));

function listStored(): Stored[] {
  const imported = randomUUID();
  const rules = list(50, (rule) => ({
    name: `Rule ${rule}`,
    when: {
      assets: list(50, (value) => `ASSET-${rule + value}-${'A'.repeat(20)}`),
      profiles: list(50, (value) => `profile-${rule * 3 + value}-${'p'.repeat(20)}`),
    },
    then: { kind: 'approve', count: (rule % 3) + 1 },
  }));
  const rights = ['finance', 'approver', 'admin'].map((who) => ({
    may: who === 'finance' ? 'request' : 'approve',
    who,
    profiles: list(100, (profile) => `profile-${profile}-${who}`),
  }));
  const changes = list(1_000, (entry) => ({
    kind: 'add',
    id: randomUUID(),
    // Random at both ends, so that none resembles another.
    after: {
      name: `Entry ${entry}`,
      network: 'ETHEREUM',
      address: `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`,
      memo: null,
      note: '',
      profiles: [],
    },
    chosen: '',
    lookAlikes: [],
  }));
  const profiles = list(500, (profile) => ({ id: `profile-${profile}`, name: `Name of profile ${profile}` }));
  return [
    {
      name: 'rules that list many values',
      kind: 'policy',
      payload: (basedOn) => ({ basedOn, value: rules }),
      pages: ['/policy', '/status', '/'],
    },
    {
      name: 'rights that list many profiles',
      kind: 'profile-rights',
      payload: (basedOn) => ({ basedOn, value: rights }),
      pages: ['/profiles', '/groups'],
    },
    {
      name: 'many names of profiles',
      kind: 'profile-names',
      payload: (basedOn) => ({ basedOn, value: profiles }),
      pages: ['/profiles'],
    },
    {
      name: 'an import of a thousand',
      kind: 'recipient',
      subject: imported,
      payload: () => ({ changes }),
      pages: [`/recipients/${imported}`, '/recipients', '/approvals'],
    },
  ];
}
