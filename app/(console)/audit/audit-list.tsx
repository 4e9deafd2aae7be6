import { UntrustedText, writeJson } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { describeEntry } from '@/lib/audit/describe-entry';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { routes } from '@/lib/http/routes';
import type { AuditItem } from '@/lib/server/audit/read';

/** Lists entries of the audit log, each as a sentence that unfolds to the stored details. */
export function AuditList({ items }: { items: readonly AuditItem[] }) {
  return (
    <ol aria-label="Entries" className="divide-y divide-line rounded-panel border border-line bg-panel text-body">
      {items.map((item) => (
        <li key={item.seq} className="px-3 py-2">
          <details>
            <summary className="[overflow-wrap:anywhere]">
              <span className="text-dim">
                <Time iso={item.at} withSeconds />{' '}
              </span>
              <UntrustedText text={describeEntry(item.entry)} />
              {item.actorMark !== null && (
                <span className="text-dim">
                  {' '}
                  by <UntrustedText text={item.actorMark} />
                </span>
              )}
              <SubjectHint item={item} />
              {!item.isTied && <strong className="font-medium text-bad"> · Changed outside of the console</strong>}
            </summary>
            <Details item={item} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** Names the subject of an entry where the sentence alone does not. */
function SubjectHint({ item: { refId, entry } }: { item: AuditItem }) {
  if (refId === null && !NAMED_SUBJECTS.has(entry.subject)) return null;
  return (
    <span className="text-dim">
      {' '}
      · <UntrustedText text={refId ?? entry.subject} />
    </span>
  );
}

function Details({ item: { seq, hash, entry, isTied } }: { item: AuditItem }) {
  return (
    <div className="mt-2 space-y-3 pb-1">
      {!isTied && (
        <p>
          The stored columns of this entry differ from the entry that was hashed, so filters may not find it. Someone
          wrote into the database outside of the console: find out who, and verify an export.
        </p>
      )}
      <Facts>
        <Fact name="Entry">{seq}</Fact>
        <Fact name="Action">{entry.action}</Fact>
        <Fact name="Subject">
          <Subject subject={entry.subject} />
        </Fact>
        <Fact name="IP address">{entry.origin?.address && <UntrustedText text={entry.origin.address} />}</Fact>
        <Fact name="Browser">{entry.origin?.agent && <UntrustedText text={entry.origin.agent} />}</Fact>
        <Fact name="Hash">
          <span className="font-mono text-label">{hash}</span>
        </Fact>
      </Facts>
      <Change name="Before" value={entry.before} />
      <Change name="After" value={entry.after} />
    </div>
  );
}

/** Addresses of the pages about a subject, by the first word of the subject. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  request: routes.withdrawal,
  recipient: routes.recipient,
  transfer: routes.transfer,
};
const NAMED_SUBJECTS = new Set(['policy', 'sending']);

/** Shows the subject of an entry, with a link to its page where it has one, and a link to all entries about it. */
function Subject({ subject }: { subject: string }) {
  // The service chooses the ids of transfers, which may contain a colon.
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const page = id !== '' && Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
  return (
    <>
      {page !== undefined ? (
        <Link href={page} className="underline">
          <UntrustedText text={subject} />
        </Link>
      ) : (
        <UntrustedText text={subject} />
      )}{' '}
      <Link href={`${routes.audit}?${new URLSearchParams({ subject }).toString()}`} className="text-dim underline">
        all entries about this subject
      </Link>
    </>
  );
}

function Change({ name, value }: { name: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <div>
      <p className="text-label text-dim">{name}</p>
      <pre
        dir="ltr"
        className="mt-1 rounded-control bg-soft p-3 font-mono text-label [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {/* JSON escapes line breaks within texts, so the remaining ones are between members. */}
        {writeJson(value, 2).split('\n').map(revealHiddenCharacters).join('\n')}
      </pre>
    </div>
  );
}
