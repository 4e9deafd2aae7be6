import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RuleTable } from '@/app/(console)/policy/rule-list';
import type { PolicyRule } from '@/lib/policy/rules';

const RULES: PolicyRule[] = [
  { name: 'New', when: { isNewRecipient: true }, then: { kind: 'approve', count: 2, wholeBatch: true } },
  { name: 'Large', when: { atLeast: { ETH: '25' } }, then: { kind: 'refuse', reason: 'Ask the treasury' } },
];

it('shows when each rule applies, without a second if, and its result in a column of its own', () => {
  const html = renderToStaticMarkup(
    <RuleTable rules={RULES} names={{ people: {}, profiles: {}, recipients: {} }} unreachable={undefined} />,
  );
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
  expect(rows).toEqual([
    ['Rule', 'When', 'Result'],
    ['1 New', expect.stringMatching(/^The recipient was never paid/), 'Two approvals'],
    ['2 Large', 'ETH ≥ 25Any other any amount', 'Not allowed Ask the treasury.'],
  ]);
});
