'use client';

import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { discussAction } from '@/app/(console)/withdrawals/[id]/actions';
import { explainDecisionFailure } from '@/app/(console)/withdrawals/[id]/explain-decision-failure';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/form/comment-field';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Explanation } from '@/lib/http/problems';
import { type CommentView, MAX_COMMENT_LENGTH } from '@/lib/requests/conversation';
import type { RequestView } from '@/lib/requests/request-view';

interface ConversationPanelProps {
  request: RequestView;
  /** Reads the request again after something was said. */
  onChanged: () => Promise<unknown>;
  /** How often the reader asked for the field to write in; 0 until then. */
  asked: number;
  onAsk: () => void;
}

/** Shows what people said about a request, and lets the reader comment, ask and answer. */
export function ConversationPanel({ request, onChanged, asked, onAsk }: ConversationPanelProps) {
  const { comments, openQuestionIds, denialReason, askDenialReason } = request.conversation;
  const [answering, setAnswering] = useState<number>();
  const about = { requestId: request.id, version: request.version };
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  return (
    <section aria-label="Conversation" className="border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-body">Conversation</h2>
        {denialReason === null && asked === 0 && (
          <Button className="min-h-8 px-2.5 py-1 text-label print:hidden" onClick={onAsk}>
            Write
          </Button>
        )}
      </div>
      {comments.length > 0 && (
        <ol aria-label="Conversation" className="divide-y divide-line text-body">
          {comments.map((comment) => (
            <CommentLine key={comment.id} comment={comment} request={request}>
              {openQuestionIds.includes(comment.id) &&
                denialReason === null &&
                (comment.isReader ? (
                  <Say
                    label="Withdraw question"
                    remark={{ kind: 'WITHDRAWN', ...about, questionId: comment.id }}
                    onChanged={onChanged}
                  />
                ) : answering === comment.id ? (
                  <RemarkForm
                    label="Your answer"
                    buttons={[{ label: 'Answer', remark: { kind: 'ANSWER', ...about, questionId: comment.id } }]}
                    onSaid={async () => {
                      setAnswering(undefined);
                      await onChanged();
                    }}
                  />
                ) : (
                  <Button className="mt-1 min-h-8 px-2.5 py-1 text-label" onClick={() => setAnswering(comment.id)}>
                    Answer this question
                  </Button>
                ))}
            </CommentLine>
          ))}
        </ol>
      )}
      {denialReason === null && asked > 0 && (
        <RemarkForm
          ref={field}
          label="Say something about this request"
          hint={
            'Write @ and a name to notify a person. It cannot be changed later.' +
            (askDenialReason === null ? ' Nothing is sent until a question is answered.' : '')
          }
          buttons={[
            ...(askDenialReason === null ? [{ label: 'Ask a question', remark: { kind: 'QUESTION', ...about } }] : []),
            { label: 'Add comment', remark: { kind: 'COMMENT', ...about } },
          ]}
          onSaid={onChanged}
        />
      )}
    </section>
  );
}

const DEEDS: Record<CommentView['kind'], string> = {
  COMMENT: 'commented',
  QUESTION: 'asked',
  ANSWER: 'answered',
  WITHDRAWN: 'withdrew the question',
};

function CommentLine({
  comment: { id, kind, personName, isReader, version, body, at, questionId },
  request: { version: current, conversation },
  children,
}: {
  comment: CommentView;
  request: RequestView;
  children: ReactNode;
}) {
  const question = conversation.comments.find((other) => other.id === questionId);
  const isOpen = conversation.openQuestionIds.includes(id);
  return (
    <li className="py-2 [overflow-wrap:anywhere]">
      <p className="text-label text-dim">
        {isReader ? 'You' : <UntrustedText text={personName} limit={80} />} {DEEDS[kind]}, <Time iso={at} withSeconds />
        {version !== current && `, about version ${version}`}
      </p>
      {isOpen && <StatusMark tone="waiting" label="Not answered" />}
      {question && kind === 'ANSWER' && (
        <p className="border-l-2 border-line pl-2 text-label text-dim">
          <UntrustedText text={question.body} limit={160} />
        </p>
      )}
      {body.split(/\r\n|\r|\n/).map((line, index) => (
        <p key={index} className="min-h-4">
          <UntrustedText text={line} limit={MAX_COMMENT_LENGTH} />
        </p>
      ))}
      {children}
    </li>
  );
}

const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'What you wrote may or may not have been saved.',
  next: 'Load the page again to see, before you send it once more.',
};

function useSaying(onSaid: () => Promise<unknown>) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const say = async (remark: object): Promise<boolean> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const said = await callAction(discussAction, remark);
      if (!said.ok) setFailure(explainDecisionFailure(said.error));
      else await onSaid();
      return said.ok;
    } catch {
      setFailure(NO_ANSWER);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, failure, say, setFailure };
}

function Say({ label, remark, onChanged }: { label: string; remark: object; onChanged: () => Promise<unknown> }) {
  const { isBusy, failure, say } = useSaying(onChanged);
  return (
    <>
      <Button className="mt-1 min-h-8 px-2.5 py-1 text-label" disabled={isBusy} onClick={() => void say(remark)}>
        {label}
      </Button>
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
    </>
  );
}

interface RemarkFormProps {
  label: string;
  hint?: string;
  buttons: readonly { label: string; remark: object }[];
  onSaid: () => Promise<unknown>;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text with a button for each thing that it can be. The text stays until it was taken. */
function RemarkForm({ label, hint, buttons, onSaid, ref }: RemarkFormProps) {
  const [body, setBody] = useState('');
  const { isBusy, failure, say, setFailure } = useSaying(onSaid);
  const send = async (remark: object) => {
    if (body.trim() === '')
      return setFailure({ title: 'The text is empty', detail: 'Nothing was saved.', next: 'Enter a text.' });
    if (await say({ ...remark, body })) setBody('');
  };
  return (
    <div className="mt-3 space-y-2 print:hidden">
      <CommentField
        label={label}
        hint={hint}
        value={body}
        onChange={setBody}
        maxLength={MAX_COMMENT_LENGTH}
        {...(ref && { ref })}
      />
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ label: name, remark }, index) => (
          <Button
            key={name}
            look={index === 0 ? 'primary' : 'plain'}
            className="min-h-8 px-2.5 py-1 text-label"
            disabled={isBusy}
            onClick={() => void send(remark)}
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}
