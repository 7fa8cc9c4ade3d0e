import { automationEndpoints } from '@picksync/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useFailure } from '../../stores/failure.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { nobody } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const title = 'Confirm that it is you';
const required = { status: 403, body: { code: 'proof_required', message: 'Please confirm that it is you.' } };
const wrong = {
  status: 400,
  body: {
    code: 'validation_failed',
    message: 'This is not your password.',
    errors: { password: 'This is not your password.' },
  },
};

/** An API whose removal needs a step-up, which the right password gives. */
async function removing(changes: Parameters<typeof fakeApi>[0] = {}) {
  let isProven = false;
  const api = fakeApi({
    'GET /api/auth/status': { body: nobody },
    'GET /api/auth/proof': { body: { methods: ['password'] } },
    'DELETE /api/configurations/7': () => (isProven ? { body: { message: 'Deleted' } } : required),
    'POST /api/auth/prove': ({ body }) => {
      if ((body as { password: string }).password !== 'Spruce-Harbor-42') return wrong;
      isProven = true;
      return { body: { message: 'Thank you.' } };
    },
    ...changes,
  });
  renderApp('/login');
  await screen.findByRole('tab', { name: 'Login' });
  const remove = () =>
    call(automationEndpoints.remove, { params: { id: '7' } }, { showsFailure: true }).catch(
      (problem: unknown) => problem,
    );
  return { api, remove };
}

const password = () => screen.findByLabelText('Password', { selector: '[role="dialog"] input' });

test('a call that needs a step-up asks for it and then does what it was to do', async () => {
  const { api, remove } = await removing();
  const removal = remove();
  await userEvent.type(await password(), 'Spruce-Harbor-42{Enter}');
  expect(await removal).toEqual({ message: 'Deleted' });
  expect(api.received('DELETE /api/configurations/7')).toHaveLength(2);
  expect(api.received('POST /api/auth/prove')[0]?.body).toEqual({
    method: 'password',
    password: 'Spruce-Harbor-42',
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
});

test('a wrong password is said at its field, and the next try counts', async () => {
  const { remove } = await removing();
  const removal = remove();
  await userEvent.type(await password(), 'Wrong-Harbor-42{Enter}');
  expect(await screen.findByText('This is not your password.')).toBeDefined();
  expect((await password()).getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(await password());
  await userEvent.type(await password(), 'Spruce-Harbor-42{Enter}');
  expect(await removal).toEqual({ message: 'Deleted' });
});

test('a user who cancels gets the refusal and nothing else', async () => {
  const { api, remove } = await removing();
  const removal = remove();
  await password();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const problem = await removal;
  expect(problem).toBeInstanceOf(ApiError);
  expect(problem).toMatchObject({ code: 'proof_required' });
  expect(useFailure.getState().error).toBeNull();
  expect(api.received('DELETE /api/configurations/7')).toHaveLength(1);
});

test('calls that need a step-up at the same time ask once', async () => {
  const { api, remove } = await removing();
  const removals = Promise.all([remove(), remove(), remove()]);
  await userEvent.type(await password(), 'Spruce-Harbor-42{Enter}');
  expect(await removals).toEqual(Array(3).fill({ message: 'Deleted' }));
  expect(api.received('POST /api/auth/prove')).toHaveLength(1);
});

test('the dialog says when the ways cannot be loaded, and retries', async () => {
  let isDown = true;
  const { remove } = await removing({
    'GET /api/auth/proof': () =>
      isDown ? { status: 500, body: { code: 'internal' } } : { body: { methods: ['password'] } },
  });
  const removal = remove();
  await screen.findByText('We could not find out how you can confirm it.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await userEvent.type(await password(), 'Spruce-Harbor-42{Enter}');
  expect(await removal).toEqual({ message: 'Deleted' });
});

/** A person without a password, whose code is 482913. */
async function withoutPassword(changes: Parameters<typeof fakeApi>[0] = {}) {
  let isProven = false;
  return removing({
    'GET /api/auth/proof': { body: { methods: ['email_code'] } },
    'POST /api/auth/proof/code': { body: { message: 'We sent a code.' } },
    'DELETE /api/configurations/7': () => (isProven ? { body: { message: 'Deleted' } } : required),
    'POST /api/auth/prove': ({ body }) => {
      if ((body as { code: string }).code !== '482913')
        return {
          status: 400,
          body: { code: 'otp_invalid', message: 'Not right.', errors: { code: 'Not right.' } },
        };
      isProven = true;
      return { body: { message: 'Thank you.' } };
    },
    ...changes,
  });
}

test('a user without a password asks for a mail, and its code is sent once it is complete', async () => {
  const { api, remove } = await withoutPassword();
  const removal = remove();
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  const code = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await userEvent.type(code, '111111');
  await screen.findByText('Not right.');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(code);
  await userEvent.type(code, '482 913');
  expect(await removal).toEqual({ message: 'Deleted' });
  expect(api.received('POST /api/auth/proof/code')).toHaveLength(1);
});

test('another code is typed into an empty field', async () => {
  const { remove } = await withoutPassword();
  const removal = remove();
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await userEvent.type(await screen.findByLabelText('Code'), '111111');
  await screen.findByText('Not right.');
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  await screen.findByText(/The one before no longer works/);
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect([code.value, code.getAttribute('aria-invalid')]).toEqual(['', null]);
  expect(screen.queryByText('Not right.')).toBeNull();
  await userEvent.type(code, '482913');
  expect(await removal).toEqual({ message: 'Deleted' });
});

test('a mail that could not be sent is said, and can be asked for again', async () => {
  let isLimited = true;
  const { remove } = await withoutPassword({
    'POST /api/auth/proof/code': () =>
      isLimited
        ? { status: 429, body: { code: 'rate_limited', message: 'Please wait a little.' } }
        : { body: { message: 'We sent a code.' } },
  });
  const removal = remove();
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await screen.findByText('Please wait a little.');
  isLimited = false;
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByLabelText('Code');
  expect(screen.queryByText('Please wait a little.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await removal).toMatchObject({ code: 'proof_required' });
});
