/** Creates a page of the service's list, with records in which most members are present. */
export function createPage(size: number): string {
  const items = Array.from({ length: size }, (_, index) => createRecord(index));
  return JSON.stringify({ items, next_page_cursor: 'next' });
}

function createRecord(index: number): Record<string, unknown> {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
  return {
    id,
    customer_id: 'customer',
    profile_id: 'p-ops',
    ref_id: `INV-${index}`,
    amount: `${index}.25`,
    total: `${index}.75`,
    fee: '0.5',
    asset: 'USDC',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
    status: 'COMPLETED',
    created_at: at,
    updated_at: at,
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    crypto_network: 'ETHEREUM',
    crypto_tx_hash: `0x${String(index).padStart(64, '0')}`,
    metadata: { order: String(index) },
  };
}
