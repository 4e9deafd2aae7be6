import { isPortFree } from '@/scripts/stack/ports';

/** The port that PORT asks for, 3000 by default. Throws in plain words where it cannot be had. */
export async function chooseConsolePort(): Promise<number> {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is ${process.env.PORT}; it must be a whole number from 1 to 65535.`);
  if (await isPortFree(port)) return port;
  throw new Error(
    `Port ${port} is taken by another program. Stop it, or choose another port, such as PORT=${port + 1}.`,
  );
}

/** The whole number that an environment variable asks for. */
export function readCount(name: string, fallback: number): number {
  const count = Number(process.env[name] || fallback);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`${name} is ${process.env[name]}; it must be a whole number.`);
}
