-- How often each disposition is used is counted from this index alone.
create index calls_disposition_idx on calls (disposition) where disposition is not null;
