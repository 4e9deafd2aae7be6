import { isPortFree } from '@/scripts/stack/ports';

/** Returns the port of PORT, 3000 by default. Throws an error for an invalid or occupied port. */
export async function chooseConsolePort(): Promise<number> {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is ${process.env.PORT}; it must be a whole number from 1 to 65535.`);
  if (await isPortFree(port)) return port;
  throw new Error(
    `Another program uses port ${port}. Stop that program, or choose another port, such as PORT=${port + 1}.`,
  );
}

/** Returns the whole number in an environment variable, or the fallback. Throws an error for any other value. */
export function readCount(name: string, fallback: number): number {
  const count = Number(process.env[name] || fallback);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`${name} is ${process.env[name]}; it must be a whole number.`);
}
