/** The JSON between the console's page and the routes of the sandbox, with the types of the code that writes it. */
import type { ChannelPost } from '../../channels/channels.routes.ts';
import type { toBooks } from '../../payments/books.ts';
import type { Mail as InboxMail } from '../../postmark/inbox.ts';
import type { CallReport } from '../../smartsheet/api/call-log.ts';
import type { toEvent } from '../console.routes.ts';
import type { toReportView } from '../report.view.ts';
import type { CellView, toOverview, toRowViews, toSheetView } from '../sheet.view.ts';

export type { Faults } from '../../faults/faults.ts';
export type { PaymentFaults } from '../../payments/payment-faults.ts';
export type { Contact } from '../../smartsheet/model.ts';
export type { CallReport, ChannelPost };

export type Cell = CellView;
export type CellValue = Cell['value'];
export type Row = ReturnType<typeof toRowViews>[number];
export type Sheet = ReturnType<typeof toSheetView>;
export type Column = Sheet['columns'][number];
export type Overview = ReturnType<typeof toOverview>;
export type SheetSummary = Overview['sheets'][number];
export type Report = ReturnType<typeof toReportView>;
export type PlaceView = Overview['places'][number];
export type Account = Overview['accounts'][number];
export type Change = ReturnType<typeof toEvent>;
export type Tally = CallReport['accounts'][string];

export type Mail = Pick<InboxMail, 'id' | 'at' | 'from' | 'subject' | 'text' | 'html'> & { to: string };

/** What the product answered when it was told that a mail came back. */
export type MailReport = { addresses: string[]; isTold: boolean; statuses: (number | null)[] };

export type Books = ReturnType<typeof toBooks>;
export type Movement = Books['movements'][number];
export type Dispute = Books['disputes'][number];
export type Delivery = Books['deliveries'][number];
