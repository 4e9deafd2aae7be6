import { UntrustedText } from '@/components/values/untrusted-text';
import { SignatureLines } from '@/components/withdrawals/signature-lines';
import type { RequestView } from '@/lib/requests/request-view';
import { listSignatureLines } from '@/lib/requests/signatures/lines';

/** Shows who signed and who is still to sign, which approvals do not count and why, and the rule that asks for them. */
export function Signatures({ request }: { request: RequestView }) {
  const { rule, approvals, state } = request;
  const isWaiting = state === 'AWAITING_APPROVAL';
  return (
    <>
      <SignatureLines lines={listSignatureLines(request)} isProofUsed={request.hasEvidence} />
      <ul aria-label="Approvals that do not count" className="mt-2 space-y-1 text-label text-warn empty:hidden">
        {approvals.void.map((reason) => (
          <li key={reason} className="[overflow-wrap:anywhere]">
            <UntrustedText text={reason} limit={300} />
          </li>
        ))}
      </ul>
      {isWaiting && (
        <p className="mt-2 text-label text-dim [overflow-wrap:anywhere]">
          {/* Why it applies is among the findings, and how many approvals it needs the lines show. */}
          {rule.needsOnlyApprovals ? (
            <>
              By rule {rule.number} (<UntrustedText text={rule.name} limit={100} />)
              {rule.part !== null && `: ${rule.part}`}
            </>
          ) : (
            rule.sentence
          )}
        </p>
      )}
    </>
  );
}
