import { redirect } from '@tanstack/react-router';

/**
 * Redirects addresses in mails of earlier versions, in which automations had dialogs above the dashboard instead of
 * pages.
 */
export function followOldLink(searchStr: string): void {
  const search = new URLSearchParams(searchStr);
  const id = search.get('automation');
  const dialog = search.get('dialog');
  if (!id || (dialog !== 'details' && dialog !== 'review')) return;
  const to = dialog === 'review' ? '/automations/$id/review' : '/automations/$id';
  throw redirect({ to, params: { id }, replace: true });
}
