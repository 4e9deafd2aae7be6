import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { BodyChangeList } from '@/components/withdrawals/body-change-list';
import { ProfileFact, ReferenceAndMore } from '@/components/withdrawals/withdrawal-body-facts';
import type { RequestView } from '@/lib/requests/request-view';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/** Shows every other member of the bytes that are sent, and why they are. `children` are further rows. */
export function RequestFacts({ request, children }: { request: RequestView; children: ReactNode }) {
  const { bytes, note } = request;
  const body = parseWithdrawalBody(bytes);
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-body md:grid-cols-[8rem_minmax(0,1fr)]">
      <ProfileFact body={body} name="From" />
      <Fact name="Why">
        {note === '' ? <span className="text-dim">No note</span> : <UntrustedText text={note} limit={500} />}
      </Fact>
      <ReferenceAndMore body={body} />
      {children}
    </dl>
  );
}

/** Lists what has changed since an earlier version; nothing where nothing has. */
export function Changes({ request: { changes, version } }: { request: RequestView }) {
  if (!changes || changes.fields.length === 0) return null;
  return (
    <Notice
      look="warn"
      title={`Changed from version ${changes.sinceVersion} to version ${version}. Approvals of earlier versions are void.`}
    >
      <BodyChangeList changes={changes.fields} />
    </Notice>
  );
}
