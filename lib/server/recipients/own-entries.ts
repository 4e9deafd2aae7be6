import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findSignedRecipients } from '@/lib/server/recipients/signed-entries';
import { isSameId } from '@/lib/text/uuid';

/** An address in normal form (lib/addresses) that a profile pays. */
interface PaidAddress {
  network: string;
  normal: string;
  profileId: string;
}

/**
 * Gives a function that tells whether the address book in force has an address: for its network and its profile,
 * confirmed, not retired, and signed where the console requires signatures. A proposed entry does not count.
 */
export async function readOwnEntries(
  addresses: readonly Pick<PaidAddress, 'normal'>[],
): Promise<(address: PaidAddress) => boolean> {
  if (addresses.length === 0) return () => false;
  const { network, normalAddress: normal, profiles, recipientKey: key, state } = recipients;
  const rows = await database()
    .select({ network, normal, profiles, key })
    .from(recipients)
    .where(and(eq(state, 'ACTIVE'), inArray(normal, [...new Set(addresses.map((one) => one.normal))])));
  const keys = rows.map((row) => row.key);
  const signed = isProofRequired() ? await findSignedRecipients(database(), keys) : new Set(keys);
  const inForce = rows.filter((row) => signed.has(row.key));
  return (address) =>
    inForce.some(
      (row) =>
        row.network === address.network &&
        row.normal === address.normal &&
        (row.profiles.length === 0 || row.profiles.some((profile) => isSameId(profile, address.profileId))),
    );
}
