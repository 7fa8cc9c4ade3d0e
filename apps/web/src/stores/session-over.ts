import { create } from 'zustand';

/** Whose session ended while a page of theirs is open; null when nobody's did. */
export const useSessionOver = create<{ email: string | null }>(() => ({ email: null }));

export function showSessionOver(email: string): void {
  useSessionOver.setState({ email });
}

export function dismissSessionOver(): void {
  useSessionOver.setState({ email: null });
}
