-- An admin finds characters by how the name begins, deleted ones too.
create index characters_name_idx on characters (lower(name) text_pattern_ops);
