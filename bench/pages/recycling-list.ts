/**
 * The list of transfers as one would write it by hand for speed, without a framework: one file whose script fetches the
 * first 50 rows at once, then pages of 200 whenever 100 rows remain, and draws them with 43 elements that it moves and
 * fills again while the reader scrolls (some 400 elements in all). It has the columns of /transfers.
 */
export const RECYCLING_LIST_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Transfers</title>
<style>
  body { margin: 1rem; font: 13px/1.4 sans-serif; }
  #rows { position: relative; }
  #rows > div { position: absolute; inset: 0 0 auto; display: grid; height: 44px; align-items: center; gap: .75rem;
    grid-template-columns: 9rem 1fr 8rem 10rem 5rem 8rem 1fr 7rem; border-bottom: 1px solid #ddd; }
  #rows span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
</style>
<h1>Transfers</h1>
<div id="rows"></div>
<script>
  const list = document.getElementById('rows'), records = [], drawn = [];
  let isReading = false, isOver = false;
  async function readMore(limit) {
    if (isReading || isOver) return;
    isReading = true;
    const last = records.at(-1);
    const after = last && { at: last.created_at, id: last.id };
    const answer = await (await fetch('/rows?' + new URLSearchParams({ limit, ...after }))).json();
    records.push(...answer);
    list.style.height = records.length * 44 + 'px';
    isOver = answer.length < limit;
    isReading = false;
    draw();
  }
  function createRow() {
    const row = list.appendChild(document.createElement('div'));
    for (let cell = 0; cell < 8; cell += 1) row.append(document.createElement('span'));
    return row;
  }
  function draw() {
    const first = Math.max(0, Math.floor((scrollY - list.offsetTop) / 44) - 11);
    const end = Math.min(first + 43, records.length);
    for (let index = first; index < end; index += 1) {
      const row = (drawn[index % 43] ??= createRow());
      if (row.dataset.index === String(index)) continue;
      row.dataset.index = index;
      row.style.transform = 'translateY(' + index * 44 + 'px)';
      const { id, created_at: at, ref_id: reference, type, amount, asset, crypto_network: network,
        destination_address: address, status } = records[index];
      const when = new Date(at).toLocaleString('en-GB');
      [when, reference ?? id, type, amount, asset, network, address, status].forEach((text, cell) => {
        row.children[cell].textContent = text ?? '';
      });
    }
    if (end > records.length - 100) readMore(200);
  }
  addEventListener('scroll', draw);
  readMore(50);
</script>
`;
