-- Pictures for the look of the portal, by the digest of their content, which settings name. Anyone may fetch them.
create table look_pictures (
  digest text primary key,
  content bytea not null,
  thumbnail bytea not null,
  uploaded_at timestamptz not null default now()
);
