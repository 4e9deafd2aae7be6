/** Longer than the pause between two keystrokes. */
export const PAUSE_MS = 400;

/** Waits until typing pauses; rejects when the next keystroke aborts the signal. */
export function pauseTyping(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
