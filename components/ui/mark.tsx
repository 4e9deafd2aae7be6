/** The mark of the console, two strokes: an image, so that every page and document draws the one file. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  // oxlint-disable-next-line nextjs/no-img-element -- a vector drawing has nothing to optimise.
  return <img src="/icon.svg" alt="" width={24} height={24} className={`shrink-0 ${className}`} />;
}
