import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChainEntry, hashEntry, ProofChain } from '@/lib/proof/chain';

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
