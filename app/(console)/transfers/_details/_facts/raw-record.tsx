import { writeJson } from '@/components/values/untrusted-text';
import { CopyButton } from '@/components/ui/copy-button';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { formatCount } from '@/lib/text/locale';

// Drawing megabytes of text blocks the page; copying gives all of it.
const MAX_SHOWN = 100_000;

/** The record exactly as the service wrote it, as indented JSON. */
export function RawJson({ value }: { value: unknown }) {
  const json = writeJson(value, 2);
  return (
    <div>
      <p className="mb-1 flex items-center gap-2 text-label text-dim">
        {json.length > MAX_SHOWN && describeCut(json.length)}
        <CopyButton text={json} what="raw record" />
      </p>
      <pre
        dir="ltr"
        className="rounded-control bg-soft p-3 font-mono text-label [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {/* Line breaks between members stay; any inside a text were escaped by JSON. */}
        {json.slice(0, MAX_SHOWN).split('\n').map(revealHiddenCharacters).join('\n')}
      </pre>
    </div>
  );
}

function describeCut(length: number): string {
  const [shown, all] = [MAX_SHOWN, length].map((number) => formatCount(number));
  return `Showing ${shown} of ${all} characters. Copy to get all of them.`;
}
