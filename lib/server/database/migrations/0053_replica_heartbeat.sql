CREATE TABLE "replica_heartbeat" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replica_heartbeat_single" CHECK (id = 1)
);
--> statement-breakpoint
INSERT INTO "replica_heartbeat" DEFAULT VALUES;
