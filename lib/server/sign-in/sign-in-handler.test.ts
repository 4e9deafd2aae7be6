import { expect, it } from 'vitest';
import { limitQuery } from '@/lib/server/sign-in/sign-in-handler';

const START = 'https://console.example/api/auth/signin/oidc';

it.each([
  ['?max_age=1', '?max_age=1'],
  ['?max_age=1&scope=openid+offline_access&prompt=none&response_mode=form_post&acr_values=1', '?max_age=1'],
  ['?redirect_uri=https://evil.example&client_id=x&login_hint=y', ''],
  ['?max_age=-1', ''],
  ['?max_age=1&max_age=x', '?max_age=1'],
  ['', ''],
])('a sign-in that starts with %j passes %j to the provider', async (given, passed) => {
  const init = {
    method: 'POST',
    body: 'csrfToken=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const limited = limitQuery(new Request(`${START}${given}`, init));
  expect(new URL(limited.url).search).toBe(passed);
  expect(await limited.text()).toBe('csrfToken=x');
  expect(limited.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
});
