import { create } from 'zustand';

/** The address of the user whose session ended while a page is open; null when none did. */
export const useSessionOver = create<{ email: string | null }>(() => ({ email: null }));

/** How long whoever has closed it is left alone: what closing it asks for is refused as well. */
const quietMs = 2000;
let dismissedAt = Number.NEGATIVE_INFINITY;

export function showSessionOver(email: string): void {
  if (performance.now() - dismissedAt > quietMs) useSessionOver.setState({ email });
}

export function dismissSessionOver(): void {
  dismissedAt = performance.now();
  useSessionOver.setState({ email: null });
}
