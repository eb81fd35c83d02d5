-- Messages that people delete in Discord.
alter table discord_posts
  -- When someone last deleted it there. One that is deleted again soon comes back later, so that two bots do not argue about it.
  add column deleted_at timestamptz,
  -- It stays deleted until someone sends it again.
  add column is_left boolean not null default false;
create index discord_posts_by_message on discord_posts (message_id) where message_id is not null;

-- A post has one errand that failed, which is tried again in place of a second one.
update discord_errands e set state = 'dropped' where e.kind = 'post.keep' and e.state = 'failed' and exists (
  select from discord_errands n where n.kind = e.kind and n.payload ->> 'key' = e.payload ->> 'key' and n.state = 'failed' and n.id > e.id);
create index discord_errands_failed_by_key on discord_errands (kind, (payload ->> 'key')) where state = 'failed';

-- Nobody waits here for a row that someone else is about to change: then one too many is asked, which finds nothing to do.
create function ask_to_keep(of_channel text, of_post bigint, due timestamptz default null) returns void language plpgsql as $$
declare
  of_key text := of_post::text;
begin
  if due is null then
    update discord_errands set run_at = now() where id in (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null
        and attempts = 0 and run_at > now() for update skip locked);
  end if;
  if exists (select from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null) then
    return;
  end if;
  update discord_errands set state = 'waiting', attempts = 0, run_at = greatest(now(), coalesce(due, now())), ended_at = null, problem = ''
    where id = (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'failed' order by id desc limit 1
      for update skip locked);
  if not found then perform ask_discord('post.keep', 'channel:' || of_channel, of_key, due); end if;
end $$;
