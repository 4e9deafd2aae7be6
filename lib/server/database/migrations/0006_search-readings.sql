CREATE INDEX "request_comments_text" ON "request_comments" USING gin (fold_case(body) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "approval_withdrawals_reason" ON "approval_withdrawals" USING gin (fold_case(reason) gin_trgm_ops) WHERE reason <> '';--> statement-breakpoint
CREATE INDEX "decisions_comment" ON "decisions" USING gin (fold_case(comment) gin_trgm_ops) WHERE comment <> '';--> statement-breakpoint
CREATE INDEX "mirror_transfers_labels" ON "mirror_transfers" USING gin (mirror_labels(record));--> statement-breakpoint
CREATE INDEX "bundles_name" ON "bundles" USING gin (fold_case(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "request_versions_labels" ON "request_versions" USING gin (request_labels(body));