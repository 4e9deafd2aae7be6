import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

// Headless shells first: without window, tabs and extensions a page costs less than half.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the browser for the tests: PLAYWRIGHT_CHROMIUM, Playwright's own, or an installed one. */
export function findChromium(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) {
    if (!isProgram(named)) throw new Error(`PLAYWRIGHT_CHROMIUM is ${named}, which is not an executable file.`);
    return named;
  }
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return findProgram(NAMES);
}

/** Finds the first of these programs that is installed. */
export function findProgram(names: readonly string[]): string | undefined {
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => directories.map((directory) => path.join(directory, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
