import { describeRequest, describeSignature } from '@/lib/proof/evidence/describe';
import type { EvidenceFinding, EvidenceVerdict } from '@/lib/proof/evidence/verify-evidence';

/** Describes a finding in sentences, one a line. */
export function describeFinding(finding: EvidenceFinding): string[] {
  switch (finding.kind) {
    case 'withdrawal':
      return [
        describeRequest(finding.request),
        ...finding.parts,
        ...finding.signatures.map(describeSignature),
        ...finding.notes,
      ];
    case 'refused':
      return [
        `Line ${finding.line} does not hold: ${finding.refusal.sentence} (${finding.refusal.name})`,
        ...(finding.about === undefined ? [] : [`  ${finding.about}.`]),
      ];
    case 'chain':
      return [
        `The chain of statements has ${finding.entries} entries and ends with ${finding.head}.`,
        'Compare this head with one from a shipped log: a file that ends earlier may leave statements out.',
      ];
    case 'stated':
      return [`Stated by the console, not signed: ${finding.text}`];
  }
}

/**
 * Describes the verdict on a file; begins with Verified or Not verified. `first`: the first finding that does not hold.
 * `isRootGiven`: whether the fingerprint came from elsewhere than the file.
 */
export function describeVerdict(
  { holds, withdrawals, unapproved }: EvidenceVerdict,
  { first, isRootGiven }: { first: string | undefined; isRootGiven: boolean },
): string {
  const held = withdrawals === 1 ? '1 withdrawal holds' : `${withdrawals} withdrawals hold`;
  const others = unapproved === 1 ? '1 request was' : `${unapproved} requests were`;
  const count = unapproved === 0 ? held : `${held}, ${others} not approved`;
  if (!holds) return `Not verified. ${first} ${count}.`;
  return isRootGiven ? `Verified: ${count}.` : `Verified against the key list in the file only: ${count}.`;
}
