import { forgetSession, storedToken } from '../../stores/session-storage.ts';
import {
  applyTheme,
  keepTheme,
  onSystemTheme,
  storedTheme,
  type ThemeChoice,
} from '../../stores/theme-choice.ts';

// All that the start page needs of a script: it arrives as HTML, and its links lead to the application.

const choices = document.querySelectorAll<HTMLButtonElement>('[data-theme-choice]');

function choiceOf(button: HTMLElement): ThemeChoice {
  const { themeChoice } = button.dataset;
  return themeChoice === 'light' || themeChoice === 'dark' ? themeChoice : 'system';
}

/** One of the buttons is pressed, and is the one that Tab stops at. */
function showTheme(choice: ThemeChoice): void {
  applyTheme(choice);
  for (const button of choices) {
    button.ariaPressed = String(choiceOf(button) === choice);
    button.tabIndex = choiceOf(button) === choice ? 0 : -1;
  }
}

const arrows: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowRight: 'nextElementSibling',
  ArrowLeft: 'previousElementSibling',
};

for (const button of choices) {
  button.addEventListener('click', () => {
    keepTheme(choiceOf(button));
    showTheme(choiceOf(button));
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

/** The scripts of the application, fetched when somebody is about to open it. */
function fetchApplication(): void {
  const { application } = document.querySelector<HTMLElement>('[data-application]')?.dataset ?? {};
  for (const href of application?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

const intent = new AbortController();
for (const link of document.querySelectorAll('a[href^="/"]')) {
  for (const sign of ['pointerenter', 'focus', 'touchstart']) {
    const noticed = () => {
      if (!intent.signal.aborted) fetchApplication();
      intent.abort();
    };
    link.addEventListener(sign, noticed, { signal: intent.signal, passive: true });
  }
}

/**
 * The server sends this page to whoever comes without a session. A browser may have kept it from before the login, though:
 * whoever is signed in after all gets the dashboard.
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

// Also when Back brings the page up as it was left. Without a network it stays as it is.
window.addEventListener('pageshow', () => void leaveWhenSignedIn().catch(() => undefined));
