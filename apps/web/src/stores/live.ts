import { create } from 'zustand';

/** Whether the server tells this page of changes; while it does not, the page has to ask. */
export const useLive = create<{ isLive: boolean }>(() => ({ isLive: false }));
