import { create } from 'zustand';

/** The address of the user whose session ended while a page is open, null when none did; and when that was closed. */
export const useSessionOver = create<{ email: string | null; dismissedAt: number }>(() => ({
  email: null,
  dismissedAt: Number.NEGATIVE_INFINITY,
}));

/** How long whoever has closed it is left alone: what closing it asks for is refused as well. */
const quietMs = 2000;

export function showSessionOver(email: string): void {
  const { dismissedAt } = useSessionOver.getState();
  if (performance.now() - dismissedAt > quietMs) useSessionOver.setState({ email });
}

export function dismissSessionOver(): void {
  useSessionOver.setState({ email: null, dismissedAt: performance.now() });
}
