CREATE TABLE "batch_progress" (
	"batch_key" uuid PRIMARY KEY NOT NULL,
	"maker_id" uuid NOT NULL,
	"done" integer NOT NULL,
	"count" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
