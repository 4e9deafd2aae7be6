import 'server-only';
import type { Role } from '@/lib/identity/roles';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeItems } from '@/lib/proof/statements/items';
import type { StatementKind } from '@/lib/proof/kinds';
import { ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import type { Transaction } from '@/lib/server/database/client';
import {
  chooseSigningRole,
  type OptionalSignature,
  signDecision,
  type SignedPlace,
  type SigningFailure,
} from '@/lib/server/passkeys/decisions';
import type { LockedRequest } from '@/lib/server/requests/load';

/** What a person takes back: requests, or their approval of them. */
interface TakingBack {
  kind: Extract<StatementKind, 'request.reject' | 'request.cancel' | 'request.withdrawApproval'>;
  /** The requests that are taken back, at least one. */
  open: readonly LockedRequest[];
  /** Names several requests together; the id of their bundle. */
  bundleId: string | undefined;
  /** The reason that the person gave; empty where none is asked for. */
  comment: string;
  roles: readonly Role[];
  signature: OptionalSignature;
  /** The person for whom a delegate rejects. */
  forPersonId?: string | undefined;
}

/**
 * Takes the signature over what a person takes back. Gives undefined for a person without a passkey and for one who did
 * without: what only lowers what may leave never needs a signature. Fails with the statement to sign where the person
 * has a passkey and did not say so yet.
 */
export async function signTakingBack(
  transaction: Transaction,
  person: Person,
  { kind, open, bundleId, comment, roles, signature, forPersonId }: TakingBack,
): Promise<Result<SignedPlace | undefined, SigningFailure>> {
  const [first] = open;
  if (!first || signature === 'declined') return ok(undefined);
  const items = writeItems(
    open.map(({ request: { id }, version: { version, bodySha256 } }) => ({ id, version, sha256: bodySha256 })),
  );
  const about =
    open.length === 1
      ? { subject: { id: first.request.id, version: first.version.version }, sha256: first.version.bodySha256 }
      : {
          subject: { id: bundleId ?? first.request.id, version: 1 },
          sha256: await sha256Hex(items),
          items: await sha256Hex(items),
        };
  const signed = await signDecision(transaction, person, {
    texts: open.length === 1 ? '' : items,
    signature,
    core: {
      kind,
      ...about,
      as: await chooseSigningRole(transaction, person, { kind, roles }),
      ...(forPersonId !== undefined && { for: forPersonId }),
      ...(comment !== '' && { comment: await sha256Hex(comment) }),
    },
  });
  return signed.ok ? ok(signed.value?.place) : signed;
}
