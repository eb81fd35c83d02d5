/** Explains an export to people who have nothing else of Tenfour. docs/export.md says the same. */
export const README = `# An export of Tenfour

Everything that this community has written in its portal, at one moment. Nothing here needs Tenfour to be read.
It names people and has what they wrote: keep it as carefully as the portal itself.

| | |
|---|---|
| \`tables.json\` | the version and the moment; each table with its rows, its key, its columns (type, whether it may be null, which column it refers to), the columns that were left out, and its files |
| \`tables/<table>.jsonl\` | each table as JSON lines: UTF-8, one row a line, an object with the columns |
| \`tables/<table>.csv\` | the same rows as CSV (RFC 4180): UTF-8, the first line has the names of the columns |
| \`pictures/<table>/<key>.webp\` | pictures, as they were uploaded or made; the column of the row has the name of the file |

A table of more than 512 MB continues in \`<table>.2.jsonl\`, \`<table>.2.csv\` and so on; each CSV file has the names of the columns. Rows are in the order of
their key.

JSON lines are exact. In CSV, null is an empty cell and an empty text is \`""\`; texts that begin with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line end have a \`'\` before
them, so that no spreadsheet program runs them as a formula.

- Moments are in UTC. Days are those of the community. Numbers may have more than 15 digits: read \`bigint\` columns exactly.
- Bytes are \`\\x\` with hexadecimal digits.
- \`json\` columns are values in JSON lines, and texts in CSV.

Left out are secrets and hashes (passwords, keys, tokens, codes; sealed texts), smaller copies of pictures, columns that the database computes from others, the
tables of sessions and one-time links, and the queue of jobs.
`
