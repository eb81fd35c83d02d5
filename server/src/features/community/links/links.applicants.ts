import type { DiscordReturn, DiscordStarted } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor, Caller } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { EmitAll } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { assertMayJoin } from '../../people/barred/barred.port.ts'
import { linkedChanges } from '../discord/discord.port.ts'
import type { DiscordOAuth, DiscordUser } from './links.oauth.ts'
import * as repo from './links.repo.ts'
import type { FindClient } from './links.service.ts'
import type { DiscordStates } from './links.states.ts'

type Deps = {
  readonly client: FindClient
  readonly oauth: DiscordOAuth
  readonly states: DiscordStates
  readonly countStart: HourlyLimit
  readonly happened: Happened
}
export type ApplicantLinks = ReturnType<typeof createApplicantLinks>

const OTHERWISE = 'Try again in a few minutes.'

/** Applicants prove a Discord account, which is linked once they have an account here. */
export function createApplicantLinks({ client: findClient, oauth, states, countStart, happened }: Deps) {
  const requireClient = async () => {
    const client = await findClient()
    if (!client) throw new AppError('feature_off', 'Discord is not set up here')
    return client
  }

  return {
    start: async (caller: Caller, registrationId: number, origin: string): Promise<DiscordStarted> => {
      await countStart(networkOf(caller.address))
      return states.start(await requireClient(), { kind: 'apply', registrationId }, origin)
    },

    /** Whose account it is in Discord. */
    finish: async (registrationId: number, given: DiscordReturn): Promise<DiscordUser> => {
      const client = await requireClient()
      const { returnUrl } = await states.finish({ kind: 'apply', registrationId }, given)
      return oauth.identify(client, { ...given, returnUrl }, OTHERWISE)
    },

    assertFree: async (tx: Tx, discordId: string): Promise<void> => {
      await assertMayJoin(tx, { discordId }, "This Discord account can't be used here")
      if (await repo.linkOfDiscord(tx, discordId))
        throw new AppError('conflict', 'This Discord account is linked to an account here already. Sign in with Discord instead.')
    },

    /** Links a new member's account, unless another member has linked it meanwhile. */
    link: async (tx: Tx, emitAll: EmitAll, actor: Actor, userId: number, user: DiscordUser): Promise<void> => {
      await assertMayJoin(tx, { discordId: user.discordId })
      if (!(await repo.insertFreeLink(tx, userId, user))) return
      const after = { discordId: user.discordId, username: user.username, how: 'page' }
      await recordAudit(tx, actor, 'discord.linked', { subjectType: 'user', subjectId: userId, after })
      await happened('linkChanged', tx)
      await emitAll(await linkedChanges(tx, user.discordId))
    },
  }
}
