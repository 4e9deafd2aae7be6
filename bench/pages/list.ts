/**
 * The list of transfers as one would write it by hand, without a framework: a file whose script asks for the first 50
 * rows at once, then for pages of 200 at 100 rows from the end, and appends them. The same columns as /transfers has.
 */
export const LIST_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Transfers</title>
<style>
  body { margin: 1rem; font: 13px/1.4 sans-serif; }
  #rows > div { display: grid; grid-template-columns: 9rem 1fr 8rem 10rem 5rem 8rem 1fr 7rem; gap: .75rem; height: 44px; align-items: center; border-bottom: 1px solid #ddd; }
  #rows span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
</style>
<h1>Transfers</h1>
<div id="rows"></div>
<script>
  const rows = document.getElementById('rows');
  let last, count = 0, isReading = false, isOver = false;
  async function readMore(limit) {
    if (isReading || isOver) return;
    isReading = true;
    const answer = await fetch('/rows?' + new URLSearchParams({ limit, ...(last && { at: last.created_at, id: last.id }) }));
    const records = await answer.json();
    const part = document.createDocumentFragment();
    for (const record of records) {
      const row = document.createElement('div');
      row.dataset.index = count++;
      const when = new Date(record.created_at).toLocaleString('en-GB');
      for (const text of [when, record.ref_id ?? record.id, record.type, record.amount, record.asset, record.crypto_network, record.destination_address, record.status]) {
        const cell = document.createElement('span');
        cell.textContent = text ?? '';
        row.append(cell);
      }
      part.append(row);
    }
    rows.append(part);
    last = records.at(-1);
    isOver = records.length < limit;
    isReading = false;
    look();
  }
  function look() {
    if (count * 44 - (scrollY + innerHeight) < 100 * 44) readMore(200);
  }
  addEventListener('scroll', look);
  readMore(50);
</script>
`;
