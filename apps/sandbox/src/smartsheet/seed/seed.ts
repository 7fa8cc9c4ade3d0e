import type { Random } from '../ids.ts';
import type { State } from '../state.ts';

/** Plants the accounts and sheets a fresh sandbox starts with. */
export function seed(_state: State, _parts: { now: () => Date; random: Random }): void {}
