import { describe, expect, it } from 'vitest';
import { endpoint } from '@/lib/http/endpoint';

const one = endpoint<{ id: string; name: string } | null>({ members: ['id', 'name'], orNull: true })(
  (id: string) => `/api/things/${encodeURIComponent(id)}`,
);
const many = endpoint<string[]>({ list: true })(() => '/api/things');

describe('an endpoint', () => {
  it('gives the path of a call', () => {
    expect(one('a/b').path).toBe('/api/things/a%2Fb');
    expect(many().path).toBe('/api/things');
  });

  it.each([
    [{ id: '1', name: 'a', more: true }, true],
    [null, true],
    [{ id: '1' }, false],
    [Object.create({ id: '1', name: 'a' }), false],
    [['id', 'name'], false],
    ['text', false],
    [undefined, false],
  ])('takes %j for an object: %s', (body, isAnswer) => {
    expect(one.isAnswer(body)).toBe(isAnswer);
    expect(one('1').isAnswer(body)).toBe(isAnswer);
  });

  it('takes nothing but a list for a list', () => {
    expect([[], ['a'], {}, null, 'a'].map(many.isAnswer)).toEqual([true, true, false, false, false]);
  });
});
