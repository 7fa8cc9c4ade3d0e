import { create } from 'zustand';

type SessionOver = {
  /** The address of the user who is asked for the password, because the session ended while a page is open; else null. */
  email: string | null;
  /** The same, and still there after that question was closed: open dialogs say it until there is a session again. */
  endedFor: string | null;
  /** Whether it was asked for, so that it need not wait until nobody types. */
  isWanted: boolean;
  dismissedAt: number;
};

export const useSessionOver = create<SessionOver>(() => ({
  email: null,
  endedFor: null,
  isWanted: false,
  dismissedAt: Number.NEGATIVE_INFINITY,
}));

/** How long whoever has closed it is left alone: what closing it asks for is refused as well. */
const quietMs = 2000;

export function showSessionOver(email: string): void {
  const { dismissedAt } = useSessionOver.getState();
  if (performance.now() - dismissedAt > quietMs) useSessionOver.setState({ email, endedFor: email });
}

export function dismissSessionOver(): void {
  useSessionOver.setState({ email: null, isWanted: false, dismissedAt: performance.now() });
}

/** Asks for the password at once. */
export function reopenSessionOver(): void {
  useSessionOver.setState(({ endedFor }) => ({ email: endedFor, isWanted: true }));
}

/** Says no longer that the session is over. The next one that ends is told without a pause. */
export function forgetSessionOver(): void {
  useSessionOver.setState({ email: null, endedFor: null, isWanted: false });
}
