import { type Automation, isolated } from '@picksync/contracts';
import { Name } from '@picksync/ui/name.tsx';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../../ui/page-title.ts';

type ReviewHeadProps = { automation: Automation; title: string; text: string | null };

/** Which automation it is about, and what is to be decided. */
export function ReviewHead({ automation: { id, name }, title, text }: ReviewHeadProps) {
  usePageTitle(`${title}: ${isolated(name)}`);
  return (
    <header className="grid gap-1">
      <Link
        to="/automations/$id"
        params={{ id }}
        // Pages below a page do not count as that page.
        activeOptions={{ exact: true }}
        className="justify-self-start rounded-sm text-xs text-ink-2 [overflow-wrap:anywhere] hover:underline"
      >
        <Name>{name}</Name>
      </Link>
      <h1 className="text-2xl font-bold tracking-[-0.018em] text-pretty max-md:text-xl">{title}</h1>
      {text && <p className="tabular text-pretty text-ink-2">{text}</p>}
    </header>
  );
}
