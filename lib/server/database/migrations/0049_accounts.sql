-- Finds the other accounts of a person, which count together against a limit over time by requester.
CREATE INDEX "sign_ins_identity_keys" ON "sign_ins" USING gin ("identity_keys");
