CREATE TABLE "address_saves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_saves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient_id" uuid NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"normal_address" text NOT NULL,
	"identity" text NOT NULL,
	"data_sha256" text NOT NULL,
	"state" text,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "address_saves_hash" CHECK (data_sha256 ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "address_saves_state" CHECK (char_length(state) between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "address_saves" ADD CONSTRAINT "address_saves_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_saves" ADD CONSTRAINT "address_saves_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_saves_by_address" ON "address_saves" USING btree ("network","normal_address","identity","id");