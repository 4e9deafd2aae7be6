-- Both are called several times for each transfer that is stored. Written with RETURN, they are parsed once, whatever the
-- search_path of the caller, and become part of the statement; with SET search_path each call cost more than its work.
-- What they give stays the same.
CREATE OR REPLACE FUNCTION mirror_instant(written text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN written ~ '^[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])$' THEN
  CASE WHEN substr(written, 9, 2) <= '28' THEN written::timestamptz
    ELSE (left(written, 8) || '01' || substr(written, 11))::timestamptz + (substr(written, 9, 2)::int - 1) * interval '24 hours' END END;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION mirror_amount(written text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Bounded beside the pattern: bounds inside it make the match ten times slower.
RETURN CASE WHEN written ~ '^[0-9]*[.]?[0-9]+$' AND length(split_part(written, '.', 1)) <= 60
  AND length(split_part(written, '.', 2)) <= 60 THEN written::numeric END;
