import { create } from 'zustand';
import { forgetWithUser } from '../../../stores/user-state.ts';

type Chosen = {
  ids: ReadonlySet<string>;
  /** The row that was ticked last, from which a range begins. */
  anchor: string | null;
};

const none: Chosen = { ids: new Set(), anchor: null };

/** The automations that are ticked in the list. What is done with them is done to those of them that are shown. */
export const useChosen = create<Chosen>(() => none);

forgetWithUser(() => useChosen.setState(none));

/** The rows of the list as they stand, from top to bottom. */
export const useShownRows = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Unticks all. */
export function chooseNone(): void {
  useChosen.setState(none);
}

/** Ticks or unticks several at once. */
export function chooseMany(ids: readonly string[], isChosen: boolean): void {
  useChosen.setState(({ ids: before }) => {
    const after = new Set(before);
    for (const id of ids) {
      if (isChosen) after.add(id);
      else after.delete(id);
    }
    return { ids: after };
  });
}

type ChooseInput = {
  id: string;
  isChosen: boolean;
  /** Whether the rows between it and the one before are ticked with it. */
  isRange: boolean;
  /** The rows as they stand, from top to bottom. */
  order: readonly string[];
};

/** Ticks or unticks a row, or all from the one that was ticked last to it. */
export function choose({ id, isChosen, isRange, order }: ChooseInput): void {
  const { anchor } = useChosen.getState();
  const [from, to] = [order.indexOf(anchor ?? ''), order.indexOf(id)];
  const ids = isRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  chooseMany(ids, isChosen);
  useChosen.setState({ anchor: id });
}
