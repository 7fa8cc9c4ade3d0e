export type Throttle = ReturnType<typeof createThrottle>;

type Window = { tries: number; endsAt: number };

/**
 * Counts tries by key: `most` within `windowMs` from the first one. It lives in this process and forgets the
 * oldest keys beyond `remembered`.
 */
export function createThrottle(options: {
  most: number;
  windowMs: number;
  now: () => Date;
  remembered?: number;
}) {
  const { most, windowMs, now, remembered = 10_000 } = options;
  const windows = new Map<string, Window>();

  function current(key: string, at: number): Window {
    const window = windows.get(key);
    if (window && window.endsAt > at) return window;
    windows.delete(key);
    return { tries: 0, endsAt: at + windowMs };
  }

  return {
    /** Takes one try. Returns 0, or the seconds to wait when none is left. */
    take(key: string): number {
      const at = now().getTime();
      const window = current(key, at);
      if (window.tries >= most) return Math.ceil((window.endsAt - at) / 1000);
      windows.set(key, { ...window, tries: window.tries + 1 });
      const [oldest] = windows.keys();
      if (windows.size > remembered && oldest !== undefined) windows.delete(oldest);
      return 0;
    },
    /** Forgets the tries of a key. */
    clear: (key: string): void => void windows.delete(key),
  };
}
