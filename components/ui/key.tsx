/** Renders the name of a keyboard key. */
export function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line px-1 font-mono text-label text-dim">{children}</kbd>;
}

/** Renders the key of a button in the button's own colours; no part of its name. */
export function KeyHint({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="rounded border border-current px-1 font-mono text-label max-md:hidden">
      {children}
    </kbd>
  );
}
