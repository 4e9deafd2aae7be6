import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { type CaseEntry, type CaseFile, MAX_CASE_ENTRIES, MAX_NOTE_LENGTH } from '@/lib/cases/contract';

const DEEDS: Record<CaseEntry['kind'], string> = { note: 'noted', SETTLED: 'settled', REOPENED: 'reopened' };

/** The notes of a case, and when its problem was settled or reopened, oldest first. */
export function CaseEntries({ caseFile: { entries, hasEarlier } }: { caseFile: CaseFile }) {
  if (entries.length === 0) return null;
  return (
    <>
      {hasEarlier && (
        <p className="text-label text-dim">The latest {MAX_CASE_ENTRIES} entries. Earlier ones are in the audit log.</p>
      )}
      <ol aria-label="Case entries" className="divide-y divide-line text-body">
        {entries.map(({ key, kind, by, at, text }) => (
          <li key={key} className="py-1.5">
            <p className="text-label text-dim [overflow-wrap:anywhere]">
              <UntrustedText text={by} limit={80} /> {DEEDS[kind]}, <Time iso={at} withSeconds />
            </p>
            <Lines text={text} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** A text of several lines, each made safe on its own, so that no line changes the direction of another. */
function Lines({ text }: { text: string }) {
  return (
    <div className="[overflow-wrap:anywhere]">
      {text.split(/\r\n|\r|\n/).map((line, index) => (
        <p key={index} className="min-h-4">
          <UntrustedText text={line} limit={MAX_NOTE_LENGTH} />
        </p>
      ))}
    </div>
  );
}
