// Put into every document that is measured, as it is: what a browser runs must not have been translated. What is called
// from outside hangs on window, since whoever puts it there may wrap it into a function.

/**
 * Looks at the beginning of each frame until something is so, laid out as it will be in that frame, and notes when. What
 * runs after the frame, such as a framework that takes the page over, does not count.
 */
window.benchWatch = (isSo) => {
  window.benchPaintedAt = undefined;
  const look = () => (isSo() ? (window.benchPaintedAt = performance.now()) : requestAnimationFrame(look));
  requestAnimationFrame(look);
};

/** What is streamed ahead of its place is in the document and not yet drawn. */
window.benchIsDrawn = (index) => (document.querySelector(`[data-index="${index}"]`)?.getClientRects().length ?? 0) > 0;

/** Notes when the next text is typed, and when a row that shows it was painted. */
window.benchWatchHit = (text) => {
  window.benchTypedAt = undefined;
  document.addEventListener('input', () => (window.benchTypedAt = performance.now()), { capture: true, once: true });
  window.benchWatch(
    () =>
      window.benchTypedAt !== undefined &&
      [...document.querySelectorAll('[data-index]')].some((row) => row.textContent.includes(text)),
  );
};

function benchNextFrame() {
  return new Promise(requestAnimationFrame);
}

/** How long a frame takes here when nothing happens. */
async function benchFramePeriod() {
  const times = [];
  for (let turn = 0, last = await benchNextFrame(); turn < 30; turn += 1) {
    const now = await benchNextFrame();
    times.push(now - last);
    last = now;
  }
  return times.toSorted((a, b) => a - b)[15];
}

/** Scrolls a screen a frame until a row is drawn, and says what that did to frames and to the document. */
window.benchScrollTo = async (row, earlyRow) => {
  const period = await benchFramePeriod();
  const run = { ms: 0, longTasks: 0, frames: 0, dropped: 0, early: 0, late: 0 };
  const observer = new PerformanceObserver((list) => (run.longTasks += list.getEntries().length));
  observer.observe({ type: 'longtask' });
  const start = await benchNextFrame();
  for (let last = start; !window.benchIsDrawn(row - 1);) {
    window.scrollBy(0, window.innerHeight);
    const now = await benchNextFrame();
    const missed = Math.max(Math.round((now - last) / period) - 1, 0);
    run.frames += 1 + missed;
    run.dropped += missed;
    run.ms = now - start;
    last = now;
    if (run.early === 0 && window.benchIsDrawn(earlyRow - 1)) run.early = document.querySelectorAll('*').length;
  }
  run.late = document.querySelectorAll('*').length;
  observer.disconnect();
  return run;
};
