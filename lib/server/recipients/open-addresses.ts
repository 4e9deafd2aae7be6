import 'server-only';
import { sql } from 'drizzle-orm';
import { computeSignature } from '@/lib/addresses/similarity';
import type { Network } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { mapRows } from '@/lib/server/runtime/rows';
import { singleton } from '@/lib/server/runtime/singleton';

/** Address of a request that waits for its approvals, or whose transfer has not ended. */
export interface OpenAddress {
  requestId: string;
  profileId: string;
  /** When the version with this address was saved. */
  savedAt: Date;
  network: string;
  family: string;
  /** The address in normal form (lib/addresses). */
  normal: string;
  signature: readonly string[];
}

type Identified = Pick<OpenAddress, 'network' | 'family' | 'normal' | 'signature'>;

/** What was computed of the addresses that were open at the last reading, by network and address. */
const computed = () => singleton('recipients.open-addresses', () => ({ byKey: new Map<string, Identified>() }));

/**
 * Reads the addresses of all open requests, of every profile. Their number is what a desk has in hand, so they are
 * compared in memory; an address is computed once, not with each check.
 */
export async function readOpenAddresses(networks: readonly Network[]): Promise<OpenAddress[]> {
  const rows = await readRows<{
    requestId: string;
    profileId: string;
    savedAt: Date;
    network: string;
    address: string;
  }>(sql`
    with open as (
      select id from withdrawal_requests where state = 'AWAITING_APPROVAL' and expires_at > now()
      union all
      select id from withdrawal_requests requests
      where state = 'APPROVED' and not exists (select from sends where request_id = requests.id)
      union all
      select request_id from sends
      where state in ('QUEUED', 'SENDING', 'UNKNOWN', 'HOLD') or (state = 'ACCEPTED' and track_at is not null)
    )
    select requests.id as "requestId", versions.profile_id as "profileId", versions.created_at as "savedAt",
      versions.network, request_member(versions.body, 'destination_address') as address
    from open
    join withdrawal_requests requests using (id)
    join request_versions versions on versions.request_id = requests.id and versions.version = requests.version`);
  const memory = computed();
  const known = memory.byKey;
  const byKey = new Map<string, Identified>();
  const addresses = await mapRows(rows, ({ network, address, ...request }) => {
    const key = `${network} ${address}`;
    const identified = known.get(key) ?? identify({ network, address }, networks);
    byKey.set(key, identified);
    return { ...request, ...identified };
  });
  memory.byKey = byKey;
  return addresses;
}

function identify(
  { network: id, address }: { network: string; address: string },
  networks: readonly Network[],
): Identified {
  const network = resolveNetwork(id, networks);
  const { family, normal } = identifyAddress(network, address);
  return { network: id, family, normal, signature: computeSignature(normal, network.family) };
}
