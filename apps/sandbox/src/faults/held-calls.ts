/** A call that waits until it is released. */
export type HeldCall = {
  operation: string;
  account: string | null;
  sheetId: string | null;
  /** Whether it has taken effect already. */
  hold: 'before' | 'after';
};

export type HeldCalls = {
  /** Resolves when the call is released. */
  wait: (call: HeldCall) => Promise<void>;
  list: () => HeldCall[];
  /** Releases all waiting calls. */
  release: () => void;
};

/** Returns an empty list of held calls. */
export function createHeldCalls(): HeldCalls {
  const held = new Map<HeldCall, () => void>();
  return {
    wait: (call) => new Promise((resolve) => held.set(call, resolve)),
    list: () => [...held.keys()],
    release: () => {
      for (const resolve of held.values()) resolve();
      held.clear();
    },
  };
}
