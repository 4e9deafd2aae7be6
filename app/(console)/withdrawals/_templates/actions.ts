'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { deleteTemplate, saveTemplate } from '@/lib/server/templates/templates';
import type { TemplateFailure } from '@/lib/templates/contract';

/** Saves a request or a form as a template; takes unchecked input. */
export async function saveTemplateAction(input: unknown): Promise<Result<{ templateId: string }, TemplateFailure>> {
  return measureAction('saveTemplate', saveTemplate, input);
}

/** Deletes a template by its ID; takes unchecked input. */
export async function deleteTemplateAction(input: unknown): Promise<Result<null, TemplateFailure>> {
  return measureAction('deleteTemplate', deleteTemplate, input);
}
