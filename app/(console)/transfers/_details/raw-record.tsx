import { writeJson } from '@/components/values/untrusted-text';
import { CopyButton } from '@/components/ui/copy-button';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

// A page that draws megabytes of text stands still; copying gives all of it.
const MOST_SHOWN = 100_000;

/** JSON exactly as the service wrote it, line by line. */
export function RawJson({ value }: { value: unknown }) {
  const json = writeJson(value, 2);
  return (
    <div>
      <p className="mb-1 flex items-center gap-2 text-xs text-dim">
        {json.length > MOST_SHOWN &&
          `The first ${MOST_SHOWN.toLocaleString('en-GB')} of ${json.length.toLocaleString('en-GB')} characters; copying gives all.`}
        <CopyButton text={json} what="raw record" />
      </p>
      <pre
        dir="ltr"
        className="rounded-control bg-soft p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {/* Line breaks between members stay; any inside a text were escaped by JSON. */}
        {json.slice(0, MOST_SHOWN).split('\n').map(revealHiddenCharacters).join('\n')}
      </pre>
    </div>
  );
}
