import { answerScim } from '@/lib/server/directory/answer-scim';

type Context = { params: Promise<{ path: string[] }> };

/** Answers the company's directory (SCIM 2.0). */
async function answerDirectory(request: Request, { params }: Context): Promise<Response> {
  return answerScim(request, (await params).path);
}

export {
  answerDirectory as DELETE,
  answerDirectory as GET,
  answerDirectory as PATCH,
  answerDirectory as POST,
  answerDirectory as PUT,
};
