import { create } from 'zustand';
import { quietly } from './session-storage.ts';

/** `begun`: somebody new has seen the steps here. `told`: they looked at who is told. `hidden`: they have put the steps away. */
type FirstStepsMark = 'begun' | 'told' | 'hidden';

function toKey(userId: string, mark: FirstStepsMark): string {
  return `first-steps ${userId} ${mark}`;
}

/** What was marked since the page was opened; where storage is not allowed, that is all there is. */
export const useFirstStepsStore = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

/** Marks something about the first steps of a user in this browser. */
export function markFirstSteps(userId: string, mark: FirstStepsMark): void {
  const marked = toKey(userId, mark);
  quietly(() => localStorage.setItem(marked, 'yes'));
  useFirstStepsStore.setState(({ keys }) => ({ keys: new Set([...keys, marked]) }));
}

/** Returns what is marked about the first steps of a user in this browser. */
export function useFirstStepsMarks(userId: string): Record<FirstStepsMark, boolean> {
  const { keys } = useFirstStepsStore();
  const has = (mark: FirstStepsMark) =>
    keys.has(toKey(userId, mark)) || quietly(() => localStorage.getItem(toKey(userId, mark))) !== null;
  return { begun: has('begun'), told: has('told'), hidden: has('hidden') };
}

/** Brings back the first steps of a user in this browser that were put away. */
export function showFirstSteps(userId: string): void {
  const hidden = toKey(userId, 'hidden');
  quietly(() => localStorage.removeItem(hidden));
  useFirstStepsStore.setState(({ keys }) => ({ keys: new Set([...keys].filter((key) => key !== hidden)) }));
}
