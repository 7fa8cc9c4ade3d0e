import { create } from 'zustand';

type Live = {
  /** Whether the stream is live; while it is not, the page has to poll. */
  isLive: boolean;
  /** Whether the server did not answer when the page asked because it had heard nothing. */
  isUnanswered: boolean;
  /** When the server last sent something, in ms since 1970: until then the page was up to date. */
  heardAt: number;
  /** The position up to which the page knows of changes: the next stream continues there. */
  lastEventId: string | undefined;
};

export const useLive = create<Live>(() => ({
  isLive: false,
  isUnanswered: false,
  heardAt: 0,
  lastEventId: undefined,
}));
