import { describeSubject } from '@/app/(console)/audit/audit-subject';
import { BesidePane, CloseBeside, useHeadingFocus } from '@/components/list/beside/beside-pane';
import { Button } from '@/components/ui/button';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { describeTime } from '@/components/values/time';
import { useToday } from '@/components/values/use-today';
import { UntrustedText, writeJson } from '@/components/values/untrusted-text';
import type { AuditItem } from '@/lib/audit/contract';
import { describeEntry } from '@/lib/audit/describe-entry';
import { describeAgent } from '@/lib/identity/sessions';
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
  const today = useToday();
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
            <time dateTime={at} suppressHydrationWarning>
              {describeTime(at, today)?.exact}
            </time>
          </Fact>
          <Fact name="Subject">
            <Subject item={item} />
          </Fact>
          <Fact name="IP address">{entry.origin?.address && <UntrustedText text={entry.origin.address} />}</Fact>
          <Fact name="Browser">{entry.origin?.agent && describeAgent(entry.origin.agent)}</Fact>
        </Facts>
        <Button onClick={() => onShowSubject(entry.subject)}>All entries about this subject</Button>
        <details>
          <summary className="cursor-pointer">As stored</summary>
          <div className="mt-2 space-y-3">
            <Facts>
              <Fact name="Entry">
                {seq}, <span className="font-mono text-label">{entry.action}</span>
              </Fact>
              <Fact name="Hash">
                <span className="font-mono text-label">{hash}</span>
              </Fact>
              <Fact name="Browser">{entry.origin?.agent && <UntrustedText text={entry.origin.agent} />}</Fact>
            </Facts>
            <Change name="Before" value={entry.before} />
            <Change name="After" value={entry.after} />
          </div>
        </details>
      </div>
    </BesidePane>
  );
}

/** The words for a subject, else the subject as stored, with a link to its page where it has one. */
function Subject({ item }: { item: AuditItem }) {
  const { text, href } = describeSubject(item);
  const shown = <UntrustedText text={text || item.entry.subject} />;
  if (href === undefined) return shown;
  return (
    <Link href={href} className="underline">
      {shown}
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
