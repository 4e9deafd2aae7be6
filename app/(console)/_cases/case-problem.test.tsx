import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CaseProblem } from '@/app/(console)/_cases/case-problem';
import type { CaseProblem as Problem } from '@/lib/cases/contract';

const markupOf = (state: Problem['state'], denialReason: string | null = null) =>
  renderToString(
    <CaseProblem
      transferId="t-1"
      problem={{ state, fingerprint: 'f' }}
      denialReason={denialReason}
      onChanged={() => undefined}
    />,
  );

it.each([
  ['unsettled', 'This transfer needs attention.', 'Settle'],
  ['settled', 'Not listed under “Needs attention” until the status changes.', 'Reopen'],
  ['changed', 'This transfer needs attention again: it changed after it was settled.', 'Settle'],
] as const)('a problem that is %s is called so, and its button is the step from there', (state, sentence, verb) => {
  expect(markupOf(state)).toContain(sentence);
  expect(markupOf(state)).toMatch(new RegExp(`>${verb}</button>`));
  expect(markupOf(state)).not.toContain('disabled=""');
});

it('a reader who may not settle reads why, and cannot press the button', () => {
  expect(markupOf('unsettled', 'Only others can settle.')).toMatch(/disabled=""[^>]*title="Only others can settle\."/);
});
