import { listAddressNotes } from '@/lib/addresses/address-notes';
import type { AddressVerdict } from '@/lib/addresses/check-address';
import { PROFILE_NOT_ALLOWED } from '@/lib/risk/findings';
import type { RiskLine } from '@/lib/risk/risk-facts';

/**
 * Gives the findings about a withdrawal as its requester reads them: nothing about a profile that is not entered yet,
 * and what is to be checked about the address in their words. `place`: beside the form, what is below the address, the
 * asset or the network already is left out.
 */
export function listForRequester(
  lines: readonly RiskLine[],
  { place, address, profileId }: { place: 'form' | 'review'; address: AddressVerdict; profileId: string },
): RiskLine[] {
  return lines.flatMap((line) => {
    const isAtField =
      line.id === 'address' ||
      (line.id === 'book' && line.state === 'notice') ||
      (line.id === 'pair' && line.state === 'warn');
    if (place === 'form' && isAtField) return [];
    if ((line.id === 'profile' || line.name === PROFILE_NOT_ALLOWED) && profileId.trim() === '') return [];
    return line.id === 'address' ? [{ ...line, text: listAddressNotes(address, 'form').join(' ') }] : [line];
  });
}
