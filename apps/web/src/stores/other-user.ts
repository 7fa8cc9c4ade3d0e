import { create } from 'zustand';
import { dropDrafts } from './drafts.ts';

/** Whether somebody else has logged in while a page is open: nothing of it may be shown any more. */
export const useOtherUser = create<{ hasCome: boolean }>(() => ({ hasCome: false }));

/** Takes everything of the first user away, and starts anew for the other one. */
export function startForOtherUser(): void {
  if (useOtherUser.getState().hasCome) return;
  dropDrafts();
  useOtherUser.setState({ hasCome: true });
  window.location.replace('/');
}
