/** Matches a UUID in lower case with hyphens, as PostgreSQL writes one: "0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11". */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
