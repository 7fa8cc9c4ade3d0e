/** Loads zod in a task of its own, before a form that needs it: together they would block the page longer. */
export async function loadZod(): Promise<void> {
  await import('../../../api/prepare-zod.ts');
}
