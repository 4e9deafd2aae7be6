import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import { downloadAttachment, findFile } from '@/lib/server/attachments/read';
import { deleteUnusedFiles } from '@/lib/server/attachments/sweep';
import { uploadAttachment } from '@/lib/server/attachments/upload';
import { pool } from '@/lib/server/database/client';
import { amendRequest, changeFiles, readAmendable } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { exportRequests } from '@/lib/server/requests/lists/export';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { filledForm } from '@/scripts/stack/filled-form';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { as, caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { chunkOf, SAMPLE_FILES, SAMPLE_JPEGS, samplePdf, samplePng } from '@/scripts/stack/sample-files';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { streamOf, uploadFile } from '@/scripts/testing/data/upload';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';

setUpTestConsole({ CONSOLE_WORKERS: 'off', CONSOLE_LIMITS: 'wide' });
const finance = signedIn('finance', ['finance']);
const other = signedIn('finance-two', ['finance']);
const approver = signedIn('approver-one', ['approver']);
const support = signedIn('support', ['support']);

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
});
beforeEach(() => as(finance));

const upload = (file: Uint8Array, name = 'invoice.pdf') => uploadAttachment(encodeURIComponent(name), streamOf(file));
const reasonOf = async (file: Uint8Array, name?: string) => {
  const uploaded = await upload(file, name);
  return uploaded.ok || !('reason' in uploaded.error) ? 'stored' : uploaded.error.reason;
};
const countRows = async (table: string) =>
  Number((await pool().query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const request = async (attachmentIds: string[] = []) =>
  surely(await createRequest({ formKey: randomUUID(), form: filledForm(), attachmentIds })).requestId;

async function change(requestId: string, attachmentIds: string[] | undefined) {
  as(finance);
  const { form, version } = surely(await readAmendable(requestId));
  return amendRequest({ formKey: randomUUID(), requestId, basedOnVersion: version, form, attachmentIds });
}

async function approve(requestId: string) {
  as(approver);
  const { version, bodySha256 } = surely(await readRequest(requestId));
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' });
}

async function download(requestId: string, attachmentId: string) {
  const file = await downloadAttachment(requestId, attachmentId);
  return file.ok
    ? { ...file.value, bytes: Buffer.from(await new Response(file.value.stream).arrayBuffer()) }
    : file.error;
}

const held = async (requestId: string) => {
  const sends = await pool().query<{ hold: { detail: string } | null }>(
    'select hold from sends where request_id = $1',
    [requestId],
  );
  return sends.rows[0]?.hold?.detail;
};
const approved = async () => {
  await clearSends();
  as(finance);
  const { id } = await uploadFile('invoice.pdf', samplePdf('paid', { size: 700_000 }));
  const requestId = await request([id]);
  surely(await approve(requestId));
  return { id, requestId };
};

const jpegBefore = (more: string) => Buffer.concat([SAMPLE_JPEGS.sequential, Buffer.from(more, 'latin1')]);
/** Writes another width into a PNG, or other points, with their checksums. */
function hugePng(): Buffer {
  const file = samplePng();
  const header = Buffer.from(file.subarray(16, 29));
  header.writeUInt32BE(30_000_000);
  return Buffer.concat([file.subarray(0, 8), chunkOf('IHDR', header), file.subarray(33)]);
}
const cutPng = () =>
  Buffer.concat([
    samplePng().subarray(0, 33),
    chunkOf('IDAT', Buffer.from('no points')),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);

const refused = async (statement: string, id: string) =>
  pool()
    .query(statement, [id])
    .then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

describe('an upload', () => {
  it.each(Object.entries(SAMPLE_FILES))('stores a %s with what the server found', async (type, file) => {
    const stored = surely(await upload(file, 'a "b"/../c\r\nx: y\u202e.svg'));
    expect(stored).toMatchObject({ type, size: file.length, sha256: sha256(file) });
    expect(stored.name).toMatch(/^c x y ?\.svg\.(?:pdf|png|jpg)$|^c x: y ?\.svg\.(?:pdf|png|jpg)$/);
  });

  it.each([
    ['a picture with a ZIP and another end behind it', 'goes on after the end', jpegBefore('PK\x03\x04\xff\xd9')],
    ['a picture with a page behind it', 'goes on after the end', jpegBefore('<script>alert(1)</script>\xff\xd9')],
    ['a picture that claims more points than are taken', 'more than 40 megapixels', hugePng()],
    ['a picture whose points are not there', 'does not decode', cutPng()],
  ])('of %s is refused, and leaves nothing', async (_, reason, file) => {
    const before = [await countRows('attachments'), await countRows('attachment_chunks')];
    expect(await reasonOf(file, 'scan.png')).toContain(reason);
    expect([await countRows('attachments'), await countRows('attachment_chunks')]).toEqual(before);
  });

  it('of a PDF names what it holds besides pages, with the file and with the request', async () => {
    const file = Buffer.from(
      samplePdf().toString('latin1').replace('/Type /Catalog', '/OpenAction << /S /J#61vaScript /JS (app.alert) >>'),
      'latin1',
    );
    const stored = await uploadFile('form.pdf', file);
    expect(stored.marks.toSorted()).toEqual(['JavaScript', 'OpenAction']);
    const { attachments } = surely(await readRequest(await request([stored.id])));
    expect(attachments.map(({ marks }) => marks)).toEqual([stored.marks]);
    expect(await refused("update attachments set marks = '{}' where id = $1", stored.id)).toBe('42501');
  });

  it('of a kind that no request takes leaves nothing', async () => {
    const [files, chunks] = [await countRows('attachments'), await countRows('attachment_chunks')];
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      'PK\u0003\u0004',
      ' %PDF-1.7\n%%EOF',
    ])
      expect(await reasonOf(Buffer.from(content), 'picture.png')).toContain('is no PDF, PNG or JPEG');
    expect(await reasonOf(Buffer.alloc(0))).toBe('The file is empty.');
    for (const file of Object.values(SAMPLE_FILES))
      expect(await reasonOf(file.subarray(0, -8))).toContain('is not whole');
    expect(await reasonOf(Buffer.concat([samplePng(), samplePdf()]), 'both.png')).toContain('is not whole');
    expect([await countRows('attachments'), await countRows('attachment_chunks')]).toEqual([files, chunks]);
  });

  it('takes 10 MB to the byte, whatever parts it comes in, and not one more', async () => {
    const most = samplePdf('large', { size: MAX_ATTACHMENT_BYTES });
    expect(most.length).toBe(MAX_ATTACHMENT_BYTES);
    const stored = surely(await uploadAttachment('large.pdf', streamOf(most, 99_991)));
    expect(stored).toMatchObject({ size: MAX_ATTACHMENT_BYTES, sha256: sha256(most) });
    const chunks = await pool().query<{ size: number }>(
      'select octet_length(bytes) as size from attachment_chunks where attachment_id = $1',
      [stored.id],
    );
    expect(chunks.rows.map(({ size }) => size)).toEqual(Array.from({ length: 40 }, () => 262_144));
    const files = await countRows('attachments');
    expect(await reasonOf(samplePdf('large', { size: MAX_ATTACHMENT_BYTES + 1 }))).toBe(
      'The file is larger than 10 MB.',
    );
    expect(await countRows('attachments')).toBe(files);
  });

  it('stops reading a file without end', async () => {
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1;
        controller.enqueue(given === 1 ? Buffer.from('%PDF-1.7\n') : Buffer.alloc(262_144));
      },
    });
    expect(await uploadAttachment('x.pdf', endless)).toMatchObject({ error: { kind: 'invalid' } });
    expect(given).toBeLessThan(50);
  });

  it('that breaks off leaves nothing', async () => {
    const files = await countRows('attachments');
    let given = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1;
        if (given > 3) throw new Error('the connection ended');
        controller.enqueue(samplePdf('x', { size: 300_000 }));
      },
    });
    await expect(uploadAttachment('x.pdf', broken)).rejects.toThrow('the connection ended');
    expect(await countRows('attachments')).toBe(files);
  });

  it('beside others at once stores each whole', async () => {
    // One is looked at and three wait; a page uploads one after the other.
    const files = Array.from({ length: 4 }, (_, index) => samplePdf(`file ${index}`, { size: 600_000 + index }));
    const stored = await Promise.all(files.map((file) => upload(file)));
    expect(stored.map((one) => surely(one).sha256)).toEqual(files.map(sha256));
  });

  it('is for those who may request withdrawals', async () => {
    for (const who of [approver, support]) {
      as(who);
      expect(await upload(samplePdf())).toMatchObject({ error: { kind: 'forbidden' } });
    }
    caller.sessionId = undefined;
    expect(await upload(samplePdf())).toMatchObject({ error: { kind: 'signed-out' } });
  });

  it('keeps the newest twenty that no request has', async () => {
    as(other);
    const first = surely(await upload(samplePng(0)));
    const attached = await uploadFile('kept.png', samplePng(99));
    await request([attached.id]);
    for (let index = 1; index <= 20; index += 1) surely(await upload(samplePng(index)));
    const left = await pool().query('select 1 from attachments where id = any($1)', [[first.id, attached.id]]);
    expect(left.rowCount).toBe(1);
  });
});

describe('the sweep', () => {
  it('deletes what broke off an hour ago and what nobody took for a day, and nothing that a request has', async () => {
    const taken = await uploadFile('taken.pdf', samplePdf('taken'));
    await request([taken.id]);
    const old = await uploadFile('old.pdf', samplePdf('old'));
    const fresh = await uploadFile('fresh.pdf', samplePdf('fresh'));
    await asOwner(`update attachments set at = now() - interval '25 hours' where id = any($1)`, [[taken.id, old.id]]);
    const begun = await pool().query<{ id: string }>(
      `insert into attachments (person_id, name, type, at)
       select person_id, name, type, now() - interval '61 minutes' from attachments where id = $1 returning id`,
      [fresh.id],
    );
    await deleteUnusedFiles();
    const left = await pool().query<{ id: string }>('select id from attachments where id = any($1)', [
      [taken.id, old.id, fresh.id, begun.rows[0]?.id],
    ]);
    expect(new Set(left.rows.map(({ id }) => id))).toEqual(new Set([taken.id, fresh.id]));
    expect((await pool().query('select 1 from attachment_chunks where attachment_id = $1', [old.id])).rowCount).toBe(0);
    expect((await pool().query('select 1 from attachment_chunks where attachment_id = $1', [taken.id])).rowCount).toBe(
      1,
    );
  });
});

describe('a file under a request', () => {
  it('is given to whoever may see the request, whole, and that is recorded', async () => {
    const file = samplePdf('paid', { size: 700_000 });
    const { id } = await uploadFile('paid.pdf', file);
    const requestId = await request([id]);
    for (const who of [finance, other, approver, support]) {
      as(who);
      const given = await download(requestId, id);
      expect(given).toMatchObject({ name: 'paid.pdf', size: file.length });
      expect('bytes' in given && Buffer.from(given.bytes).equals(file)).toBe(true);
    }
    const entries = await pool().query<{ action: string }>(
      `select action from audit_log where subject = $1 and action = 'attachment.downloaded'`,
      [`request:${requestId}`],
    );
    expect(entries.rowCount).toBe(4);
  });

  it('is missing under another request, under none, and before a request has it', async () => {
    const { id } = await uploadFile('a.pdf', samplePdf());
    const [with1, without] = [await request([id]), await request()];
    const unused = await uploadFile('b.pdf', samplePdf());
    for (const [requestId, attachmentId] of [
      [without, id],
      [randomUUID(), id],
      [with1, unused.id],
      [with1, 'x'],
      ['x', id],
    ] as const)
      expect(await download(requestId, attachmentId)).toEqual({ kind: 'not-found' });
  });

  it('is missing to a reader who may not see the profile', async () => {
    const { id } = await uploadFile('a.pdf', samplePdf());
    const requestId = await request([id]);
    const narrow = { ...approver.person, visibleProfiles: [randomUUID()] };
    expect(await findFile(narrow, requestId, id)).toBeUndefined();
    expect(await findFile(approver.person, requestId, id)).toMatchObject({ name: 'a.pdf' });
  });

  it('is the requester’s own, whole and there', async () => {
    const { id } = await uploadFile('mine.pdf', samplePdf());
    as(other);
    expect(await createRequest({ formKey: randomUUID(), form: filledForm(), attachmentIds: [id] })).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('not stored any more') as string },
    });
    as(finance);
    const gone = { formKey: randomUUID(), form: filledForm(), attachmentIds: [randomUUID()] };
    expect(await createRequest(gone)).toMatchObject({ error: { kind: 'not-now' } });
    const twice = { formKey: randomUUID(), form: filledForm(), attachmentIds: [id, id] };
    expect(await createRequest(twice)).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('is one of at most five', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await uploadFile('x.png', samplePng(index))).id);
    const formKey = randomUUID();
    expect(await createRequest({ formKey, form: filledForm(), attachmentIds: ids })).toMatchObject({
      error: { kind: 'invalid' },
    });
    const requestId = surely(
      await createRequest({ formKey, form: filledForm(), attachmentIds: ids.slice(0, 5) }),
    ).requestId;
    expect(surely(await readRequest(requestId)).attachments.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(await change(requestId, ids)).toMatchObject({ error: { kind: 'invalid' } });
    // The same form with other files is no repeat.
    expect(await createRequest({ formKey, form: filledForm(), attachmentIds: [] })).toMatchObject({ ok: false });
  });

  it('stands under a test payment and its remainder', async () => {
    const { id } = await uploadFile('a.pdf', samplePdf());
    const form = filledForm({ testAmount: '0.1' });
    const { requestId } = surely(await createTestPayment({ formKey: randomUUID(), form, attachmentIds: [id] }));
    const { attachments, bundle } = surely(await readRequest(requestId));
    expect(attachments).toHaveLength(1);
    const members =
      bundle?.kind === 'test-payment'
        ? await pool().query<{ request_id: string }>(
            'select request_id from request_attachments where attachment_id = $1',
            [id],
          )
        : undefined;
    expect(members?.rowCount).toBe(2);
  });
});

describe('a changed file', () => {
  it('is a new version without approvals, which names what changed', async () => {
    await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
    const first = await uploadFile('first.pdf', samplePdf('1'));
    const second = await uploadFile('second.pdf', samplePdf('2'));
    const requestId = await request([first.id]);
    expect(await approve(requestId)).toMatchObject({ ok: true });
    const before = surely(await readRequest(requestId));
    surely(await change(requestId, [first.id, second.id]));
    const after = surely(await readRequest(requestId));
    expect(after).toMatchObject({ version: 2, bodySha256: before.bodySha256, approvals: { given: 0 } });
    expect(after.attachments.map(({ name }) => name)).toEqual(['first.pdf', 'second.pdf']);
    expect(after.changes?.fields).toEqual([
      {
        field: 'attachments',
        before: `first.pdf (${first.sha256.slice(0, 12)})`,
        after: `first.pdf (${first.sha256.slice(0, 12)}), second.pdf (${second.sha256.slice(0, 12)})`,
      },
    ]);
    // A change of something else keeps them, and one without any takes them away.
    surely(await change(requestId, undefined));
    expect(surely(await readRequest(requestId)).attachments).toHaveLength(2);
    surely(await change(requestId, []));
    expect(surely(await readRequest(requestId)).attachments).toHaveLength(0);
    // What an earlier version had can still be read.
    expect(await download(requestId, first.id)).toMatchObject({ name: 'first.pdf' });
    await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  });

  it('can be all that changes, once for each key', async () => {
    const first = await uploadFile('first.pdf', samplePdf('1'));
    const requestId = await request();
    const before = surely(await readRequest(requestId));
    const input = { formKey: randomUUID(), requestId, basedOnVersion: 1, attachmentIds: [first.id] };
    surely(await changeFiles(input));
    surely(await changeFiles(input));
    const after = surely(await readRequest(requestId));
    expect(after).toMatchObject({ version: 2, bytes: before.bytes, note: before.note });
    expect(after.attachments).toHaveLength(1);
    // From an earlier version, by another person, and with what is no list.
    expect(await changeFiles({ ...input, formKey: randomUUID() })).toMatchObject({ error: { kind: 'changed' } });
    as(other);
    expect(await changeFiles({ ...input, formKey: randomUUID() })).toMatchObject({ error: { kind: 'not-found' } });
    as(finance);
    for (const attachmentIds of [undefined, 'x', ['x'], [first.id, first.id, first.id, first.id, first.id, first.id]])
      expect(await changeFiles({ ...input, formKey: randomUUID(), attachmentIds })).toMatchObject({
        error: { kind: 'invalid' },
      });
  });

  it('at one moment in two windows makes one version', async () => {
    const files = await Promise.all([1, 2, 3].map((seed) => uploadFile('x.png', samplePng(seed))));
    const requestId = await request();
    const changed = await Promise.all(
      files.map(({ id }) => changeFiles({ formKey: randomUUID(), requestId, basedOnVersion: 1, attachmentIds: [id] })),
    );
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(surely(await readRequest(requestId))).toMatchObject({ version: 2 });
  });

  it('is refused once the request is approved', async () => {
    const requestId = await request();
    const form = surely(await readAmendable(requestId));
    expect(await approve(requestId)).toMatchObject({ value: { state: 'APPROVED' } });
    as(finance);
    const { id } = await uploadFile('late.pdf', samplePdf());
    const late = { formKey: randomUUID(), requestId, basedOnVersion: 1, form: form.form, attachmentIds: [id] };
    expect(await amendRequest(late)).toMatchObject({ error: { kind: 'not-now' } });
  });
});

describe('the claim of an approved request with files', () => {
  it('sends it, and no byte of a file', async () => {
    const { requestId } = await approved();
    const claim = await claimSend();
    expect(claim).toMatchObject({ requestId });
    expect(claim?.bytes).not.toContain('attach');
    expect(claim?.bytes).not.toContain('invoice.pdf');
  });

  it.each([
    [
      'other bytes in a chunk',
      `update attachment_chunks set bytes = set_byte(bytes, 9, 65) where attachment_id = $1 and position = 1`,
    ],
    ['a chunk less', `delete from attachment_chunks where attachment_id = $1 and position = 2`],
    ['another name', `update attachments set name = 'other.pdf' where id = $1`],
    ['another hash in the row', `update attachments set sha256 = repeat('a', 64) where id = $1`],
    ['no files', `delete from request_attachments where attachment_id = $1`],
    [
      'no list',
      `update request_versions set attachments = null where request_id = (select request_id from request_attachments where attachment_id = $1)`,
    ],
    [
      'another list',
      `update request_versions set attachments = replace(attachments, 'invoice', 'another') where request_id = (select request_id from request_attachments where attachment_id = $1)`,
    ],
    [
      'a list and files that fit each other',
      `with file as (update attachments set name = 'another.pdf' where id = $1)
      update request_versions set attachments = replace(attachments, 'invoice', 'another') where request_id = (select request_id from request_attachments where attachment_id = $1)`,
    ],
  ])('is held with %s', async (_, statement) => {
    const { id, requestId } = await approved();
    await asOwner(statement, [id]);
    expect(await claimSend()).toBeUndefined();
    expect(await held(requestId)).toMatch(/attachment|audit log/i);
  });

  it('is not given out with other bytes', async () => {
    const { id, requestId } = await approved();
    await asOwner(
      `update attachment_chunks set bytes = set_byte(bytes, 9, 65) where attachment_id = $1 and position = 0`,
      [id],
    );
    expect(await download(requestId, id)).toMatchObject({ kind: 'failed', status: 409 });
  });
});

describe('the export of withdrawals', () => {
  it('names the files of each request by their hashes, and none where there are none', async () => {
    const files = [await uploadFile('a.pdf', samplePdf('a')), await uploadFile('b.pdf', samplePdf('b'))];
    const memo = randomUUID();
    surely(
      await createRequest({
        formKey: randomUUID(),
        form: filledForm({ memo }),
        attachmentIds: files.map(({ id }) => id),
      }),
    );
    surely(await createRequest({ formKey: randomUUID(), form: filledForm({ memo: `${memo}-2` }) }));
    const { stream } = surely(await exportRequests(new URLSearchParams({ trailer: '0' })));
    const lines = (await new Response(stream).text()).split('\r\n');
    const lineOf = (text: string) => lines.find((line) => line.split(',').includes(text)) ?? '';
    expect(lineOf(memo).endsWith(`,${files.map((file) => file.sha256).join(' ')}`)).toBe(true);
    expect(lineOf(`${memo}-2`).endsWith(',')).toBe(true);
  });
});

describe('the rows of a file', () => {
  it('stay as they are once it is whole, and under a request for good', async () => {
    const { id } = await uploadFile('a.pdf', samplePdf());
    for (const statement of [
      `update attachments set size = 1 where id = $1`,
      `update attachments set name = 'x.pdf' where id = $1`,
      `update attachment_chunks set bytes = 'x' where attachment_id = $1`,
      `delete from attachment_chunks where attachment_id = $1`,
      `insert into attachment_chunks (attachment_id, position, bytes) values ($1, 1, 'x')`,
    ])
      expect([statement, await refused(statement, id)]).toEqual([statement, '42501']);
    const requestId = await request([id]);
    expect(await refused(`delete from attachments where id = $1`, id)).toBe('23503');
    expect(await refused(`delete from request_attachments where attachment_id = $1`, id)).toBe('42501');
    const more = await uploadFile('b.pdf', samplePdf('b'));
    expect(await refused(`insert into request_attachments values ('${requestId}', 1, 2, $1)`, more.id)).toBe('42501');
  });
});
