import { type Automation, helpPlaceOf } from '@picksync/contracts';
import { HelpLink } from '../../../ui/help-link.tsx';

/** Leads to what the help says about the error of an automation. */
export function HelpOn({ automation: { id, lastFailure } }: { automation: Automation }) {
  return lastFailure && <HelpLink {...helpPlaceOf(lastFailure)} automation={id} />;
}
