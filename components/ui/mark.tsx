/** The mark of the console, two strokes: an image, loaded after the page, so that all draw the one file. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  // oxlint-disable-next-line nextjs/no-img-element -- a vector drawing has nothing to optimise.
  return <img src="/icon.svg" alt="" loading="lazy" width={24} height={24} className={`shrink-0 ${className}`} />;
}
