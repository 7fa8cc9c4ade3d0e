import { forgetSession, storedToken } from '../../stores/session-storage.ts';
import {
  applyTheme,
  keepTheme,
  onSystemTheme,
  storedTheme,
  type ThemeChoice,
} from '../../stores/theme-choice.ts';

// The whole script of the start page, which arrives as HTML. Its links lead to the application.

const choices = document.querySelectorAll<HTMLButtonElement>('[data-theme-choice]');

function readChoice(button: HTMLElement): ThemeChoice {
  const { themeChoice } = button.dataset;
  return themeChoice === 'light' || themeChoice === 'dark' ? themeChoice : 'system';
}

/** One of the buttons is pressed, and is the one that Tab stops at. */
function showTheme(choice: ThemeChoice): void {
  applyTheme(choice);
  for (const button of choices) {
    button.ariaPressed = String(readChoice(button) === choice);
    button.tabIndex = readChoice(button) === choice ? 0 : -1;
  }
}

const arrows: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowRight: 'nextElementSibling',
  ArrowLeft: 'previousElementSibling',
};

for (const button of choices) {
  button.addEventListener('click', () => {
    keepTheme(readChoice(button));
    showTheme(readChoice(button));
  });
  button.addEventListener('keydown', ({ key }) => {
    const side = arrows[key];
    const next = side && button[side];
    if (!(next instanceof HTMLElement)) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
showTheme(storedTheme());
onSystemTheme(() => applyTheme(storedTheme()));

/** Fetches the scripts of the application when the visitor is about to open it. */
function fetchApplication(): void {
  const { application } = document.querySelector<HTMLElement>('[data-application]')?.dataset ?? {};
  for (const href of application?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

const intent = new AbortController();
for (const link of document.querySelectorAll('a[href^="/"]:not([href="/status"])')) {
  for (const sign of ['pointerenter', 'focus', 'touchstart']) {
    const noticed = () => {
      if (!intent.signal.aborted) fetchApplication();
      intent.abort();
    };
    link.addEventListener(sign, noticed, { signal: intent.signal, passive: true });
  }
}

/**
 * Leads a user who is signed in to the dashboard. The server sends this page only to visitors, but a browser may have
 * cached it from before the login.
 */
async function leaveWhenSignedIn(): Promise<void> {
  const token = storedToken();
  if (!token) return;
  const answer = await fetch('/api/auth/status', {
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) return;
  const { user }: { user: object | null } = await answer.json();
  if (user) window.location.replace('/dashboard');
  else forgetSession();
}

// Also when Back restores the page from the cache. Without a network the page stays.
window.addEventListener('pageshow', () => void leaveWhenSignedIn().catch(() => undefined));
