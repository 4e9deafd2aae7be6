import { createHash, randomBytes } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import type { Client } from 'pg';
import type { Role } from '@/lib/identity/roles';

// The name at plain http on loopback (lib/server/cookies/own-cookies.ts).
const COOKIE = 'countersign.session';

/** A signed-in person, with the cookie header of the session. */
export interface SignedIn {
  name: string;
  cookie: string;
}

/**
 * Signs so many people in by writing what a sign-in leaves in the database: two hundred real sign-ins would only
 * measure the sign-in.
 */
export async function signInMany({
  database,
  secret,
  role,
  count,
}: {
  database: Client;
  secret: string;
  role: Role;
  count: number;
}): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  for (let index = 1; index <= count; index += 1) {
    const name = `${role}-${index}`;
    const sid = randomBytes(32).toString('base64url');
    await database.query(
      `with person as (
         insert into people (issuer, subject, name, roles) values ('https://crowd.example', $1, $1, array[$2])
         on conflict (issuer, subject) do update set roles = excluded.roles returning id
       )
       insert into sessions (id_hash, person_id, roles, authenticated_at, ends_at)
       select $3, id, array[$2], now(), now() + interval '8 hours' from person`,
      [name, role, createHash('sha256').update(sid).digest('hex')],
    );
    people.push({ name, cookie: `${COOKIE}=${await encode({ token: { sid }, secret })}` });
  }
  return people;
}
