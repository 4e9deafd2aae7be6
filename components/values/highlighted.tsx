/** Renders a text with the first occurrence of a search term marked, ignoring case and what separates its words. */
export function Highlighted({ text, part }: { text: string; part: string }) {
  const wanted = part.trim();
  const pattern = wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[\s_-]+/g, String.raw`[\s_-]*`);
  const found = new RegExp(pattern, 'iu').exec(text);
  if (!found?.[0]) return text;
  return (
    <>
      {text.slice(0, found.index)}
      <mark className="rounded-xs bg-warn-soft text-ink">{found[0]}</mark>
      {text.slice(found.index + found[0].length)}
    </>
  );
}
