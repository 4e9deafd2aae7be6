/**
 * Gives the address that a transfer pays; undefined of a deposit, whose destination is the desk's own address. A record
 * has no sender (docs/specification/service-interface.md#transfer-record).
 */
export function payeeAddress({
  direction,
  destination_address: address,
}: {
  direction?: string | undefined;
  destination_address?: string | undefined;
}): string | undefined {
  return direction === 'DEBIT' ? address : undefined;
}
