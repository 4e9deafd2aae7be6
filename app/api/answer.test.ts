import { expect, it } from 'vitest';
import { answer } from '@/app/api/answer';
import { endpoint } from '@/lib/http/endpoint';
import { fail, ok } from '@/lib/result';

const numbers = endpoint<number[]>({ list: true })(() => '/api/numbers');

it.each<[Awaited<Parameters<typeof answer<number[]>>[1]>, number, object]>([
  [ok([1]), 200, [1]],
  [fail({ kind: 'signed-out' }), 401, { error: { title: 'Your session has ended' } }],
  [fail({ kind: 'forbidden', reason: 'Only admins.' }), 403, { error: { detail: 'Only admins.' } }],
  [fail({ kind: 'not-found' }), 404, { error: { title: 'Not found' } }],
  [fail({ kind: 'failed', status: 502 }), 502, {}],
  [fail({ kind: 'unavailable' }), 503, {}],
  [fail({ kind: 'too-many', retryAfterS: 20 }), 429, { error: { detail: '', next: 'Try again in 20 seconds.' } }],
])('%j is answered with %d and an explanation, and is not cached', async (outcome, status, body) => {
  const response = await answer(numbers, outcome);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(response.headers.get('retry-after')).toBe(status === 429 ? '20' : null);
});

it('throws for a value of another shape than the endpoint declares', async () => {
  await expect(answer(numbers, ok({ items: [1] } as unknown as number[]))).rejects.toThrow('endpoint');
});
