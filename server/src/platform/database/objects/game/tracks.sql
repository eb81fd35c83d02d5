-- Keeps the number and size of all track blocks by ten minutes, from which old ones are chosen for deletion.
create function track_block_totals() returns trigger language plpgsql as $$
begin
  insert into track_totals as t (since, blocks, bytes)
    select date_bin('10 minutes', started_at, 'epoch'), sign * count(*), sign * sum(octet_length(data) + 200)
    from changed, (values (case tg_op when 'INSERT' then 1 else -1 end)) as s (sign) group by 1, sign order by 1
    on conflict (since) do update set blocks = t.blocks + excluded.blocks, bytes = t.bytes + excluded.bytes;
  return null;
end $$;
create trigger track_blocks_added after insert on track_blocks referencing new table as changed
  for each statement execute function track_block_totals();
create trigger track_blocks_deleted after delete on track_blocks referencing old table as changed
  for each statement execute function track_block_totals();
