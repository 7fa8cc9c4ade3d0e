import { useGoodbye } from '../features/account/deletion/goodbye.ts';
import { useBulkWork } from '../features/automations/bulk/bulk-work.ts';
import { useChosen } from '../features/automations/list/chosen.ts';
import { useListView } from '../features/automations/list/list-view.ts';
import { forgetMailLink } from '../features/session/mail-link.ts';
import { forgetPending } from '../features/session/pending-account.ts';
import { useFocusRequest } from '../stores/connect-focus.ts';
import { answerStepUp } from '../stores/step-up.ts';
import { setDateReader } from '../ui/date-reader.ts';
import { reset } from './reset-stores.ts';

/** Forgets what parts of the page keep in memory until it is left. */
export function forgetKept(): void {
  reset(useGoodbye);
  reset(useFocusRequest);
  reset(useListView);
  reset(useChosen);
  reset(useBulkWork);
  forgetMailLink();
  forgetPending();
  answerStepUp(false);
  setDateReader(null);
}
