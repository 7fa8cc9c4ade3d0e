import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { nobody, user } from '../../testing/people.ts';
import { renderLanding } from './landing.html.tsx';

const application = `<!doctype html><html lang="en"><head>
  <meta name="description" content="In short." />
  <title>Picksync</title>
  <script src="/theme.js"></script>
  <script type="module" crossorigin src="/assets/index-1.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/framework-1.js">
  <link rel="stylesheet" crossorigin href="/assets/index-1.css">
</head><body>
  <div id="root"></div>
  <noscript>Picksync needs JavaScript.</noscript>
</body></html>`;

const html = renderLanding(application, {
  script: 'assets/landing-1.js',
  application: ['assets/index-1.js', 'assets/framework-1.js'],
});

let opened = 0;

/** Shows the page as it arrives, and runs its script, which is begun anew by another address. */
async function open() {
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.head.innerHTML = page.head.innerHTML;
  document.body.innerHTML = page.body.innerHTML;
  opened += 1;
  await import(/* @vite-ignore */ `./landing.script.ts?opened=${opened}`);
}

// Files share a document.
afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset.theme;
});

const preloaded = () =>
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));

test('the page is complete as HTML, with its own scripts in place of those of the application', () => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelector('h1')?.textContent).toBeTruthy();
  expect(page.querySelectorAll('#pricing h3')).toHaveLength(3);
  expect([...page.scripts].map((script) => script.getAttribute('src'))).toEqual([
    '/theme.js',
    '/assets/landing-1.js',
  ]);
  expect(page.querySelector('link[rel=stylesheet]')?.getAttribute('href')).toBe('/assets/index-1.css');
  expect(page.querySelector('noscript, link[rel=modulepreload]')).toBeNull();
  expect(page.title).toMatch(/. · Picksync$/);
});

test('search engines and messengers get a title, a description, a picture and one address', () => {
  const { head } = new DOMParser().parseFromString(html, 'text/html');
  const read = (name: string) =>
    head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
  expect(head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://origin.invalid/');
  expect(read('og:url')).toBe('https://origin.invalid/');
  expect(read('og:image')).toMatch(/^https:\/\/origin\.invalid\/.+\.png$/);
  expect(read('og:title')).toBeTruthy();
  const description = read('description') ?? '';
  expect(description.length).toBeGreaterThan(70);
  expect(description.length).toBeLessThan(160);
  expect(read('og:description')).toBe(description);
  expect(head.querySelectorAll('meta[name=description]')).toHaveLength(1);
});

test('every link leads to an address of the application or to a part of the page that is there', () => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const link of page.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) expect(page.querySelector(href), href).not.toBeNull();
    else
      expect(href).toMatch(
        /^\/(login(\?mode=register(&(amp;)?redirect=%2Fsubscription)?)?|help|docs|status|privacy|terms|imprint)$/,
      );
  }
});

test('a trial is offered for the plan whose features it has, and Premium is not called one', async () => {
  await open();
  const pricing = within(document.querySelector<HTMLElement>('#pricing') ?? document.body);
  const buttons = pricing.getAllByRole('link').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['Start free, Free', 'Start with a trial, Basic', 'Get Premium']);
});

test('the theme that was chosen is shown as pressed, and another is kept', async () => {
  localStorage.setItem('theme', 'dark');
  await open();
  const dark = screen.getByRole('button', { name: 'Dark', pressed: true });
  expect(screen.getAllByRole('button', { pressed: true })).toEqual([dark]);
  await userEvent.click(screen.getByRole('button', { name: 'Light' }));
  expect(screen.getAllByRole('button', { pressed: true })).toEqual([
    screen.getByRole('button', { name: 'Light' }),
  ]);
  expect(localStorage.getItem('theme')).toBe('light');
  expect(document.documentElement.dataset.theme).toBe('light');
  await userEvent.click(screen.getByRole('button', { name: 'Same as the system' }));
  expect(localStorage.getItem('theme')).toBeNull();
});

test('the themes are one stop by keyboard, and the arrows go from one to the next', async () => {
  await open();
  screen.getByRole('button', { name: 'Same as the system' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dark' }));
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{Enter}');
  expect(screen.getByRole('button', { name: 'Light' }).ariaPressed).toBe('true');
});

test('the application is fetched when somebody is about to open it, once', async () => {
  await open();
  expect(preloaded()).toEqual([]);
  const header = within(screen.getByRole('navigation', { name: 'Main' }));
  await userEvent.hover(header.getByRole('link', { name: 'Login' }));
  header.getByRole('link', { name: 'Start free' }).focus();
  expect(preloaded()).toEqual(['/assets/index-1.js', '/assets/framework-1.js']);
});

test.each([
  ['goes on to the dashboard', { ...nobody, user }, '/dashboard', 'token-1'],
  ['is forgotten when the session is over', nobody, null, null],
])('a visitor whom the browser knows to be signed in %s', async (_what, status, address, token) => {
  const replace = vi.fn();
  vi.stubGlobal('location', { ...window.location, replace });
  localStorage.setItem('authToken', 'token-1');
  const api = fakeApi({ 'GET /api/auth/status': { body: status } });
  await open();
  window.dispatchEvent(new Event('pageshow'));
  await expect.poll(() => api.received('GET /api/auth/status').length).toBeGreaterThan(0);
  await expect.poll(() => replace.mock.lastCall?.[0] ?? null).toBe(address);
  await expect.poll(() => localStorage.getItem('authToken')).toBe(token);
});

test('the landing page sends no request for a visitor', async () => {
  const api = fakeApi({});
  await open();
  window.dispatchEvent(new Event('pageshow'));
  expect(api.received('GET /api/auth/status')).toEqual([]);
});
