-- The rules that a decision was made under stay as they were, like the decision itself.
CREATE TRIGGER "policy_versions_append_only" BEFORE UPDATE OR DELETE ON "policy_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER "policy_versions_not_truncated" BEFORE TRUNCATE ON "policy_versions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
