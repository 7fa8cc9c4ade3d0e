import { create } from 'zustand';

type Live = {
  /** Whether the server tells this page of changes; while it does not, the page has to ask. */
  isLive: boolean;
  /** When the server last said something, in ms since 1970: until then the page was right. */
  heardAt: number;
};

export const useLive = create<Live>(() => ({ isLive: false, heardAt: 0 }));
