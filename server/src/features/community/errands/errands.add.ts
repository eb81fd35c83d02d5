import type { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import { dropAskedAgain } from './errands.repo.ts'

export type NewErrand<P extends z.ZodType> = {
  readonly payload: z.input<P>
  /** Errands of one queue run one after the other. */
  readonly queue: string
  readonly guildId?: string
  /** The member whose roles or nickname it changes. */
  readonly discordId?: string
  readonly roleId?: string
  readonly runAt?: Date
}

/** In the transaction of the change that causes them. One that is asked already is not asked again. */
export async function addErrands<P extends z.ZodType>(
  tx: Tx,
  { kind, payload: schema }: { readonly kind: string; readonly payload: P },
  errands: readonly NewErrand<P>[],
): Promise<void> {
  if (errands.length === 0) return
  const rows = errands.map(({ payload, queue, guildId, discordId, roleId, runAt }) => ({
    kind,
    queue,
    guild_id: guildId ?? null,
    discord_id: discordId ?? null,
    role_id: roleId ?? null,
    payload: JSON.stringify(schema.parse(payload)),
    ...(runAt ? { run_at: runAt } : {}),
  }))
  await tx
    .insertInto('discord_errands')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
  await dropAskedAgain(tx, kind, rows)
}
