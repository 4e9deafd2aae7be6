CREATE TABLE "replica_heartbeats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
