/** Has zod run in a task of its own, before a form that needs it: together they would be one long task. */
export async function loadZod(): Promise<void> {
  await import('../../../api/zod-without-eval.ts');
}
