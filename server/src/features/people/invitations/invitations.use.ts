import {
  communityNameSetting,
  isSteamHex,
  type BodyOf,
  type CurrentUser,
  type InvitationOffer,
  type joinByInvitation,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { isActor, type Actor, type Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import { hashLinkCode } from '../../../platform/auth/link-codes.ts'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { WithToken } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { openSessionIn } from '../auth/auth.port.ts'
import { acceptConduct, getAccount, lockUsers, recordChange, type NewcomersConduct } from '../users/users.port.ts'
import {
  giveToMember,
  giveToNew,
  lackingOf,
  lockGrant,
  NoLongerHolds,
  rightsOf,
  whileItHolds,
  whyNotAccept,
  type GrantDeps,
} from './invitations.grant.ts'
import * as repo from './invitations.repo.ts'
import { announce, subject } from './invitations.service.ts'
import type { LimitTries } from './invitations.tries.ts'

type Deps = GrantDeps & {
  readonly db: Db
  readonly publish: Publish
  readonly attempts: AttemptGuard
  readonly limitTries: LimitTries
  readonly happened: Happened
  readonly conduct: NewcomersConduct
  readonly settings: Settings
}
type Join = BodyOf<typeof joinByInvitation>

/** The acts of those who hold a code. */
export function createInvitationUse({ db, publish, attempts, limitTries, happened, conduct, settings, ...deps }: Deps) {
  /** Each network's wrong codes are counted separately, so that nobody can keep others from joining. */
  const withCode = async <T>(caller: Caller, code: string, work: (invitation: repo.Stored, codeHash: Buffer) => Promise<T>): Promise<T> => {
    const attempt = await attempts.begin('invitation', caller.address, networkOf(caller.address))
    if (attempt.waitSeconds > 0) {
      throw new AppError('too_many_attempts', `Too many wrong codes: try again in ${attempt.waitSeconds} s`, 'code')
    }
    const codeHash = hashLinkCode(code)
    const invitation = await repo.findCurrent(db, codeHash)
    if (!invitation) throw notValid()
    await attempt.succeeded()
    if (invitation.pausedBecause !== null) throw isPaused()
    return work(invitation, codeHash).catch(async (error: unknown) => {
      if (!(error instanceof NoLongerHolds)) throw error
      await pause(invitation.id, error.message)
      throw isPaused()
    })
  }

  const pause = (invitationId: number, because: string): Promise<void> =>
    inTransaction(db, publish, async (tx, emit) => {
      if (!(await repo.pauseInvitation(tx, invitationId, because))) return
      await recordAudit(tx, {}, 'invitation.paused', { ...subject(invitationId), after: { pausedBecause: because } })
      await advanceStream(tx, 'waiting', { userId: EVERYONE })
      await announce(emit)
    })

  const offerTo = async (caller: Caller | Actor, invitation: repo.Stored, own: CurrentUser): Promise<InvitationOffer['member']> => {
    if (!isActor(caller)) return null
    const account = caller.user
    const [lacks, wasUsed] = [await lackingOf(db, account, invitation), await repo.wasUsedBy(db, invitation.id, account.userId)]
    const { userId, name } = account
    return { userId, name, gains: [...lacks.gains], refusal: whyNotAccept(own, { invitation, account, lacks, wasUsed }) }
  }

  return {
    look: (caller: Caller | Actor, code: string): Promise<InvitationOffer> =>
      withCode(caller, code, async (invitation) => {
        const own = await rightsOf(db, invitation)
        const [current, ofRank] = [await conduct.current(db), await repo.whitelistsOf(db, invitation)]
        const { departmentId, department, fullName, rankId, rank, whitelists } = invitation
        return {
          communityName: settings.get(communityNameSetting),
          madeBy: invitation.makerName,
          department: departmentId === null ? null : { departmentId, name: department ?? '', fullName: fullName ?? '' },
          rank: rankId === null ? null : { rankId, rankName: rank ?? '' },
          whitelists: [...whitelists],
          placesLeft: invitation.places - invitation.used,
          expiresAt: invitation.expiresAt.toISOString(),
          steamHex: { isRequired: whitelists.length > 0, for: [...new Set([...whitelists, ...ofRank])] },
          conduct: current && { number: current.number, text: current.text },
          member: await offerTo(caller, invitation, own),
        }
      }),

    join: (caller: Caller, { code, ...join }: Join): Promise<WithToken<CurrentUser>> =>
      withCode(caller, code, (invitation, codeHash) =>
        limitTries(invitation.id, caller.address, async () => {
          const { name, emailAddress, steamId } = join
          const account = { name, emailAddress, steamId, passwordHash: await hashPassword(join.password) }
          const { token, userId } = await inTransaction(db, publish, async (tx, emit) => {
            const taken = await takePlace(tx, codeHash)
            if (taken.whitelists.length > 0 && !isSteamHex(steamId)) {
              throw new AppError('invalid_input', 'Enter your Steam hex: the whitelist needs it', 'steamId')
            }
            const created = await whileItHolds(async (personally) => {
              await lockGrant(tx, taken)
              await lockUsers(tx, [taken.answeredBy])
              const giver = { actor: {}, own: await rightsOf(tx, taken) }
              return giveToNew(deps, tx, giver, taken, account, personally)
            })
            await acceptConduct(tx, conduct, created.userId, join.conduct)
            await recordUse(tx, { userId: created.userId }, taken.id, true)
            const opened = await openSessionIn(tx, caller, created.userId, { device: join.device })
            await announce(emit)
            return { userId: created.userId, token: opened }
          })
          const loaded = await loadCurrentUser(db, userId)
          if (!loaded) throw notValid()
          return { token, result: loaded.user }
        }),
      ),

    accept: (actor: Actor, code: string): Promise<CurrentUser> =>
      withCode(actor, code, async (_invitation, codeHash) =>
        inTransaction(db, publish, async (tx, emit) => {
          const taken = await takePlace(tx, codeHash)
          await whileItHolds(() => lockGrant(tx, taken))
          await lockUsers(tx, [taken.answeredBy, actor.userId])
          const [own, account] = [await rightsOf(tx, taken), await getAccount(tx, actor.userId)]
          if (account.isDisabled || account.isDeleted) throw notValid()
          const lacks = await lackingOf(tx, account, taken)
          const wasUsed = await repo.wasUsedBy(tx, taken.id, actor.userId)
          const refusal = whyNotAccept(own, { invitation: taken, account, lacks, wasUsed })
          if (refusal !== null) throw new AppError('forbidden', refusal)
          await whileItHolds(() => giveToMember(deps, tx, { actor, own }, { account, lacks }))
          await recordUse(tx, actor, taken.id, false)
          const changed = await recordChange(tx, actor, account, happened)
          await announce(emit)
          return changed
        }).catch((error: unknown) => {
          throw violates(error, 'invitation_uses_pkey') ? new AppError('forbidden', 'You have used this invitation already') : error
        }),
      ),
  }
}

async function takePlace(tx: Tx, codeHash: Buffer): Promise<repo.Stored> {
  const taken = await repo.takePlace(tx, codeHash)
  if (!taken) throw notValid()
  return taken
}

async function recordUse(tx: Tx, actor: { readonly userId: number }, invitationId: number, isNew: boolean): Promise<void> {
  await repo.insertUse(tx, invitationId, actor.userId, isNew)
  await recordAudit(tx, actor, 'invitation.used', { ...subject(invitationId), after: { userId: actor.userId, isNew } })
}

/** One answer for codes that are unknown, ended, expired or used up: nobody learns which codes there were. */
const notValid = () =>
  new AppError('not_found', 'This invitation is not valid: it has ended or expired, or all its places are taken. Ask for another', 'code')
const isPaused = () =>
  new AppError('conflict', 'This invitation is paused. An admin has been told: try again later, or ask for another', 'code')
