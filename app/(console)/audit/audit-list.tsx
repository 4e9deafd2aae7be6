import { UntrustedText, writeJson } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { describeEntry } from '@/lib/audit/describe-entry';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { routes } from '@/lib/http/routes';
import type { AuditItem } from '@/lib/server/audit/read';

/** Entries of the log, newest first, each a sentence with everything that was written down behind it. */
export function AuditList({ items }: { items: readonly AuditItem[] }) {
  return (
    <ol aria-label="Entries" className="divide-y divide-line rounded-panel border border-line bg-panel text-sm">
      {items.map((item) => (
        <li key={item.seq} className="px-3 py-2">
          <details>
            <summary className="[overflow-wrap:anywhere]">
              <span className="text-dim">
                <Time iso={item.at} withSeconds />{' '}
              </span>
              <UntrustedText text={describeEntry(item.entry)} />
              <Hint item={item} />
            </summary>
            <Details item={item} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** What it is about, where the sentence alone does not say. */
function Hint({ item: { refId, entry } }: { item: AuditItem }) {
  if (refId === null && !ABOUT_ONE_THING.has(entry.subject)) return null;
  return (
    <span className="text-dim">
      {' '}
      · <UntrustedText text={refId ?? entry.subject} />
    </span>
  );
}

function Details({ item: { seq, hash, entry } }: { item: AuditItem }) {
  return (
    <div className="mt-2 space-y-3 pb-1">
      <Facts>
        <Fact name="Entry">{seq}</Fact>
        <Fact name="Action">{entry.action}</Fact>
        <Fact name="About">
          <Subject subject={entry.subject} />
        </Fact>
        <Fact name="From address">{entry.origin?.address && <UntrustedText text={entry.origin.address} />}</Fact>
        <Fact name="Browser">{entry.origin?.agent && <UntrustedText text={entry.origin.agent} />}</Fact>
        <Fact name="Hash">
          <span className="font-mono text-xs">{hash}</span>
        </Fact>
      </Facts>
      <Change name="Before" value={entry.before} />
      <Change name="After" value={entry.after} />
    </div>
  );
}

/** The pages of what entries are about, by what their subjects begin with. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  request: routes.withdrawal,
  recipient: routes.recipient,
};
const ABOUT_ONE_THING = new Set(['policy', 'sending']);

/** What an entry is about: a link to it where it has a page, and one to everything that was written down about it. */
function Subject({ subject }: { subject: string }) {
  const [kind = '', id] = subject.split(':');
  const page = id !== undefined && Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
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
        all about this
      </Link>
    </>
  );
}

function Change({ name, value }: { name: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <div>
      <p className="text-xs text-dim">{name}</p>
      <pre
        dir="ltr"
        className="mt-1 rounded-control bg-soft p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {/* Line breaks between members stay; any inside a text were escaped by JSON. */}
        {writeJson(value, 2).split('\n').map(revealHiddenCharacters).join('\n')}
      </pre>
    </div>
  );
}
