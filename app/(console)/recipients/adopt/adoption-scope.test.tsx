import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AdoptionScope } from '@/app/(console)/recipients/adopt/adoption-scope';
import type { Adoption } from '@/lib/recipients/adoption';

const ALL: Adoption = { offers: [], more: 0, similar: 0, lookedBackTo: null, before: null, isComplete: true };
const shown = (change: Partial<Adoption>) => renderToStaticMarkup(<AdoptionScope adoption={{ ...ALL, ...change }} />);

it('says nothing of limits where all withdrawals were looked at', () => {
  const text = shown({});
  for (const limit of ['Looked through', 'still being synced', 'left out', 'more']) expect(text).not.toContain(limit);
});

it('says how far back it looked, with a link to what came before', () => {
  const lookedBackTo = '2026-03-01T10:00:00.000000Z';
  const text = shown({ lookedBackTo });
  expect(text).toContain('Looked through: withdrawals');
  expect(text).toContain(`/recipients/adopt?before=${encodeURIComponent(lookedBackTo)}`);
  expect(shown({ before: lookedBackTo })).toContain('Newest withdrawals');
});

it('says what is left out, what follows and what is not known yet', () => {
  const text = shown({ similar: 2, more: 1, isComplete: false });
  expect(text).toContain('2 recipients are left out');
  expect(text).toContain('1 more recipient is offered once these are proposed.');
  expect(text).toContain('Transfers are still being synced');
});
