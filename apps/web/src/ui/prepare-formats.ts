import { nextTask } from './next-task.ts';

/**
 * Has the browser read what it needs to write numbers and dates. It does so for the first of each, and takes longer for it
 * than to draw a page of them.
 */
export async function prepareFormats(): Promise<void> {
  await nextTask();
  (0).toLocaleString('en-US');
  await nextTask();
  new Intl.DateTimeFormat('en-US').format(0);
}
