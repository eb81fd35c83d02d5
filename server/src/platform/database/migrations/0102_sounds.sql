-- Sounds of the community's own, by the digest of their content, which settings name. Each is a WAV file of at most five seconds.
create table sound_files (
  digest text primary key,
  content bytea not null check (length(content) <= 240044),
  uploaded_at timestamptz not null default now()
);
