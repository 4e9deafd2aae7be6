-- The processes that run, and the settings by which each sends; processes that differ are reported
-- (docs/operations.md#several-processes).
CREATE TABLE "console_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"send_settings" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
