import { arrives, pass } from '@picksync/ui/testing/held-time.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { automation, dashboardApi } from '../../testing/automations.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answers } from './answers.ts';

const details = { body: { supportEmail: 'support@picksync.example' } };

function asGuest(send: Parameters<typeof fakeApi>[0][string] = { body: { message: 'Received' } }) {
  return fakeApi({
    'GET /api/auth/status': { body: nobody },
    'GET /api/contact': details,
    'POST /api/contact': send,
  });
}
const asUser = (list: Parameters<typeof dashboardApi>[0] = []) =>
  fakeApi({
    ...dashboardApi(list),
    'GET /api/contact': details,
    'POST /api/contact': { body: { message: 'Received' } },
  });

const questions = () =>
  screen.getAllByRole('heading', { level: 2 }).filter((heading) => heading.querySelector('button'));
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message');

test('a visitor reads the help beside what they could do if they logged in', async () => {
  asGuest();
  renderApp('/help');
  await screen.findByRole('heading', { name: 'Help & Support' });
  const sidebar = within(screen.getByRole('complementary'));
  expect(sidebar.getByText('Guest User')).toBeTruthy();
  expect(sidebar.getByText('Please log in to access dashboard features.')).toBeTruthy();
  expect(sidebar.getByRole('link', { name: 'Help & Support' }).getAttribute('aria-current')).toBe('page');
  expect(questions()).toHaveLength(answers.length);
  expect(screen.getByRole('link', { name: 'status page' }).getAttribute('href')).toBe('/status');
  expect((await screen.findByRole('link', { name: 'support@picksync.example' })).getAttribute('href')).toBe(
    'mailto:support@picksync.example',
  );
});

test('a question opens to its answer, and closes again', async () => {
  asGuest();
  renderApp('/help');
  const question = await screen.findByRole('button', { name: 'What do you store of my sheets?' });
  await userEvent.click(question);
  expect(screen.getByText(/No cell value and no option text/)).toBeTruthy();
  await userEvent.click(question);
  expect(screen.queryByText(/No cell value and no option text/)).toBeNull();
});

test('an answer shows a part of the screen, fetched when it is in sight, in the colors of the page', async () => {
  asGuest();
  renderApp('/help?question=undo');
  const pictures = await screen.findAllByRole<HTMLImageElement>('img', { name: /^The bar after pausing/ });
  expect(pictures.map(({ src }) => src.replace(/^.*\//, ''))).toEqual(['undo-light.webp', 'undo-dark.webp']);
  for (const picture of pictures) {
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0);
  }
});

test('a search leaves what it finds, open and counted, and stands in the address', async () => {
  asGuest();
  const { address } = renderApp('/help');
  await userEvent.type(await screen.findByRole('searchbox'), 'REMOV');
  await waitFor(() => expect(screen.getByText(`7 of ${answers.length}`)).toBeTruthy());
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(7);
  expect(screen.getAllByText('remov').every(({ tagName }) => tagName === 'MARK')).toBe(true);
  await waitFor(() => expect(address()).toBe('/help?search=REMOV'));
});

test('a search keeps every letter while the address is written', async () => {
  asGuest();
  const { address, router } = renderApp('/help');
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  // A slow device: the address says what was typed when the next letters are typed already.
  const { navigate } = router;
  router.navigate = async (to) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return navigate(to);
  };
  await userEvent.type(field, 'rem');
  await waitFor(() => expect(address()).toBe('/help?search=rem'));
  await userEvent.type(field, 'oved', { delay: 20 });
  await waitFor(() => expect(address()).toBe('/help?search=removed'));
  expect(field.value).toBe('removed');
});

test('takes a search without results along into the message', async () => {
  asGuest();
  renderApp('/help?search=salesforce');
  await screen.findByText('No answer has “salesforce” in it');
  await userEvent.click(screen.getByRole('button', { name: 'Ask us about it' }));
  expect(await screen.findByLabelText('Message')).toHaveProperty('value', 'salesforce');
  await userEvent.click(screen.getByRole('tab', { name: 'FAQ' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(questions()).toHaveLength(answers.length);
});

test('a message that is sent too early says what is missing, keeps its text and is not sent', async () => {
  const api = asGuest();
  renderApp('/help?tab=contact');
  await userEvent.type(await screen.findByLabelText('Email'), 'office@northwind');
  await userEvent.type(message(), 'Hi');
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText('Please enter a valid email address');
  screen.getByText('Message is required and must be at least 5 characters');
  expect(message().value).toBe('Hi');
  expect(message().getAttribute('aria-invalid')).toBe('true');
  expect(api.received('POST /api/contact')).toEqual([]);
});

test('a signed-in user finds their address filled in, and an empty message after sending', async () => {
  const api = asUser();
  renderApp('/help?tab=contact');
  await userEvent.type(await screen.findByLabelText('Message'), 'Why is it Periodic?');
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText('Message sent');
  screen.getByText("We've received your message and will respond shortly.");
  expect(api.received('POST /api/contact')[0]?.body).toEqual({
    email: 'office@northwind.example',
    message: 'Why is it Periodic?',
  });
  expect(message().value).toBe('');
});

test('a message that could not be sent keeps every word, also over a look at the answers', async () => {
  asGuest({ status: 500, body: {} });
  renderApp('/help?tab=contact');
  await userEvent.type(await screen.findByLabelText('Email'), 'office@northwind.example');
  await userEvent.type(message(), 'Why is it Periodic?');
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText('Failed to send message. Please try again.');
  await userEvent.click(screen.getByRole('tab', { name: 'FAQ' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Contact Us' }));
  expect(message().value).toBe('Why is it Periodic?');
});

test('the form says that it is still trying while the server hangs, and then keeps the error', async () => {
  vi.useFakeTimers();
  const reply = Promise.withResolvers<{ status: number; body: object }>();
  asGuest(() => reply.promise);
  renderApp('/help?tab=contact');
  await arrives(() => screen.queryByLabelText('Email') !== null);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'office@northwind.example' } });
  fireEvent.change(message(), { target: { value: 'Why is it Periodic?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await arrives(() => screen.queryByRole('button', { name: 'Sending...' }) !== null);
  await pass(8000);
  expect(screen.getByRole('button', { name: 'Still trying...' })).toBeTruthy();
  expect(screen.getByText('Still trying. Your message is kept in this form.')).toBeTruthy();
  reply.resolve({ status: 504, body: {} });
  await pass(0);
  const form = within(screen.getByRole('form', { name: 'Contact Us' }));
  expect(form.getByRole('alert').textContent).toBe('ErrorFailed to send message. Please try again.');
  await pass(60_000);
  expect(form.getByRole('alert')).toBeTruthy();
  expect(message().value).toBe('Why is it Periodic?');
});

test('the sentence of an automation that failed leads to its answer, and back', async () => {
  const locked = automation({
    lastError: 'The target column is locked.',
    lastFailure: 'target_column_locked',
  });
  asUser([locked]);
  const { address } = renderApp('/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'What to do' }));
  await screen.findByRole('heading', { name: 'Help & Support' });
  const row = await screen.findByRole('row', { current: true });
  expect(row.textContent).toMatch(/^The target column is locked/);
  await userEvent.click(await screen.findByRole('link', { name: 'Back to it' }));
  await waitFor(() => expect(address()).toBe(`/automations/${locked.id}`));
});

test('a message from a page whose session has ended waits below the login', async () => {
  const api = asUser();
  renderApp('/help?tab=contact');
  await userEvent.type(await screen.findByLabelText('Message'), 'Why is it Periodic?');
  const refused = { status: 401, body: { code: 'unauthenticated', message: 'Please log in.' } };
  api.handlers['POST /api/contact'] = refused;
  api.handlers['GET /api/auth/status'] = { body: nobody };
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(message().value).toBe('Why is it Periodic?');
  expect(screen.queryByText('Please log in.')).toBeNull();
});
