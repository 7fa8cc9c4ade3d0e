import { Name } from '@picksync/ui/name.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { Tabs } from '@picksync/ui/tabs.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { useTypedSearch } from '../../ui/use-typed-search.ts';
import { Faq } from './faq.tsx';
import type { HelpSearch } from './help-search.ts';
import { SupportCards } from './support-cards.tsx';

/** Most visitors read an answer and never need it. */
const ContactForm = lazyPart(async () => (await import('./contact-form.tsx')).ContactForm, {
  pending: <Skeleton className="h-88 rounded-lg" />,
});

/**
 * The automation that the user came from, with its error and a link back; draws nothing once it has no error or is
 * deleted.
 */
function OpenedFrom({ automationId }: { automationId: string }) {
  const { data } = useInfiniteQuery(automationsQuery);
  const automation = data?.pages.flatMap(({ reply }) => reply).find(({ id }) => id === automationId);
  if (!automation?.lastError) return null;
  return (
    <div className="flex gap-2.5 rounded-md bg-bad-soft px-4 py-3 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <p className="min-w-0 text-pretty break-words">
        <strong className="font-semi">
          <Name>{automation.name}</Name>
        </strong>{' '}
        {automation.lastError}{' '}
        <Link
          to="/automations/$id"
          params={{ id: automation.id }}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          Back to it
        </Link>
      </p>
    </div>
  );
}

const tabs = [
  { value: 'faq', label: 'FAQ' },
  { value: 'contact', label: 'Contact Us' },
] as const;

type HelpSectionProps = { search: HelpSearch; onSearch: (search: HelpSearch) => void };

/** The answers, and the contact form. The state is kept in the address. */
const linkClass = 'font-medium text-accent underline-offset-2 hover:underline';

const elsewhere = {
  contact: (words: string) => (
    <Link to="/help" search={{ tab: 'contact' }} replace className={linkClass}>
      {words}
    </Link>
  ),
  docs: (words: string) => (
    <a href="/docs" className={linkClass}>
      {words}
    </a>
  ),
  status: (words: string) => (
    <a href="/status" className={linkClass}>
      {words}
    </a>
  ),
};

export function HelpSection({ search: shown, onSearch }: HelpSectionProps) {
  const { isAuthenticated } = useAuthStatus();
  const tab = shown.tab ?? 'faq';
  const { text: words, type } = useTypedSearch(shown.search ?? '', (search) =>
    onSearch({ ...shown, search: search || undefined }),
  );
  return (
    <>
      <PageHead
        title="Help & Support"
        subtitle={
          <p>
            <Sentence
              text="If your answer is not among these, <contact>ask us</contact>, or look into the <docs>documentation</docs>. Whether everything works right now is on the <status>status page</status>."
              parts={elsewhere}
            />
          </p>
        }
      />
      {isAuthenticated && shown.automation && <OpenedFrom automationId={shown.automation} />}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_288px]">
        <Tabs
          label="Help & Support"
          tabs={tabs}
          value={tab}
          fit
          onChange={(next) => onSearch({ ...shown, tab: next === 'contact' ? next : undefined })}
        >
          {tab === 'contact' ? (
            <ContactForm proposal={words.trim()} />
          ) : (
            <Faq
              question={shown.question}
              problem={shown.problem}
              search={words}
              onSearch={type}
              onAsk={() => onSearch({ ...shown, tab: 'contact' })}
            />
          )}
        </Tabs>
        <SupportCards />
      </div>
    </>
  );
}
