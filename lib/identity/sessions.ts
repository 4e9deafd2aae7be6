import type { Role } from '@/lib/identity/roles';

/** A session that runs, as whoever manages sessions sees it. */
export interface SessionView {
  /** Finds its row; of no use to anybody who would sign in with it. */
  key: string;
  /** Whose it is. */
  name: string;
  roles: Role[];
  /** When it began and when somebody was last seen in it (ISO 8601). */
  since: string;
  seenAt: string;
  address: string | null;
  agent: string | null;
  /** How many the person has, this one included. */
  ofPerson: number;
  isOwn: boolean;
}

// In this order: a browser names those it descends from as well.
const BROWSERS = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['an iPhone', /\biPhone\b/],
  ['an iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** What a browser says of itself (`User-Agent`), in words. It can say anything. */
export function describeAgent(agent: string | null): string {
  if (agent === null || agent === '') return 'a browser that does not say which';
  const browser = BROWSERS.find(([, sign]) => sign.test(agent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(agent))?.[0];
  if (browser === undefined)
    return system === undefined ? 'no browser that is known' : `an unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
