import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Card, Panel } from '@picksync/ui/card.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { SettingRow, SettingsPanel, SettingsSection, SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { SideBlock } from '@picksync/ui/side-block.tsx';
import { Cell, HeadCell, NoteRow, Row, RowGroup, Table, TableHead } from '@picksync/ui/table.tsx';
import { KeyRound } from 'lucide-react';
import { useId } from 'react';
import { Specimen } from './specimen.tsx';

/** What frames other things. */
export function Panels() {
  return (
    <>
      <Specimen name="Card, Panel">
        {(theme) => (
          <>
            <Card>A card</Card>
            <Panel title={`A panel, ${theme}`} actions={<Button size="sm">Action</Button>}>
              <p className="px-5 py-4 text-sm">Its body reaches its edges.</p>
            </Panel>
          </>
        )}
      </Specimen>
      <Specimen name="Table">{(theme) => <Automations theme={theme} />}</Specimen>
      <Specimen name="SettingsSection, SettingsPanel, SettingRow, SettingsSkeleton">
        {(theme) => (
          <>
            <Settings theme={theme} />
            <SettingsSkeleton rows={2} />
          </>
        )}
      </Specimen>
      <Specimen name="SideBlock">
        {(theme) => (
          <SideBlock title={`Connection, ${theme}`} aside={<Badge tone="good">Connected</Badge>}>
            office@northwind.example
          </SideBlock>
        )}
      </Specimen>
    </>
  );
}

function Automations({ theme }: { theme: string }) {
  return (
    <Panel title={`Automations, ${theme}`}>
      <Table aria-label="Automations">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell className="w-32">Status</HeadCell>
        </TableHead>
        <RowGroup>
          <Row>
            <Cell>
              <Name>Clients into Time sheet</Name>
            </Cell>
            <Cell>
              <Badge tone="good">Active</Badge>
            </Cell>
          </Row>
        </RowGroup>
        <RowGroup>
          <Row>
            <Cell>
              <Name>Regions into pipeline</Name>
            </Cell>
            <Cell>
              <Badge tone="bad">Error</Badge>
            </Cell>
          </Row>
          <NoteRow columns={2}>
            <span className="text-xs text-bad">The column was deleted.</span>
          </NoteRow>
        </RowGroup>
      </Table>
    </Panel>
  );
}

function Settings({ theme }: { theme: string }) {
  return (
    <SettingsSection id={useId()} title={`Sign-in, ${theme}`} isAddressed={false}>
      <SettingsPanel title="Ways to sign in">
        <SettingRow
          title="Password"
          detail="Changed in May"
          icon={<KeyRound aria-hidden="true" />}
          action={<Button size="sm">Change</Button>}
        />
        <SettingRow title="Passkeys" badge={<Badge tone="neutral">None</Badge>} />
      </SettingsPanel>
    </SettingsSection>
  );
}
