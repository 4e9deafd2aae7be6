import { createHash, randomBytes } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import type { Client } from 'pg';
import type { Role } from '@/lib/identity/roles';

// As lib/server/auth/session-cookie names it.
const COOKIE = '__Host-countersign.session';

/** Somebody who is signed in, with the header that says so. */
export interface Seated {
  name: string;
  cookie: string;
}

/** Signs so many people in at once, by what a sign-in leaves in the database: two hundred real ones would only measure the sign-in. */
export async function seat(database: Client, secret: string, role: Role, many: number): Promise<Seated[]> {
  const seated: Seated[] = [];
  for (let index = 1; index <= many; index += 1) {
    const name = `${role}-${index}`;
    const sid = randomBytes(32).toString('base64url');
    await database.query(
      `with person as (
         insert into people (issuer, subject, name, roles) values ('https://crowd.example', $1, $1, array[$2])
         on conflict (issuer, subject) do update set roles = excluded.roles returning id
       )
       insert into sessions (id_hash, person_id, roles, authenticated_at, ends_at) select $3, id, array[$2], now(), now() + interval '8 hours' from person`,
      [name, role, createHash('sha256').update(sid).digest('hex')],
    );
    seated.push({ name, cookie: `${COOKIE}=${await encode({ token: { sid }, secret })}` });
  }
  return seated;
}
