import type { Role } from '@/lib/identity/roles';

/** An active session, as its owner, administrators and auditors see it. */
export interface SessionView {
  /** Key of the session's row; cannot be used to sign in. */
  key: string;
  personId: string;
  /** Name of the person. */
  name: string;
  roles: Role[];
  /** Start of the session and time of the last activity (ISO 8601). */
  since: string;
  seenAt: string;
  address: string | null;
  agent: string | null;
  /** Number of active sessions of the person, this one included. */
  personSessionCount: number;
  /** Whether it is the session that reads this. */
  isOwn: boolean;
  /** Whether the reader can end it: an own session always, those of others as an administrator. */
  canEnd: boolean;
}

// In this order: a browser's agent also names the browsers that it descends from.
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

/** Describes the browser and system that a `User-Agent` header claims, such as "Firefox on Linux". */
export function describeAgent(agent: string | null): string {
  if (agent === null || agent === '') return 'an unnamed browser';
  const browser = BROWSERS.find(([, sign]) => sign.test(agent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(agent))?.[0];
  if (browser === undefined) return system === undefined ? 'an unknown browser' : `an unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
