import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChainEntry, hashEntry, ProofChain, toLink } from '@/lib/proof/keys/chain';

const ROOT = 'f'.repeat(64);
const LENGTH = 12;
const assertion = { credentialId: 'AAAA', authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' };

let entries: ChainEntry[];
beforeAll(async () => {
  entries = await writeEntries(Array.from({ length: LENGTH }, (_, index) => `statement ${index}`));
});

describe('the chain of statements', () => {
  it('has the hash of its newest entry as head, and knows the number of every head', async () => {
    const { chain, refused } = await read(entries);
    expect(refused).toBeUndefined();
    expect([chain.length, chain.head]).toEqual([LENGTH, entries.at(-1)?.hash]);
    expect(chain.numberOf(ROOT)).toBe(0);
    for (const { hash, number, statement } of entries) {
      expect(chain.numberOf(hash)).toBe(number);
      expect(await chain.numberOfStatement(statement)).toBe(number);
    }
    expect(chain.numberOf('0'.repeat(64))).toBeUndefined();
    expect(await chain.numberOfStatement('statement 99')).toBeUndefined();
  });

  it('is refused with a gap, wherever entries are missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(LENGTH - 2), async (missing) => {
        expect((await read(entries.toSpliced(missing, 1))).refused).toBe('chain-gap');
      }),
    );
  });

  it('is refused with entries in another order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...entries.keys()], { minLength: LENGTH }), async (order) => {
        fc.pre(order.some((place, index) => place !== index));
        expect((await read(order.map((place) => entries[place]!))).refused).toBe('chain-gap');
      }),
    );
  });

  it('is refused with any member of any entry changed', async () => {
    const changes: Partial<ChainEntry>[] = [
      { statement: 'another' },
      { statement: '\ud800' },
      { assertion },
      { hash: '0'.repeat(64) },
      { previous: '0'.repeat(64) },
      { number: 99 },
      { number: 1.5 },
    ];
    await fc.assert(
      fc.asyncProperty(fc.nat(LENGTH - 1), fc.constantFrom(...changes), async (place, change) => {
        const changed = entries.with(place, { ...entries[place]!, ...change });
        expect((await read(changed)).refused).toMatch(/^chain-(?:gap|broken|entry-changed)$/);
      }),
    );
  });

  it('is refused where it begins at another root', async () => {
    const other = new ProofChain('0'.repeat(64));
    expect(await other.append(entries[0]!)).toMatchObject({ error: { name: 'chain-broken' } });
  });

  it('is refused with a statement twice, also where all hashes were computed again', async () => {
    expect((await read(await writeEntries(['a', 'b', 'a']))).refused).toBe('chain-statement-repeated');
  });

  it('whose entries were rewritten lacks the heads that were signed', async () => {
    const { chain } = await read(await writeEntries(['another', 'statement 1', 'statement 2']));
    expect(chain.numberOf(entries[2]!.hash)).toBeUndefined();
  });

  it('is the same with links in the place of entries, whichever are left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...entries.keys()]), async (leftOut) => {
        const chain = new ProofChain(ROOT);
        for (const [place, entry] of entries.entries()) {
          const link = { ...(await toLink(entry)), hash: entry.hash };
          const appended = await (leftOut.includes(place) ? chain.appendLink(link) : chain.append(entry));
          expect(appended.ok).toBe(true);
        }
        expect(chain.head).toBe(entries.at(-1)?.hash);
        expect(await chain.numberOfStatement('statement 3')).toBe(4);
      }),
    );
  });

  it('tells the kind of every entry in its link, which cannot be changed', async () => {
    const statement = '{"kind":"key.remove"}';
    const link = await toLink({ number: 1, previous: ROOT, statement, assertion });
    expect(link.kind).toBe('key.remove');
    const hash = await hashEntry({ number: 1, previous: ROOT, statement, assertion });
    const hidden = await new ProofChain(ROOT).appendLink({ ...link, kind: 'request.approve', hash });
    expect(hidden).toMatchObject({ error: { name: 'chain-entry-changed' } });
  });

  it.each(['', 'null', '[]', '{}', '{"kind":1}', '{"kind":"toString"}', '"kind"'])(
    'takes %j as unknown',
    async (text) => {
      expect((await toLink({ number: 1, previous: ROOT, statement: text, assertion })).kind).toBe('unknown');
    },
  );

  it('is refused with a lone surrogate, which has the hash of U+FFFD', async () => {
    const entry = { number: 1, previous: ROOT, assertion: null };
    const hash = await hashEntry({ ...entry, statement: '\ufffd' });
    expect((await read([{ ...entry, statement: '\ufffd', hash }])).refused).toBeUndefined();
    expect((await read([{ ...entry, statement: '\ud800', hash }])).refused).toBe('chain-entry-changed');
  });

  it('keeps the entries before a refused one', async () => {
    const { chain } = await read(entries.toSpliced(5, 1));
    expect([chain.length, chain.head]).toEqual([5, entries[4]?.hash]);
    expect((await chain.append(entries[5]!)).ok).toBe(true);
  });
});

async function writeEntries(statements: readonly string[]): Promise<ChainEntry[]> {
  const written: ChainEntry[] = [];
  for (const [index, statement] of statements.entries()) {
    const entry = { number: index + 1, previous: written.at(-1)?.hash ?? ROOT, statement, assertion: null };
    written.push({ ...entry, hash: await hashEntry(entry) });
  }
  return written;
}

async function read(list: readonly ChainEntry[]): Promise<{ chain: ProofChain; refused: string | undefined }> {
  const chain = new ProofChain(ROOT);
  for (const entry of list) {
    const appended = await chain.append(entry);
    if (!appended.ok) return { chain, refused: appended.error.name };
  }
  return { chain, refused: undefined };
}
