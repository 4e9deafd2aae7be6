import { expect, it } from 'vitest';
import { cookieRules, writePageCookie } from '@/lib/http/cookie-names';

const PLAIN = ['http://localhost:3000', 'http://127.0.0.1', 'http://127.8.0.1:80', 'http://[::1]:3000'];
const BOUND = [
  'https://desk.example',
  'https://localhost',
  'https://127.0.0.1:3000',
  'http://desk.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'http://10.0.0.1',
  'http://my-localhost:3000',
];

it.each(PLAIN)('cookies are plain at %s', (address) => {
  const own = new URL(address);
  expect(cookieRules(own)).toEqual({ hostPrefix: '', securePrefix: '', isSecure: false });
  expect(writePageCookie('theme', 'dark', own)).toBe('theme=dark; Path=/; SameSite=Lax');
});

it.each(BOUND)('cookies are bound to the host and to https at %s', (address) => {
  const own = new URL(address);
  expect(cookieRules(own)).toEqual({ hostPrefix: '__Host-', securePrefix: '__Secure-', isSecure: true });
  expect(writePageCookie('theme', 'dark', own)).toBe('__Host-theme=dark; Path=/; Secure; SameSite=Lax');
});
