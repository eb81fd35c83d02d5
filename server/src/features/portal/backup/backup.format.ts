import { z } from 'zod'

/** The kinds of frames. A backup is a head, parts of a start, data and an end each, and an end. */
export const FRAME = { head: 1, start: 2, data: 3, end: 4, last: 5 } as const
export const FRAME_BYTES = 256 * 1024

/** The files of the data folder that a backup holds. */
export const KEY_FILES = ['api-key', 'history-key', 'secrets-key'] as const

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

/** The first frame: the version that made the backup, and the schema that its rows have. */
export const Head = z.object({
  version: z.string().max(100),
  madeAt: z.iso.datetime(),
  postgres: z.string().max(100),
  schema: z.object({
    number: z.int().min(1),
    migrations: z
      .array(z.object({ number: z.int().min(1), name: z.string().max(100), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
      .max(5000),
  }),
})
export type Head = z.infer<typeof Head>

export const Part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), name: z.enum(KEY_FILES) }),
  z.object({ kind: z.literal('sequences'), name: z.literal('sequences') }),
  z.object({ kind: z.literal('table'), name: Name, columns: z.array(Name).min(1).max(500) }),
])
export type Part = z.infer<typeof Part>
export type TablePart = Extract<Part, { kind: 'table' }>

export const PartEnd = z.object({ bytes: z.int().min(0), rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type PartEnd = z.infer<typeof PartEnd>

export const Last = z.object({ parts: z.int().min(0) })

/** Values of sequences: of a column as `table.column`, of the others by name. */
export const Sequences = z.record(z.string().regex(/^[a-z_][a-z0-9_.]{0,127}$/), z.int().min(0))
export type Sequences = z.infer<typeof Sequences>

/** The largest part but the tables: keys and sequences are read into memory. */
export const SMALL_PART_BYTES = 128 * 1024
/** Tables whose rows are not in a backup: what they hold is over with a restore. The schema's own are made by the migrations. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'sign_in_tickets',
  'password_links',
  'discord_link_codes',
  'discord_sign_ins',
  'steam_proofs',
  'player_codes',
  'registration_tokens',
  'registration_confirmations',
  'address_changes',
  // Files and figures of this machine; a restored portal may be on another.
  'backups',
  'health_figures',
  'schema_migrations',
  'schema_state',
  'schema_objects',
])
