import { notFound } from 'next/navigation';

/** Answers every address that no other page has with 404, and with the page beside this folder. */
export default function MissingPage(): never {
  notFound();
}
