import { type Automation, findHelpPlace } from '@picksync/contracts';
import { HelpLink } from '../../ui/help-link.tsx';

/** A link to the help about the error of an automation. */
export function HelpOn({ automation: { id, lastFailure } }: { automation: Automation }) {
  return lastFailure && <HelpLink {...findHelpPlace(lastFailure)} automation={id} />;
}
