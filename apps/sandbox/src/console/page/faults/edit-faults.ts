import { splitList } from '../format.ts';

/** Say more about other faults, and do nothing by themselves. */
const details = ['retryAfter', 'errorStatus', 'tokenLifetimeHidden', 'takesEffect', 'skip', 'times'];
const offValues: unknown[] = [false, 0, 'whole', 'off', 'sent', 'right'];

/** Returns whether anything goes wrong by these faults. Lists only limit which calls they are about. */
export function isAnyOn(faults: object): boolean {
  return Object.entries(faults).some(
    ([name, value]) => typeof value !== 'object' && !offValues.includes(value) && !details.includes(name),
  );
}

type NameOf<Faults, Value> = {
  [Name in keyof Faults]: Faults[Name] extends Value ? Name : never;
}[keyof Faults];

/** Returns, by the kind of a fault, the properties of the control that shows and saves it. */
export function editFaults<Faults extends object>(faults: Faults, save: (change: Partial<Faults>) => void) {
  const set = (name: keyof Faults, value: unknown) => save({ [name]: value } as Partial<Faults>);
  return {
    flag: (name: NameOf<Faults, boolean>) => ({
      on: faults[name] === true,
      onChange: (on: boolean) => set(name, on),
    }),
    choice: <Name extends NameOf<Faults, string>>(name: Name) => ({
      value: faults[name],
      onChange: (value: Faults[Name]) => set(name, value),
    }),
    /** A number that is 0 where nothing is entered. */
    amount: (name: NameOf<Faults, number>) => ({
      value: Number(faults[name]),
      placeholder: '0',
      onSave: (value: number | null) => set(name, value ?? 0),
    }),
    /** A part of all, from 0 to 1. */
    share: (name: NameOf<Faults, number>) => ({
      value: Number(faults[name]),
      onSave: (value: number) => set(name, value),
    }),
    /** A number of at least 1, or none. */
    count: (name: NameOf<Faults, number | null>) => ({
      value: Number(faults[name]) || null,
      onSave: (value: number | null) => set(name, value || null),
    }),
    list: (name: NameOf<Faults, string[]>) => ({
      value: (faults[name] as string[]).join(', '),
      onSave: (typed: string) => set(name, splitList(typed)),
    }),
    /** A list that holds one, or nothing for all. */
    only: (name: NameOf<Faults, string[]>) => ({
      value: (faults[name] as string[])[0] ?? '',
      onChange: (value: string) => set(name, value ? [value] : []),
    }),
  };
}
