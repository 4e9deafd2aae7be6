/**
 * The list of transfers as one would first write it by hand, without a framework: one file whose script fetches the
 * first 50 rows at once, then pages of 200 whenever 100 rows remain, and appends them. It has the columns of
 * /transfers.
 */
export const APPENDING_LIST_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Transfers</title>
<style>
  body { margin: 1rem; font: 13px/1.4 sans-serif; }
  #rows > div { display: grid; grid-template-columns: 9rem 1fr 8rem 10rem 5rem 8rem 1fr 7rem; gap: .75rem;
    height: 44px; align-items: center; border-bottom: 1px solid #ddd; }
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
    const after = last && { at: last.created_at, id: last.id };
    const answer = await fetch('/rows?' + new URLSearchParams({ limit, ...after }));
    const records = await answer.json();
    const part = document.createDocumentFragment();
    for (const record of records) {
      const row = document.createElement('div');
      row.dataset.index = count++;
      const when = new Date(record.created_at).toLocaleString('en-GB');
      const { type, amount, asset, crypto_network: network, destination_address: address, status } = record;
      for (const text of [when, record.ref_id ?? record.id, type, amount, asset, network, address, status]) {
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
