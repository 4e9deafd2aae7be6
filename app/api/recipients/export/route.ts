import { answerFile } from '@/app/api/answer';
import { exportRecipients } from '@/lib/server/recipients/export';
import { readTableFormat, TABLE_TYPES } from '@/lib/sheets/write/table';

export function GET(request: Request): Promise<Response> {
  const format = readTableFormat(new URL(request.url).searchParams.get('format'));
  return answerFile(exportRecipients(format), (content) => ({
    content,
    fileName: `countersign-recipients.${format}`,
    contentType: TABLE_TYPES[format],
  }));
}
