import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { handleFailures } from '../api/failure-handler.ts';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useOtherUser } from '../stores/other-user.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useToast } from '../stores/toast.ts';

// What browsers have and jsdom lacks, as far as the components ask for it.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => undefined;
// Never idle: what is loaded on demand is loaded when it is needed, and no sooner.
window.requestIdleCallback = () => 0;
// Newer browsers answer with a promise: an effect that returns it fails when it is cleaned up.
Element.prototype.scrollIntoView = () => Promise.resolve();
Element.prototype.hasPointerCapture = () => false;

// jsdom makes the clock of its frames when one is needed, and keeps it as long as one is. Made while timers are faked it stands
// still when they are real again, for all files of the process: so there is always a frame needed.
const nextFrame = window.requestAnimationFrame;
let frame = 0;
beforeAll(function keepFrames() {
  frame = nextFrame(keepFrames);
});
afterAll(() => window.cancelAnimationFrame(frame));

// A loaded machine is slow, not wrong: parts fetched on demand take their time there.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  handleFailures(null);
  localStorage.clear();
  sessionStorage.clear();
  useToast.setState(useToast.getInitialState());
  useConfirm.setState(useConfirm.getInitialState());
  useFailure.setState(useFailure.getInitialState());
  useOtherUser.setState(useOtherUser.getInitialState());
  useSessionOver.setState(useSessionOver.getInitialState());
});
