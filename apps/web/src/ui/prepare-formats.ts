import { sleep } from './sleep.ts';

/**
 * Has the browser read what it needs to write numbers and dates. It does so for the first of each, and takes longer for it
 * than to draw a page of them. The first use of `Intl` at all reads the list of languages, which is half of it.
 */
export async function prepareFormats(): Promise<void> {
  await sleep();
  Intl.Collator.supportedLocalesOf('en-US');
  await sleep();
  (0).toLocaleString('en-US');
  await sleep();
  new Intl.DateTimeFormat('en-US').format(0);
}
