import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import type { BodyChange, RequestView } from '@/lib/requests/request-view';

/** Shows the stored withdrawal, after what has changed since an earlier version and possible duplicates. */
export function RequestBodyPanel({ request }: { request: RequestView }) {
  const { bytes, bodySha256, note, version, changes, similar, addressEntry, recipientName, transfer } = request;
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
      <ExactWithdrawal
        bytes={bytes}
        note={note}
        addressEntry={addressEntry}
        recipientName={recipientName}
        hasTransfer={transfer !== null}
      >
        <p className="mt-2 text-label text-dim [overflow-wrap:anywhere]">
          SHA-256 <span className="font-mono">{bodySha256}</span>
          {version > 1 && `, version ${version}`}
        </p>
      </ExactWithdrawal>
    </Panel>
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
