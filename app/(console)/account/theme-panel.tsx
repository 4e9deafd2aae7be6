'use client';

import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import { writePageCookie } from '@/lib/http/cookie-names';
import { THEME_COOKIE, type Theme, THEMES } from '@/lib/http/theme';

const LABELS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };
const YEAR_S = 365 * 24 * 60 * 60;

/** Chooses the look of the console in this browser; it applies at once. Paper is always light. */
export function ThemePanel({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const choose = (next: Theme) => {
    setTheme(next);
    const age = next === 'system' ? 0 : YEAR_S;
    document.cookie = `${writePageCookie(THEME_COOKIE, next, window.location)}; Max-Age=${age}`;
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <Panel title="Appearance">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 text-label text-dim">In this browser</legend>
        {THEMES.map((value) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => choose(value)}
              className="size-4 accent-accent"
            />
            {LABELS[value]}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
