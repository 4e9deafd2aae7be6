import { BesidePane, CloseBeside, useHeadingFocus } from '@/components/list/beside/beside-pane';
import { Button } from '@/components/ui/button';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/values/time';
import { UntrustedText, writeJson } from '@/components/values/untrusted-text';
import type { AuditItem } from '@/lib/audit/contract';
import { describeEntry } from '@/lib/audit/describe-entry';
import { routes } from '@/lib/http/routes';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

interface AuditEntryPaneProps {
  item: AuditItem;
  /** True if the details take the focus; they do not while the reader moves through the rows. */
  takesFocus: boolean;
  onShowSubject: (subject: string) => void;
  onClose: () => void;
}

/** The open entry of the audit log with everything that is stored about it. */
export function AuditEntryPane({ item, takesFocus, onShowSubject, onClose }: AuditEntryPaneProps) {
  const { seq, at, hash, entry, isTied } = item;
  const focusHeading = useHeadingFocus(takesFocus);
  return (
    <BesidePane label="Entry" onClose={onClose}>
      <div className="flex items-start justify-between gap-2">
        <h2
          key={seq}
          ref={focusHeading}
          tabIndex={-1}
          className="text-heading font-semibold outline-none [overflow-wrap:anywhere]"
        >
          <UntrustedText text={describeEntry(entry)} />
        </h2>
        <CloseBeside className="-mt-1.5 -mr-2" onClose={onClose} />
      </div>
      <div className="mt-3 space-y-3 text-body">
        {!isTied && (
          <p className="text-bad">
            The stored columns of this entry differ from the entry that was hashed, so filters may not find it. Someone
            wrote into the database outside of the console: find out who, and verify an export.
          </p>
        )}
        <Facts>
          <Fact name="Time">
            <Time iso={at} withSeconds />
          </Fact>
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
        <Button onClick={() => onShowSubject(entry.subject)}>All entries about this subject</Button>
        <Change name="Before" value={entry.before} />
        <Change name="After" value={entry.after} />
      </div>
    </BesidePane>
  );
}

/** Addresses of the pages about a subject, by the first word of the subject. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  request: routes.withdrawal,
  recipient: routes.recipient,
  transfer: routes.transfer,
};

/** Shows the subject of an entry, with a link to its page where it has one. */
function Subject({ subject }: { subject: string }) {
  // The service chooses the ids of transfers, which may contain a colon.
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const page = id !== '' && Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
  if (page === undefined) return <UntrustedText text={subject} />;
  return (
    <Link href={page} className="underline">
      <UntrustedText text={subject} />
    </Link>
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
