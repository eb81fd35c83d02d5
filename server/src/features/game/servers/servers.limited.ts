import type { CurrentUser } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** A game server that keeps being refused need not be recorded each time. */
const NOTED_EVERY_MS = 60_000

/**
 * A key that was issued by someone below Admin is limited: it neither acts for members with roles, permissions or capabilities nor signs
 * them in. Each refusal is recorded for the server's page.
 */
export function createLimitedKeys(db: Db) {
  const notedAt = new Map<number, number>()

  const note = async (keyId: number, message: string): Promise<void> => {
    if (Date.now() - (notedAt.get(keyId) ?? -Infinity) < NOTED_EVERY_MS) return
    notedAt.set(keyId, Date.now())
    await sql`
      insert into key_refusals (key_id, message) values (${keyId}, ${message})
      on conflict (key_id) do update set last_at = excluded.last_at, message = excluded.message`.execute(db)
  }

  const isLimited = async (keyId: number): Promise<boolean> => {
    const key = await db.selectFrom('api_keys').select('is_limited').where('id', '=', keyId).executeTakeFirst()
    return key?.is_limited !== false
  }

  return {
    isLimited,
    /** Whether the key may not act for this member. */
    refuses: async (keyId: number, user: CurrentUser, message: string): Promise<boolean> => {
      if (!isPrivileged(user)) return false
      const key = await db.selectFrom('api_keys').select('is_limited').where('id', '=', keyId).executeTakeFirst()
      if (key?.is_limited === false) return false
      if (key) await note(keyId, message)
      return true
    },
  }
}

const isPrivileged = ({ roles, userPermissions, userDepartments }: CurrentUser): boolean =>
  roles.length > 0 || userPermissions.length > 0 || userDepartments.some(({ capabilities }) => capabilities.length > 0)
