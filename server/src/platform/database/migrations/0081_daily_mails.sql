-- Members who want a daily mail about what waits for them, and the day of the last one, by the community's clock.
create table daily_mails (
  user_id integer primary key references users (id) on delete cascade,
  sent_on date
);
