import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface SheetBlockProps {
  /** Element that scrolls, where that is not the page. */
  root: RefObject<Element | null> | undefined;
  /** Height in pixels until the block has been rendered once. */
  estimatedHeight: number;
  /** Renders the block even out of sight, since it holds or will get the focus. */
  isPinned: boolean;
  /** Renders the rows. */
  children: () => ReactNode;
}

// The distance at which a block is rendered before it comes into sight.
const MARGIN = '800px 0px';

/** Block of rows that is rendered only while in or near sight; otherwise it keeps its last height. */
export function SheetBlock({ root, estimatedHeight, isPinned, children }: SheetBlockProps) {
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
  const isRendered = isNear || isPinned;
  return (
    <div
      ref={block}
      role={isRendered ? 'rowgroup' : 'presentation'}
      style={isRendered ? undefined : { height: height ?? estimatedHeight }}
    >
      {isRendered && children()}
    </div>
  );
}
