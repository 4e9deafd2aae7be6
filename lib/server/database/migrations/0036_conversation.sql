-- Conversation on a request: comments, questions, answers, and questions that their authors withdrew. None changes.
CREATE TABLE "request_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"question_id" bigint,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "request_comments_kind" CHECK (kind in ('COMMENT', 'QUESTION', 'ANSWER', 'WITHDRAWN')),
	CONSTRAINT "request_comments_question" CHECK ((kind in ('ANSWER', 'WITHDRAWN')) = (question_id is not null)),
	CONSTRAINT "request_comments_body" CHECK (case when kind = 'WITHDRAWN' then body = '' else char_length(body) between 1 and 1000 end)
);
--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_version" FOREIGN KEY ("request_id","version") REFERENCES "public"."request_versions"("request_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_comments" ADD CONSTRAINT "request_comments_answered" FOREIGN KEY ("question_id") REFERENCES "public"."request_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_comments_request" ON "request_comments" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "request_comments_of_question" ON "request_comments" USING btree ("question_id") WHERE question_id is not null;--> statement-breakpoint
CREATE TRIGGER "request_comments_append_only" BEFORE UPDATE OR DELETE ON "request_comments" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "request_comments_not_truncated" BEFORE TRUNCATE ON "request_comments" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
