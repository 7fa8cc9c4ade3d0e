import { redirect } from '@tanstack/react-router';

/** Leads on from addresses that mails of earlier versions carry: automations had windows above the dashboard before they had pages. */
export function followOldLink(searchStr: string): void {
  const search = new URLSearchParams(searchStr);
  const id = search.get('automation');
  const dialog = search.get('dialog');
  if (!id || (dialog !== 'details' && dialog !== 'review')) return;
  const to = dialog === 'review' ? '/automations/$id/review' : '/automations/$id';
  throw redirect({ to, params: { id }, replace: true });
}
