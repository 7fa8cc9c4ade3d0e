import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi } from './fake-api.ts';
import { nobody } from './people.ts';
import { renderApp } from './render-app.tsx';

let router: ReturnType<typeof renderApp>['router'] | undefined;

test('draws what is loaded while its test runs', async () => {
  fakeApi({ 'GET /api/auth/status': { body: nobody } });
  ({ router } = renderApp('/login'));
  const draw = vi.fn();
  await screen.findByRole('tab', { name: 'Register' });
  void router.startTransition(draw, []);
  expect(draw).toHaveBeenCalledOnce();
});

test('draws nothing that is loaded after its test, when there may be no window', () => {
  const draw = vi.fn();
  void router?.startTransition(draw, []);
  expect(draw).not.toHaveBeenCalled();
});
