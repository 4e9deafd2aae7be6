import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface SheetBlockProps {
  /** What scrolls, where that is not the page. */
  root: RefObject<Element | null> | undefined;
  /** How high it may be before it was drawn once. */
  guessedHeight: number;
  /** Drawn also out of sight: somebody is in it, or on the way there. */
  isHeld: boolean;
  /** Draws its rows. */
  children: () => ReactNode;
}

// Drawn before it comes into sight.
const MARGIN = '800px 0px';

/** Some rows that are drawn while they are in sight or near; otherwise their room is kept, as high as they last were. */
export function SheetBlock({ root, guessedHeight, isHeld, children }: SheetBlockProps) {
  const block = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    if (!block.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        setIsNear(entry.isIntersecting);
        if (!entry.isIntersecting && entry.target.childElementCount > 0) setHeight(entry.boundingClientRect.height);
      },
      { root: root?.current ?? null, rootMargin: MARGIN },
    );
    observer.observe(block.current);
    return () => observer.disconnect();
  }, [root]);
  const isDrawn = isNear || isHeld;
  return (
    <div
      ref={block}
      role={isDrawn ? 'rowgroup' : 'presentation'}
      style={isDrawn ? undefined : { height: height ?? guessedHeight }}
    >
      {isDrawn && children()}
    </div>
  );
}
