// Added to every document that is measured, in plain JavaScript, since a browser cannot run compiled TypeScript from a
// file. Functions that are called from outside hang on window, because this script may be wrapped in a function.

/**
 * Checks at the start of each frame, after layout, until a condition holds, and records the time. Work after the frame,
 * such as a framework's hydration, does not count.
 */
window.benchWatch = (isReached) => {
  window.benchPaintedAt = undefined;
  const check = () => (isReached() ? (window.benchPaintedAt = performance.now()) : requestAnimationFrame(check));
  requestAnimationFrame(check);
};

/** Returns whether a row is laid out. Streamed content can be in the document before it is rendered. */
window.benchIsRendered = (index) =>
  (document.querySelector(`[data-index="${index}"]`)?.getClientRects().length ?? 0) > 0;

/** Records when the next text is typed, and when a row that shows the text is painted. */
window.benchWatchSearch = (text) => {
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

/** Returns the duration of an idle frame. */
async function benchFramePeriod() {
  const times = [];
  for (let turn = 0, last = await benchNextFrame(); turn < 30; turn += 1) {
    const now = await benchNextFrame();
    times.push(now - last);
    last = now;
  }
  return times.toSorted((a, b) => a - b)[15];
}

/** Scrolls one screen per frame until a row is rendered, and returns the effect on frames and document. */
window.benchScrollTo = async (row, earlyRow) => {
  const period = await benchFramePeriod();
  const run = { ms: 0, longTasks: 0, frames: 0, dropped: 0, early: 0, late: 0 };
  const observer = new PerformanceObserver((list) => (run.longTasks += list.getEntries().length));
  observer.observe({ type: 'longtask' });
  const start = await benchNextFrame();
  for (let last = start; !window.benchIsRendered(row - 1);) {
    window.scrollBy(0, window.innerHeight);
    const now = await benchNextFrame();
    const missed = Math.max(Math.round((now - last) / period) - 1, 0);
    run.frames += 1 + missed;
    run.dropped += missed;
    run.ms = now - start;
    last = now;
    if (run.early === 0 && window.benchIsRendered(earlyRow - 1)) run.early = document.querySelectorAll('*').length;
  }
  run.late = document.querySelectorAll('*').length;
  observer.disconnect();
  return run;
};
