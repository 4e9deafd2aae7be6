import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact } from '@/components/ui/facts';
import { Notice } from '@/components/ui/notice';
import { ProfileFact, ReferenceAndMore } from '@/components/withdrawals/withdrawal-body-facts';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { RequestView } from '@/lib/requests/request-view';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import type { BodyChange } from '@/lib/withdrawals/body-changes';

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
      <ul className="space-y-1">
        {changes.fields.map((change) => (
          <Change key={change.field} {...change} />
        ))}
      </ul>
    </Notice>
  );
}

function Change({ field, before, after }: BodyChange) {
  return (
    <li>
      <span className="font-medium">{revealHiddenCharacters(labelOf(field))}</span>: <Value text={before} isOld />{' '}
      becomes <Value text={after} />
    </li>
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
