-- Which end of the warrants' history was last posted in the general logs in Discord, and when.
alter table discord_log_choice
  add column history_entries bigint not null default 0,
  add column history_posted_at timestamptz;
