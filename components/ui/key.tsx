/** Renders the name of a keyboard key. */
export function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line px-1 font-mono text-xs text-dim">{children}</kbd>;
}
