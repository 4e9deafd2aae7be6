import { describe, expect, it } from 'vitest';
import type { FoundRequest } from '@/lib/requests/list/entry';
import { isMention, splitMentions } from '@/lib/search/mentions';
import type { Match } from '@/lib/transfers/transfer';

const hit = (field: string, how: Match['how']) => ({ match: { field, how } });
const request = (field: string, how: Match['how']) => hit(field, how) as FoundRequest;

describe('matches that only mention the term', () => {
  it.each<[Match | undefined, boolean]>([
    [{ field: 'ref_id', how: 'exact' }, false],
    [{ field: 'ref_id', how: 'prefix' }, false],
    [{ field: 'ref_id', how: 'contains' }, true],
    [{ field: 'memo', how: 'exact' }, true],
    [{ field: 'metadata.invoice', how: 'exact' }, true],
    [{ field: 'metadata.invoice', how: 'contains' }, true],
    [{ field: 'note', how: 'prefix' }, true],
    [{ field: 'record', how: 'contains' }, true],
    [{ field: 'constructor', how: 'exact' }, true],
    // Found at the service a moment ago: it is there by its reference or ID.
    [undefined, false],
  ])('%j: %s', (match, isOne) => {
    expect(isMention(match)).toBe(isOne);
  });

  it('stand apart where a payment or a request has the term as its reference', () => {
    const [exact, other] = [hit('ref_id', 'exact'), hit('metadata.invoice', 'contains')];
    expect(splitMentions([other, exact], [])).toEqual({
      hits: [exact],
      requests: [],
      mentions: { hits: [other], requests: [] },
    });
    const [asked, noted] = [request('ref_id', 'exact'), request('note', 'contains')];
    expect(splitMentions([other], [asked, noted])).toEqual({
      hits: [],
      requests: [asked],
      mentions: { hits: [other], requests: [noted] },
    });
  });

  it('are the answer where nothing matches better', () => {
    const hits = [hit('metadata.invoice', 'exact'), hit('memo', 'contains')];
    expect(splitMentions(hits, [])).toEqual({ hits, requests: [], mentions: { hits: [], requests: [] } });
    expect(splitMentions([], [])).toEqual({ hits: [], requests: [], mentions: { hits: [], requests: [] } });
  });
});
