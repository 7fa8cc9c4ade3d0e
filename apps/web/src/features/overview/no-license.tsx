import { pluralize } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { sheetsQuery } from '../../api/sheets.queries.ts';
import { statsQuery } from '../../api/stats.queries.ts';

/**
 * Said before anything is tried: Smartsheet would refuse what the access level of a sheet promises. With the first automation it
 * goes: from then on each sheet says it where it is chosen.
 */
export function NoLicense() {
  const { data: stats } = useQuery(statsQuery);
  return stats?.configurationCount === 0 && <Warning />;
}

function Warning() {
  const { data } = useQuery(sheetsQuery);
  const count = (level: string) =>
    data?.sheets.filter(({ accessLevel }) => accessLevel === level).length ?? 0;
  return (
    <Alert tone="warn" title="This Smartsheet account has no license.">
      Only the owner or a licensed admin may change a dropdown column.
      {data && ` ${rightsText(count('OWNER'), count('ADMIN'))}`}
      <p className="mt-1">
        What helps: ask your Smartsheet administrator for a license, or let the owner of the sheet connect.
      </p>
    </Alert>
  );
}

/** Returns what can be filled as it is, and how many Smartsheet would refuse. */
function rightsText(owned: number, administered: number): string {
  const can =
    owned === 0
      ? 'You own no sheet, so no column can be filled.'
      : `You own ${pluralize(owned, 'sheet')}, and their columns can be filled.`;
  if (administered === 0) return can;
  return `${can} Of ${pluralize(administered, owned === 0 ? 'sheet' : 'other')} you are an admin, and Smartsheet would refuse.`;
}
