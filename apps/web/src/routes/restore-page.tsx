import { useParams } from '@tanstack/react-router';
import { RestoreScreen } from '../features/automations/restore/restore-screen.tsx';
import { LonePage } from './lone-page.tsx';

/** The preview of a restore: a copy of the list as it was, against the dropdown as it is. */
export function RestorePage() {
  const { copy = '' } = useParams({ strict: false });
  return (
    <LonePage show={(automation) => <RestoreScreen key={copy} automation={automation} copyId={copy} />} />
  );
}
