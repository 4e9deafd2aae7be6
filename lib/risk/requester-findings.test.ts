import { expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { resolveNetwork } from '@/lib/networks/networks';
import { listForRequester } from '@/lib/risk/requester-findings';
import type { RiskLine } from '@/lib/risk/risk-facts';

const address = checkAddress('35HZShE7aswDdbBknSqTwHgmJTSczBUWbF', resolveNetwork('BITCOIN'));
const line = (id: RiskLine['id'], state: RiskLine['state'] = 'warn'): RiskLine => ({ id, state, text: id, basis: '' });
const LINES = [line('address'), line('paid'), line('book', 'notice'), line('pair'), line('profile')];
const idsOf = (lines: readonly RiskLine[]) => lines.map(({ id }) => id);

it('beside the form, findings leave out what is at a field, and a profile that is not entered', () => {
  expect(idsOf(listForRequester(LINES, { place: 'form', address, profileId: ' ' }))).toEqual(['paid']);
  const warned = listForRequester([line('book')], { place: 'form', address, profileId: 'p-1' });
  expect(idsOf(warned)).toEqual(['book']);
});

it('in the review, they are all there, in the words of the requester', () => {
  const lines = listForRequester(LINES, { place: 'review', address, profileId: 'p-1' });
  expect(idsOf(lines)).toEqual(idsOf(LINES));
  expect(lines[0]?.text).toContain('Make sure that the recipient gave you this address for Bitcoin.');
  expect(lines[0]?.text).not.toContain('Ask the requester');
});
