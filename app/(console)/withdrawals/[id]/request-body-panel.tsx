import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import { theService } from '@/lib/text/service-name';
import type { BodyChange, RequestView } from '@/lib/requests/request-view';

/** Shows the stored withdrawal, after what has changed since an earlier version and possible duplicates. */
export function RequestBodyPanel({ request }: { request: RequestView }) {
  const { bytes, bodySha256, note, version, changes, similar, addressEntry, recipientName, transfer, value } = request;
  return (
    <Panel title={titleOf(request)}>
      {changes && changes.fields.length > 0 && (
        <div className="mb-4">
          <Changes since={changes.sinceVersion} version={version} fields={changes.fields} />
        </div>
      )}
      {similar.length > 0 && (
        <div className="mb-4">
          <SimilarRequests similar={similar} />
        </div>
      )}
      <KeptBeneficiary request={request} />
      <GuaranteedFee request={request} />
      <ExactWithdrawal
        bytes={bytes}
        note={note}
        addressEntry={addressEntry}
        recipientName={recipientName}
        hasTransfer={transfer !== null}
        value={value}
      >
        <p className="mt-2 text-label text-dim [overflow-wrap:anywhere]">
          SHA-256 <span className="font-mono">{bodySha256}</span>
          {version > 1 && `, version ${version}`}
        </p>
      </ExactWithdrawal>
    </Panel>
  );
}

/** Says until when the guaranteed fee holds, while the withdrawal was not sent; where it is over, what to do. */
function GuaranteedFee({ request: { feeQuote, send, state } }: { request: RequestView }) {
  const isOpen = send ? send.state === 'QUEUED' : state === 'AWAITING_APPROVAL';
  if (!feeQuote || !isOpen) return null;
  const { fee, asset, expiresAt, isOver } = feeQuote;
  return isOver ? (
    <Notice look="warn" title="The guaranteed fee is over">
      <p>
        It ended <Time iso={expiresAt} withSeconds />, so {theService()} would decline the withdrawal. Its requester
        chooses “Change request” and gets a new fee.
      </p>
    </Notice>
  ) : (
    <p className="mb-3 text-body">
      Guaranteed fee <Money amount={fee} asset={asset} />, until <Time iso={expiresAt} withSeconds />.
    </p>
  );
}

function titleOf({ state, send }: RequestView): string {
  if (send?.state === 'ACCEPTED') return 'What was sent';
  const isOver = send?.state === 'REFUSED' || ['REJECTED', 'EXPIRED', 'CANCELLED'].includes(state);
  return isOver ? 'What was requested' : 'What will be sent';
}

function Changes({ since, version, fields }: { since: number; version: number; fields: readonly BodyChange[] }) {
  return (
    <Notice
      look="warn"
      title={`Changed from version ${since} to version ${version}. Approvals of earlier versions are void.`}
    >
      <ul className="space-y-1">
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            <span className="font-medium">{revealHiddenCharacters(labelOf(field))}</span>: <Value text={before} isOld />{' '}
            becomes <Value text={after} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Value({ text, isOld }: { text: string | null; isOld?: boolean }) {
  if (text === null) return <span className="text-dim">empty</span>;
  const Mark = isOld ? 'del' : 'ins';
  return (
    <Mark className="font-mono no-underline [overflow-wrap:anywhere] [&:is(del)]:line-through">
      <UntrustedText text={text} limit={500} />
    </Mark>
  );
}

function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
