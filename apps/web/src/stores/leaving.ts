import { create } from 'zustand';

/** Whether the user is leaving for good at the moment: that the session ends then is no news. */
export const useLeaving = create<{ isLeaving: boolean }>(() => ({ isLeaving: false }));

/** Runs the calls that end the session on purpose, and what follows them. */
export async function whileLeaving<T>(leave: () => Promise<T>): Promise<T> {
  useLeaving.setState({ isLeaving: true });
  try {
    return await leave();
  } finally {
    useLeaving.setState({ isLeaving: false });
  }
}
