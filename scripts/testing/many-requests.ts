import type { Client } from 'pg';

/**
 * Adds many cancelled requests of one person with one statement, as fast as the database can: references `many-1` and
 * so on, one destination each, every tenth with a memo. Takes a connection of a superuser, since the triggers that let
 * a request change by its protocol only are passed over.
 */
export async function addManyRequests(client: Client, count: number): Promise<void> {
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `with requester as (
       insert into people (issuer, subject, name) values ('https://people.example', 'many', 'Many Requests')
       on conflict (issuer, subject) do update set name = excluded.name returning id),
     given as (
       select n, gen_random_uuid() as id, convert_to(json_strip_nulls(json_build_object(
         'ref_id', 'many-' || n, 'profile_id', 'p-ops', 'asset', 'ETH', 'crypto_network', 'ETHEREUM',
         'destination_address', '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40),
         'amount', n || '.5', 'memo', case when n % 10 = 0 then 'memo ' || md5(n::text) end,
         'metadata', json_build_object('order', 'ORD-' || n)))::text, 'UTF8') as body
       from generate_series(1, $1::int) as n),
     made as (
       insert into withdrawal_requests (id, ref_id, maker_id, state, expires_at, created_at, updated_at)
       select given.id, 'many-' || n, requester.id, 'CANCELLED', now(), now() - n * interval '1 minute', now()
       from given, requester)
     insert into request_versions (request_id, version, form_key, body, body_sha256, note, recipient_key,
       policy_version, rule_number, required_approvals, required_role, facts)
     select id, 1, gen_random_uuid(), body, encode(sha256(body), 'hex'), 'Payout ' || n, 'many ' || n,
       (select max(version) from policy_versions), 1, 1, 'approver', '{"profileId":"p-ops"}'
     from given`,
    [count],
  );
  await client.query('commit');
  await client.query('analyze withdrawal_requests, request_versions, people');
}
