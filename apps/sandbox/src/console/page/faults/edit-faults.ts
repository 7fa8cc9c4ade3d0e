import { call, type Method } from '../call.ts';
import type { Faults } from '../contract.ts';
import { splitList } from '../format.ts';
import { faultsQuery, queryClient } from '../queries.ts';
import { attempt } from '../toasts.tsx';

/** Say more about other faults, and do nothing by themselves. */
const details = ['retryAfter', 'errorStatus', 'tokenLifetimeHidden', 'takesEffect', 'skip', 'times'];
const offValues: unknown[] = [false, 0, 'whole', 'off', 'sent', 'right'];

/** Returns whether anything goes wrong by these faults. Lists only limit which calls they are about. */
export function isAnyOn(faults: object): boolean {
  return Object.entries(faults).some(
    ([name, value]) => typeof value !== 'object' && !offValues.includes(value) && !details.includes(name),
  );
}

type NameOf<Board, Value> = {
  [Name in keyof Board]: Board[Name] extends Value ? Name : never;
}[keyof Board];

/** Returns, by the kind of a fault, the properties of the control that shows and saves it. */
export function editFaults<Board extends object>(faults: Board, save: (change: Partial<Board>) => void) {
  const set = (name: keyof Board, value: unknown) => save({ [name]: value } as Partial<Board>);
  return {
    flag: (name: NameOf<Board, boolean>) => ({
      on: faults[name] === true,
      onChange: (on: boolean) => set(name, on),
    }),
    choice: <Name extends NameOf<Board, string>>(name: Name) => ({
      value: faults[name],
      onChange: (value: Board[Name]) => set(name, value),
    }),
    /** A number that is 0 where nothing is entered. */
    amount: (name: NameOf<Board, number>) => ({
      value: Number(faults[name]),
      placeholder: '0',
      onSave: (value: number | null) => set(name, value ?? 0),
    }),
    /** A part of all, from 0 to 1. */
    share: (name: NameOf<Board, number>) => ({
      value: Number(faults[name]),
      onSave: (value: number) => set(name, value),
    }),
    /** A number of at least 1, or none. */
    count: (name: NameOf<Board, number | null>) => ({
      value: Number(faults[name]) || null,
      onSave: (value: number | null) => set(name, value || null),
    }),
    list: (name: NameOf<Board, string[]>) => ({
      value: (faults[name] as string[]).join(', '),
      onSave: (typed: string) => set(name, splitList(typed)),
    }),
    /** A list that holds one, or nothing for all. */
    only: (name: NameOf<Board, string[]>) => ({
      value: (faults[name] as string[])[0] ?? '',
      onChange: (value: string) => set(name, value ? [value] : []),
    }),
  };
}

type FaultsChange = Omit<Partial<Faults>, 'payments'> & {
  /** Null turns off all faults of the payment providers. */
  payments?: Partial<Faults['payments']> | null;
};

async function sendFaults(method: Method, faults: FaultsChange): Promise<void> {
  await attempt(async () => {
    queryClient.setQueryData(faultsQuery.queryKey, await call<Faults>(method, '/api/faults', faults));
  });
}

/** Sets some faults. Only what changes is sent: the reply to the change before may still be on its way. */
export function changeFaults(change: FaultsChange): Promise<void> {
  return sendFaults('PATCH', change);
}

/** Turns off all faults of the Smartsheet API and of the payment providers. */
export function turnFaultsOff(): Promise<void> {
  return sendFaults('PUT', {});
}
