import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Faults } from '../contract.ts';
import { Board } from '../controls.tsx';
import { PageBody, PageHead } from '../page-frame.tsx';
import { faultsQuery, overviewQuery } from '../queries.ts';
import { isAnyOn, replaceFaults } from './edit-faults.ts';
import { AnswerCards, ConnectionCards, LicenseCard, RevokeCard, ScopeCard } from './fault-cards.tsx';

/** What Smartsheet does wrong. A change applies from the next call on. */
export function FaultsPage() {
  const { data: faults } = useSuspenseQuery(faultsQuery);
  const { accounts } = useSuspenseQuery(overviewQuery).data;
  const isOn = isAnyOn(faults);
  const save = (change: Partial<Faults>) => void replaceFaults({ ...faults, ...change });
  return (
    <>
      <PageHead
        title="Faults"
        facts={
          isOn
            ? 'Some faults are on. They apply from the next call on.'
            : 'All faults are off. Turn on what should go wrong.'
        }
        actions={
          <Button disabled={!isOn} onClick={() => void replaceFaults({})}>
            Turn all off
          </Button>
        }
      />
      <PageBody>
        <Board>
          <AnswerCards faults={faults} save={save} />
          <ConnectionCards faults={faults} save={save} />
          <RevokeCard accounts={accounts} faults={faults} />
          <LicenseCard accounts={accounts} />
          <ScopeCard accounts={accounts} faults={faults} save={save} />
        </Board>
      </PageBody>
    </>
  );
}
