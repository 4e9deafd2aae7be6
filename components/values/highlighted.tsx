/** Renders a text with the first occurrence of a search term marked, ignoring case. */
export function Highlighted({ text, part }: { text: string; part: string }) {
  const wanted = part.trim();
  const found = wanted === '' ? null : new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'iu').exec(text);
  if (!found) return text;
  return (
    <>
      {text.slice(0, found.index)}
      <mark className="rounded-xs bg-warn-soft text-ink">{found[0]}</mark>
      {text.slice(found.index + found[0].length)}
    </>
  );
}
