import type { Automation } from '@picksync/contracts';
import { useRouter } from '@tanstack/react-router';
import { openedHere } from '../../../ui/use-close-dialog.ts';
import type { AutomationDialog } from '../automation-dialogs.ts';
import type { AutomationField } from '../form/automation-form-values.ts';
import { listSearch } from './list-search.ts';
import { toListPage } from './use-list-page.ts';

/**
 * Returns what leads from the list to an automation: to its page, its review, or one of its dialogs. It does not follow
 * the address, so that no row is drawn again because another dialog is open.
 */
export function useAutomationLinks() {
  const router = useRouter();
  const open = (named: AutomationDialog) => (automation: Automation, field?: AutomationField) => {
    // A dialog takes the place of the one before.
    const replace = router.state.location.search.dialog !== undefined;
    void router.navigate({
      to: toListPage(router.state.location.pathname),
      // The list stays as it is beneath the dialog.
      search: {
        ...listSearch(router.state.location.search),
        dialog: named,
        automation: automation.id,
        ...(field && { field }),
      },
      replace,
      state: replace ? true : openedHere,
      resetScroll: false,
    });
  };
  return {
    openPage: ({ id }: Pick<Automation, 'id'>) =>
      void router.navigate({ to: '/automations/$id', params: { id } }),
    review: ({ id }: Pick<Automation, 'id'>) =>
      void router.navigate({ to: '/automations/$id/review', params: { id } }),
    edit: open('edit'),
    askToDelete: open('delete'),
    showRun: open('run'),
    addDestinations: open('destinations'),
  };
}
