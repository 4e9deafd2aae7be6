import { expect, it } from 'vitest';
import { composeSecurityTxt } from '@/lib/http/security-txt';

const now = Date.parse('2026-03-01T12:00:00Z');

it('names the contact, the expiry and the canonical address', () => {
  expect(composeSecurityTxt({ contact: 'mailto:security@desk.example', origin: 'https://console.example', now })).toBe(
    'Contact: mailto:security@desk.example\n' +
      'Expires: 2026-03-31T12:00:00.000Z\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://console.example/.well-known/security.txt\n',
  );
});

it('names no canonical address without https', () => {
  expect(composeSecurityTxt({ contact: 'tel:+1-201-555-0123', origin: 'http://127.0.0.1:3000', now })).not.toContain(
    'Canonical',
  );
});
