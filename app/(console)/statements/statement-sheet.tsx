import { Money } from '@/components/values/money';
import { describeType } from '@/components/transfers/describe-type';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { DownloadLink } from '@/components/data/download-link';
import { Button } from '@/components/ui/button';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { ProfileName } from '@/components/profiles/profile-name';
import { Address } from '@/components/values/address';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { MAX_PDF_LINES } from '@/lib/documents/pdf-document';
import { downloadRoutes, routes } from '@/lib/http/routes';
import type { StatementView } from '@/lib/server/statements/read';
import {
  describeMonth,
  formatUtc,
  listStatementNotices,
  STATEMENT_BASIS,
  type StatementChoice,
  type StatementLine,
  writeStatementChoice,
} from '@/lib/statements/statement';
import { countStatementPdfLines } from '@/lib/statements/statement-pdf';
import { formatCount } from '@/lib/text/locale';

/** A statement: what its reader must know, the sums, the files, and its first lines. */
export function StatementSheet({ statement }: { statement: StatementView }) {
  const { choice, sums, lines } = statement;
  const notices = listStatementNotices(statement);
  const isTooLong = countStatementPdfLines(statement) > MAX_PDF_LINES;
  return (
    <div className="space-y-4">
      {notices.length > 0 && (
        <Notice look="warn" title="Read this first">
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Notice>
      )}
      <Panel title="Summary" aside={<Files choice={choice} isTooLong={isTooLong} />}>
        <Facts>
          <Fact name="Statement">
            <ProfileName id={choice.profile} />, <UntrustedText text={choice.asset} limit={200} />,{' '}
            {describeMonth(choice.month)}
          </Fact>
          <Fact name="Completed transfers">{formatCount(sums.lines)}</Fact>
          <Fact name="In">
            <Money amount={sums.in} asset={choice.asset} />
          </Fact>
          <Fact name="Out">
            <Money amount={sums.out} asset={choice.asset} />
          </Fact>
          <Fact name="Net">
            <Money isSigned amount={sums.net} asset={choice.asset} />
          </Fact>
          <Fact name="Fees, part of in and out">
            {sums.fees.length === 0
              ? 'none'
              : sums.fees.map(({ asset, fee }) => (
                  <div key={asset}>
                    <Money amount={fee} asset={asset} />
                  </div>
                ))}
          </Fact>
        </Facts>
        <p className="mt-3 text-label text-dim">{STATEMENT_BASIS}</p>
      </Panel>
      <Lines statement={statement} />
      {lines.length < sums.lines && (
        <p className="text-body text-dim">
          The first {formatCount(lines.length)} of {formatCount(sums.lines)} movements.{' '}
          {isTooLong ? 'CSV and Excel have all of them.' : 'Each file has all of them.'}
        </p>
      )}
    </div>
  );
}

function Files({ choice, isTooLong }: { choice: StatementChoice; isTooLong: boolean }) {
  const address = `${downloadRoutes.statement}?${writeStatementChoice(choice).toString()}`;
  return (
    // No Link: prefetching a file would record an export.
    <div className="flex flex-wrap items-center justify-end gap-2 print:hidden">
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
  { title: 'Reference and transfer' },
  { title: 'Counterparty' },
  { title: 'Amount', isNumber: true },
  { title: 'Fee', isNumber: true },
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
  return (
    <DataTable label="Movements" columns={COLUMNS}>
      <tbody className="divide-y divide-line border-t border-line">
        {lines.map((line) => (
          <Line key={line.transferId} line={line} asset={choice.asset} />
        ))}
      </tbody>
    </DataTable>
  );
}

function Line({ line, asset }: { line: StatementLine; asset: string }) {
  const { transferId, createdAt, reference, type, amount, fee, change } = line;
  return (
    <tr>
      <TextCell>
        <span className="whitespace-nowrap">{readableText(formatUtc(createdAt), 40)}</span>
        <div className="text-label text-dim">{describeType(type === '' ? undefined : type)}</div>
      </TextCell>
      <TextCell>
        {reference !== '' && <UntrustedText text={reference} limit={200} />}
        <Link
          href={routes.transfer(transferId)}
          prefetch={false}
          className="block font-mono text-label text-dim underline"
        >
          <UntrustedText text={transferId} limit={200} />
        </Link>
      </TextCell>
      <TextCell>
        <Counterparty line={line} />
      </TextCell>
      {[
        { value: amount, of: line.asset },
        { value: fee, of: line.asset },
        { value: change, of: asset },
      ].map(({ value, of }, index) => (
        <NumberCell key={index}>
          <Signed amount={value} asset={of} />
        </NumberCell>
      ))}
    </tr>
  );
}

function Signed({ amount, asset }: { amount: string | undefined; asset: string }) {
  return amount === undefined ? (
    <span className="text-dim">not given</span>
  ) : (
    <Money isSigned amount={amount} asset={asset} />
  );
}

function Counterparty({ line: { recipient, address, network } }: { line: StatementLine }) {
  if (recipient === '' && address === '') return <span className="text-dim">not given</span>;
  return (
    <>
      {recipient !== '' && (
        <div>
          <UntrustedText text={recipient} limit={200} />
        </div>
      )}
      {address !== '' && <Address address={readableText(address, 200)} network={network} />}
    </>
  );
}
