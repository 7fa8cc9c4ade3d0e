import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { ChevronDown, Search, SearchX } from 'lucide-react';
import { Accordion } from 'radix-ui';
import { useState } from 'react';
import { type Answer, type AnswerPicture, answers } from './answers.ts';
import { findPicture } from './help-pictures.ts';
import type { AnswerBlock } from './problems.ts';
import { type Segment, searchAnswers, toSegments } from './search-answers.ts';

type FaqProps = {
  /** The answer that the user came for, and the row of its table. */
  question: string | undefined;
  problem: string | undefined;
  search: string;
  onSearch: (search: string) => void;
  onAsk: () => void;
};

/** The questions and their answers. Matches of a search are open and marked. */
export function Faq({ question, problem, search, onSearch, onAsk }: FaqProps) {
  const [opened, setOpened] = useState<string[]>(question ? [question] : []);
  const isSearching = search.trim() !== '';
  const found = searchAnswers(answers, search);
  return (
    <div className="grid gap-4">
      <SearchField search={search} count={found.length} onSearch={onSearch} />
      {found.length === 0 ? (
        <NothingFound search={search} onClear={() => onSearch('')} onAsk={onAsk} />
      ) : (
        <Accordion.Root
          type="multiple"
          // During a search all matches are open; else the state is as the reader left it.
          value={isSearching ? found.map(({ key }) => key) : opened}
          onValueChange={(keys) => !isSearching && setOpened(keys)}
          className="overflow-hidden rounded-lg border border-line bg-surface"
        >
          {found.map((answer) => (
            <Question key={answer.key} answer={answer} search={search} problem={problem} />
          ))}
        </Accordion.Root>
      )}
    </div>
  );
}

type SearchFieldProps = { search: string; count: number; onSearch: (search: string) => void };

function SearchField({ search, count, onSearch }: SearchFieldProps) {
  const label = 'Search questions and answers';
  return (
    <div className="relative flex items-center gap-3">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-s-3 size-4 text-ink-3" />
      <Input
        type="search"
        value={search}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => onSearch(target.value)}
        className="ps-9"
      />
      <p role="status" className="text-xs whitespace-nowrap text-ink-2 empty:hidden">
        {search.trim() !== '' && `${count} of ${answers.length}`}
      </p>
    </div>
  );
}

type QuestionProps = { answer: Answer; search: string; problem: string | undefined };

function Question({ answer, search, problem }: QuestionProps) {
  return (
    <Accordion.Item value={answer.key} className="border-line not-first:border-t">
      <Accordion.Header asChild>
        <h2>
          <Accordion.Trigger className="group flex w-full items-center justify-between gap-4 px-4 py-3 text-start font-semi hover:bg-sunken focus-visible:-outline-offset-2 md:px-5">
            <span>
              <Marked text={answer.question} search={search} />
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-ink-2 transition-transform group-data-[state=open]:rotate-180"
            />
          </Accordion.Trigger>
        </h2>
      </Accordion.Header>
      <Accordion.Content>
        <AnswerText answer={answer} search={search} problem={problem} />
      </Accordion.Content>
    </Accordion.Item>
  );
}

type NothingFoundProps = { search: string; onClear: () => void; onAsk: () => void };

function NothingFound({ search, onClear, onAsk }: NothingFoundProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={SearchX}
        title={`No answer has “${search.trim().slice(0, 60)}” in it`}
        text="Try a shorter word, or ask us."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onClear}>Clear search</Button>
            <Button variant="primary" onClick={onAsk}>
              Ask us about it
            </Button>
          </div>
        }
      />
    </div>
  );
}

/** A text with its bold words and the search matches. */
function Marked({ text, search }: { text: string; search: string }) {
  return toSegments(text, search).map((segment, at) => (
    <Stretch key={`${at} ${segment.text}`} {...segment} />
  ));
}

function Stretch({ text, bold, found }: Segment) {
  const shown = found ? <mark className="rounded-sm bg-warn-soft text-ink">{text}</mark> : text;
  return bold ? <strong className="font-semi text-ink">{shown}</strong> : shown;
}

type AnswerTextProps = { answer: Answer; search: string; problem: string | undefined };

/** The answer to a question; `problem` names the row that the user came for. */
function AnswerText({ answer, search, problem }: AnswerTextProps) {
  return (
    <div className="grid max-w-[640px] gap-3 px-4 pt-1.5 pb-4.5 text-ink-2 md:px-5">
      {answer.blocks.map((block, at) => (
        <Block key={`${answer.key} ${at}`} block={block} search={search} problem={problem} />
      ))}
      {answer.picture && <Picture {...answer.picture} />}
    </div>
  );
}

/** The same part of the screen in light and in dark colors; the one that is not shown is not fetched. */
function Picture({ name, alt }: AnswerPicture) {
  const { light, dark, width, height } = findPicture(name);
  const shared = { width, height, loading: 'lazy', decoding: 'async' } as const;
  const look = 'h-auto max-w-full rounded-xl border border-line';
  return (
    <>
      <img {...shared} src={light} alt={alt} className={`${look} in-data-[theme=dark]:hidden`} />
      <img {...shared} src={dark} alt={alt} className={`${look} not-in-data-[theme=dark]:hidden`} />
    </>
  );
}

function Block({ block, search, problem }: Omit<AnswerTextProps, 'answer'> & { block: AnswerBlock }) {
  if (block.kind === 'text') {
    return (
      <p className="text-pretty">
        <Marked text={block.text} search={search} />
      </p>
    );
  }
  return (
    <table className="w-full border-collapse text-sm max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {block.head.map((title) => (
            <th key={title} scope="col" className="w-1/2 pe-4 pb-1.5 text-start text-xs font-semi">
              <Marked text={title} search={search} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {block.rows.map(({ key, cells }) => (
          <tr
            key={key}
            aria-current={key === problem || undefined}
            className={cx(
              'border-t border-line align-top max-md:block max-md:py-2',
              key === problem && 'bg-sunken',
            )}
          >
            {cells.map((cell, at) => (
              <td
                key={block.head[at]}
                className="py-2 pe-4 text-pretty first:font-medium first:text-ink max-md:block max-md:py-0.5"
              >
                <Marked text={cell} search={search} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
