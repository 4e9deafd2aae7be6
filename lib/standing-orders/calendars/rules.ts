import { type BankCalendar, SATURDAY_AND_SUNDAY } from '@/lib/standing-orders/calendars/calendar';
import { listChapsClosingDays } from '@/lib/standing-orders/calendars/chaps';
import { listFedwireClosingDays } from '@/lib/standing-orders/calendars/fedwire';
import { listT2ClosingDays } from '@/lib/standing-orders/calendars/t2';

/** A calendar as a person chooses it. */
export interface OfferedCalendar extends BankCalendar {
  label: string;
  /** Zone in which its days begin; undefined for a calendar that names none. */
  timeZone?: string;
}

const weekend = SATURDAY_AND_SUNDAY;

/** The calendars that follow a rule, each from its first year on; what they say of a year never ends. */
export const RULE_CALENDARS: readonly OfferedCalendar[] = [
  { name: 'T2', label: 'T2 (euro)', timeZone: 'Europe/Berlin', weekend, listClosingDays: listT2ClosingDays },
  {
    name: 'Fedwire',
    label: 'Fedwire (US dollar)',
    timeZone: 'America/New_York',
    weekend,
    listClosingDays: listFedwireClosingDays,
  },
  {
    name: 'CHAPS',
    label: 'CHAPS (pound sterling)',
    timeZone: 'Europe/London',
    weekend,
    listClosingDays: listChapsClosingDays,
  },
];
