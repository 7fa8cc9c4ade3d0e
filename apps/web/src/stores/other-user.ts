import { create } from 'zustand';
import { dropDrafts } from './drafts.ts';

/** Whether somebody else has logged in while a page is open: nothing of it may be shown any more. */
export const useOtherUser = create<{ hasCome: boolean }>(() => ({ hasCome: false }));

/** Removes everything of the first user; the page is loaded again for the other one as soon as nothing of it is shown. */
export function startForOtherUser(): void {
  if (useOtherUser.getState().hasCome) return;
  dropDrafts();
  useOtherUser.setState({ hasCome: true });
}
