import { create } from 'zustand';
import { quietly } from './session-storage.ts';

/** `begun`: somebody new has seen the steps here. `told`: they looked at who is told. `hidden`: they have put the steps away. */
type FirstStepsMark = 'begun' | 'told' | 'hidden';

const key = (userId: string, mark: FirstStepsMark) => `first-steps ${userId} ${mark}`;

/** What was marked since the page was opened; where storage is not allowed, that is all there is. */
export const useFirstStepsStore = create<{ keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

/** Marks something about the first steps of a user in this browser. */
export function markFirstSteps(userId: string, mark: FirstStepsMark): void {
  const marked = key(userId, mark);
  quietly(() => localStorage.setItem(marked, 'yes'));
  useFirstStepsStore.setState(({ keys }) => ({ keys: new Set([...keys, marked]) }));
}

/** Returns what is marked about the first steps of a user in this browser. */
export function useFirstStepsMarks(userId: string): Record<FirstStepsMark, boolean> {
  const { keys } = useFirstStepsStore();
  const has = (mark: FirstStepsMark) =>
    keys.has(key(userId, mark)) || quietly(() => localStorage.getItem(key(userId, mark))) !== null;
  return { begun: has('begun'), told: has('told'), hidden: has('hidden') };
}
