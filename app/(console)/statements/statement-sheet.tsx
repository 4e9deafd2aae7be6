import type { ReactNode } from 'react';
import { Money } from '@/components/values/money';
import { describeType } from '@/components/transfers/describe-type';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { DownloadLink } from '@/components/data/download-link';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { ProfileName } from '@/components/profiles/profile-name';
import { ShortAddress } from '@/components/values/short-address';
import { shortenId } from '@/components/values/short-id';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { MAX_PDF_LINES } from '@/lib/documents/pdf-document';
import { downloadRoutes, routes } from '@/lib/http/routes';
import type { StatementView } from '@/lib/server/statements/read';
import {
  describeMonth,
  FEES_LABEL,
  findCounterparty,
  formatUtc,
  listMonthNotices,
  listStatementWarnings,
  STATEMENT_BASIS,
  type StatementChoice,
  type StatementLine,
  writeStatementChoice,
} from '@/lib/statements/statement';
import { countStatementPdfLines } from '@/lib/statements/statement-pdf';
import { countDecimals, writeDecimals } from '@/lib/money/format-amount';
import { formatCount } from '@/lib/text/locale';

/** A statement: what its reader must know, the sums, the files, and its first lines. */
export function StatementSheet({ statement }: { statement: StatementView }) {
  const { choice, sums, lines } = statement;
  const warnings = listStatementWarnings(statement);
  const monthNotices = listMonthNotices(statement);
  const isTooLong = countStatementPdfLines(statement) > MAX_PDF_LINES;
  return (
    <div className="space-y-4">
      {warnings.length > 0 && (
        <Notice look="warn" title="Read this first">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      <Panel title="Summary" aside={<Files choice={choice} isTooLong={isTooLong} />}>
        {/* On the screen the fields above say it. */}
        <p className="mb-2 hidden print:block">
          <ProfileName id={choice.profile} />, <UntrustedText text={choice.asset} limit={200} />,{' '}
          {describeMonth(choice.month)}
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure name="Completed transfers">{formatCount(sums.lines)}</Figure>
          <Figure name="In">
            <Money amount={sums.in} asset={choice.asset} />
          </Figure>
          <Figure name="Out">
            <Money amount={sums.out} asset={choice.asset} />
          </Figure>
          <Figure name="Net">
            <Money isSigned amount={sums.net} asset={choice.asset} />
          </Figure>
          <Figure name={FEES_LABEL}>
            {sums.fees.length === 0
              ? 'none'
              : sums.fees.map(({ asset, fee }) => (
                  <div key={asset}>
                    <Money amount={fee} asset={asset} />
                  </div>
                ))}
          </Figure>
        </dl>
      </Panel>
      {monthNotices.length > 0 && <p className="text-body text-dim">{monthNotices.join(' ')}</p>}
      <Lines statement={statement} />
      {lines.length < sums.lines && (
        <p className="text-body text-dim">
          The first {formatCount(lines.length)} of {formatCount(sums.lines)} movements.{' '}
          {isTooLong ? 'CSV and Excel have all of them.' : 'Each file has all of them.'}
        </p>
      )}
      <p className="text-label text-dim">{STATEMENT_BASIS}</p>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-dim">{name}</dt>
      <dd className="text-heading font-semibold">{children}</dd>
    </div>
  );
}

function Files({ choice, isTooLong }: { choice: StatementChoice; isTooLong: boolean }) {
  const address = `${downloadRoutes.statement}?${writeStatementChoice(choice).toString()}`;
  return (
    // No Link: prefetching a file would record an export.
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:justify-end print:hidden">
      <DownloadLink href={`${address}&format=csv`} label="Download CSV" />
      <DownloadLink href={`${address}&format=xlsx`} label="Download Excel" />
      {isTooLong ? (
        <>
          <Button disabled aria-describedby="pdf-disabled-reason">
            Download PDF
          </Button>
          <p id="pdf-disabled-reason" className="w-full text-right text-label text-dim">
            A PDF may have {formatCount(MAX_PDF_LINES)} lines. Download CSV instead.
          </p>
        </>
      ) : (
        <DownloadLink href={`${address}&format=pdf`} label="Download PDF" />
      )}
    </div>
  );
}

const COLUMNS = [
  { title: 'Created (UTC)' },
  { title: 'Reference' },
  { title: 'Counterparty', isExtra: true },
  { title: 'Amount', isNumber: true, isExtra: true },
  { title: 'Fee', isNumber: true, isExtra: true },
  { title: 'Balance change', isNumber: true },
];

function Lines({ statement: { choice, lines } }: { statement: StatementView }) {
  if (lines.length === 0)
    return (
      <Panel>
        <p className="text-dim">
          No completed transfers changed this balance in {describeMonth(choice.month)}. Choose another profile, asset or
          month.
        </p>
      </Panel>
    );
  // Numbers and heads end together: a column has room for no more decimals than it shows.
  const decimalsOf = (column: 'amount' | 'fee' | 'change') =>
    Math.max(
      ...lines.map(({ [column]: value = '', asset }) =>
        countDecimals(writeDecimals(value.replace('-', ''), column === 'change' ? choice.asset : asset)),
      ),
    );
  const decimals = { amount: decimalsOf('amount'), fee: decimalsOf('fee'), change: decimalsOf('change') };
  return (
    <DataTable label="Movements" columns={COLUMNS}>
      <tbody className="divide-y divide-line border-t border-line">
        {lines.map((line) => (
          <Line key={line.transferId} line={line} asset={choice.asset} decimals={decimals} />
        ))}
      </tbody>
    </DataTable>
  );
}

interface LineProps {
  line: StatementLine;
  asset: string;
  decimals: Record<'amount' | 'fee' | 'change', number>;
}

function Line({ line, asset, decimals }: LineProps) {
  const { transferId, createdAt, reference, type, amount, fee, change } = line;
  const shown = readableText(transferId, 200);
  const otherAsset = line.asset === asset ? undefined : line.asset;
  return (
    <tr>
      <TextCell className="max-sm:min-w-20">
        <span className="sm:whitespace-nowrap">{readableText(formatUtc(createdAt), 40)}</span>
        <div className="text-label text-dim">{describeType(type === '' ? undefined : type)}</div>
      </TextCell>
      <TextCell className="max-sm:min-w-24">
        <Link
          href={routes.transfer(transferId)}
          prefetch={false}
          aria-label={reference === '' ? `Transfer ${shown}` : undefined}
          title={reference === '' ? shown : undefined}
          className="font-mono underline"
        >
          {reference === '' ? shortenId(shown) : <UntrustedText text={reference} limit={200} />}
        </Link>
        {reference !== '' && (
          <div title={shown} className="font-mono text-label text-dim">
            {shortenId(shown)}
          </div>
        )}
      </TextCell>
      <TextCell isExtra>
        <Counterparty line={line} />
      </TextCell>
      <NumberCell isExtra>
        <Money isSigned isColumn decimals={decimals.amount} amount={amount} asset={otherAsset} unit={line.asset} />
      </NumberCell>
      <NumberCell isExtra>
        <Money isSigned isColumn decimals={decimals.fee} amount={fee} asset={otherAsset} unit={line.asset} />
      </NumberCell>
      <NumberCell>
        <Money isSigned isColumn decimals={decimals.change} amount={change} unit={asset} />
      </NumberCell>
    </tr>
  );
}

function Counterparty({ line }: { line: StatementLine }) {
  const counterparty = findCounterparty(line);
  if (!counterparty) return <span className="text-dim">not given</span>;
  const { recipient, address } = counterparty;
  return (
    <>
      {recipient !== '' && (
        <div>
          <UntrustedText text={recipient} limit={200} />
        </div>
      )}
      {address !== '' && <ShortAddress address={readableText(address, 200)} network={line.network} />}
    </>
  );
}
