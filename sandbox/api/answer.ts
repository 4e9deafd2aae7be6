import type { Context } from 'koa';
import { type Problem, problemBody } from '@/sandbox/problems';

/** Answers a call with a problem, as application/problem+json. */
export function answerProblem(ctx: Context, problem: Problem): void {
  ctx.status = problem.status;
  ctx.body = problemBody(problem);
  ctx.type = 'application/problem+json';
}
