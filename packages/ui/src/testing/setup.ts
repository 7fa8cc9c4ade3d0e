import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

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
afterAll(async () => {
  window.cancelAnimationFrame(frame);
  // The window goes with the last test of a file. A page that was left still needs it in the next tasks: for a reply that
  // came, the effects behind it, and the focus that returns.
  for (let task = 0; task < 5; task += 1) await new Promise((resolve) => setTimeout(resolve));
});

// A loaded machine is slow, not wrong: parts fetched on demand take their time there.
const patienceMs = 60_000;
configure({ asyncUtilTimeout: patienceMs, getElementError });

/**
 * Returns the error of a query that found nothing, with the page as it was: all that it says, and the beginning of its elements.
 * While a query is tried again and again the page is left out, because printing it costs more than the query: the error after the
 * last try gets it.
 */
function getElementError(message: string | null, container: Element): Error {
  const { _disableExpensiveErrorDiagnostics: isTriedAgain } = getConfig() as {
    _disableExpensiveErrorDiagnostics?: boolean;
  };
  const page = isTriedAgain ? [] : [`The page says: ${readPage()}`, prettyDOM(container)];
  const error = new Error([message, ...page].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  // The report points at the line of the test.
  Error.captureStackTrace(error, getElementError);
  return error;
}

/** Returns what the page says, a line for each piece of text. */
function readPage(): string {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
  return texts.filter((text) => text.trim()).join('\n');
}

// And what happens by itself after some seconds, such as the end of a message, has not happened yet when such a machine looks.
// Fake timers are exact. Each file runs this again, in the same process.
const { setTimeout } = globalThis;
function patientTimeout(callback: () => void, ms = 0, ...given: []) {
  return setTimeout(callback, ms >= 5000 && ms < patienceMs ? 60 * ms : ms, ...given);
}
if (setTimeout.name !== patientTimeout.name)
  globalThis.setTimeout = Object.assign(patientTimeout, setTimeout);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});
