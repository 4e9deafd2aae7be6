/** A search box that fetches what is typed and shows the results, without a framework. */
export const LOOKUP_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Find a transfer</title>
<style>
  body { margin: 1rem; font: 13px/1.4 sans-serif; }
</style>
<label>Find a transfer <input type="search"></label>
<ul></ul>
<script>
  const box = document.querySelector('input'), list = document.querySelector('ul');
  let running;
  box.addEventListener('input', async () => {
    running?.abort();
    running = new AbortController();
    try {
      const answer = await fetch('/hits?' + new URLSearchParams({ q: box.value }), { signal: running.signal });
      const records = await answer.json();
      list.replaceChildren(...records.map((record, index) => {
        const row = document.createElement('li');
        row.dataset.index = index;
        const { created_at: at, ref_id: reference, type, amount, asset, status } = record;
        row.textContent = [at, reference, type, amount, asset, status].join(' ');
        return row;
      }));
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
    }
  });
</script>
`;
