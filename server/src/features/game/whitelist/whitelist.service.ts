import {
  anyOf,
  isSteamHex,
  manageMembers,
  manageUsers,
  STEAM_HEX_LENGTH,
  type ParamsOf,
  type ResponseOf,
  type setWhitelist,
  type triggerWhitelistUpdate,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getAccount, lockAccount } from '../../people/users/users.port.ts'
import { requestWhitelistPush } from './whitelist.push.ts'

const NEEDS_STEAM_HEX =
  'This member has no valid Steam hex and no linked Discord account, so game servers could not recognise them. A Steam hex is the ' +
  `${STEAM_HEX_LENGTH} characters, 0–9 and a–f, that stand for a Steam account in the game, such as 110000112345678: enter theirs first`

const FLAG = {
  prod: { field: 'isWhitelisted', column: 'is_whitelisted' },
  dev: { field: 'isWhitelistedDev', column: 'is_whitelisted_dev' },
} as const

export type WhitelistService = ReturnType<typeof createWhitelistService>

export function createWhitelistService({ db }: { db: Db }) {
  return {
    set: (actor: Actor, { userId, whitelisted, env }: ParamsOf<typeof setWhitelist>): Promise<ResponseOf<typeof setWhitelist>> =>
      db.transaction().execute(async (tx) => {
        const { account } = await lockAccount(tx, actor, userId, anyOf(manageUsers, manageMembers))
        const { field, column } = FLAG[env]
        if (account[field] === whitelisted) return account
        if (whitelisted && !isSteamHex(account.steamId ?? '') && !(await isKnownOtherwise(tx, userId)))
          throw new AppError('invalid_input', NEEDS_STEAM_HEX, 'steamId')
        await tx
          .updateTable('users')
          .set({ [column]: whitelisted })
          .where('id', '=', userId)
          .execute()
        await recordAudit(tx, actor, whitelisted ? 'user.whitelisted' : 'user.unwhitelisted', {
          subjectType: 'user',
          subjectId: userId,
          before: { [field]: !whitelisted },
          after: { [field]: whitelisted },
        })
        await requestWhitelistPush(tx, actor, [env])
        return getAccount(tx, userId)
      }),

    push: (actor: Actor): Promise<ResponseOf<typeof triggerWhitelistUpdate>> =>
      db.transaction().execute(async (tx) => {
        const serverIds = await requestWhitelistPush(tx, actor, ['prod', 'dev'])
        const members = await countWhitelisted(tx)
        const servers = serverIds.length
        await recordAudit(tx, actor, 'whitelist.pushed', { subjectType: 'portal', subjectId: 'portal', after: { servers, members } })
        return { servers, members, serverIds }
      }),
  }
}

async function countWhitelisted(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.or([
        eb('is_whitelisted', '=', true),
        eb('is_whitelisted_dev', '=', true),
        eb('is_entitled', '=', true),
        eb('is_entitled_dev', '=', true),
      ]),
    )
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether game servers recognise the member without Steam. */
async function isKnownOtherwise(tx: Tx, userId: number): Promise<boolean> {
  const known = await tx
    .selectFrom('player_identities')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '<>', 'steam')
    .executeTakeFirst()
  return known !== undefined
}
