import {
  levelOf,
  LicenseKind,
  manageUsers,
  ROOT_LEVEL,
  type BodyOf,
  type decideSharedLicense,
  type Identifiers,
  type PlayerIdentifiers,
  type SharedLicense,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { tellAll } from '../notices/notices.port.ts'
import { idsAbove, lockAccount, lockUsers, readAccount, type Authorize } from '../users/users.port.ts'
import type { PlayerCodes } from './players.codes.ts'
import * as repo from './players.repo.ts'
import type { PlayerMatch, SeenLicense } from './players.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly authorize: Authorize }
export type PlayerService = ReturnType<typeof createPlayerService>
export type Players = Pick<PlayerService, 'see'> & { readonly codes: PlayerCodes }
/** A player with the account that was matched, and whether the game server's word may add to how it is recognised. */
export type SeenPlayer = { readonly identifiers: Identifiers; readonly match: PlayerMatch | undefined }

export function createPlayerService({ db, publish, authorize }: Deps) {
  const list = async (actor: Pick<Actor, 'user'>): Promise<SharedLicense[]> =>
    (await repo.sharedLicenses(db, idsAbove(actor.user))).map((shared) => ({ ...shared, mayDecide: mayDecide(actor, shared.members) }))

  return {
    /**
     * Notes what members play with. A licence beside a proved identifier is kept as one by which game servers recognise the member, unless the key
     * is limited.
     */
    see: async (players: readonly SeenPlayer[], isLimited: boolean): Promise<void> => {
      const seen = players.flatMap(({ identifiers, match }) => (match ? licensesOf(identifiers, match, isLimited) : []))
      if (seen.length === 0) return
      const known = await repo.knownLicenses(db, seen)
      const fresh = seen.filter((each) => !known.has(repo.licenseKey(each)))
      if (fresh.length === 0) return
      await inTransaction(db, publish, async (tx) => {
        await repo.lockLicenses(tx)
        if (await repo.noteLicenses(tx, fresh)) await advanceStream(tx, 'waiting', { userId: EVERYONE })
      })
    },

    identifiers: async (actor: Actor, userId: number): Promise<PlayerIdentifiers> => {
      await readAccount(db, actor, userId)
      return repo.playerIdentifiers(db, userId)
    },

    list,

    countFor: async (actor: Pick<Actor, 'user'>): Promise<number> => (await list(actor)).filter((shared) => shared.mayDecide).length,

    decide: (actor: Actor, { kind, license, userId: winner }: BodyOf<typeof decideSharedLicense>): Promise<Record<never, never>> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        await repo.lockLicenses(tx)
        const holders = (await repo.holdersOf(tx, kind, license)).map(({ userId }) => userId)
        await lockUsers(tx, [actor.userId, ...holders])
        const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
        if (holders.length < 2) throw new AppError('conflict', 'This license has been decided already')
        const accounts = []
        for (const userId of holders) accounts.push((await lockAccount(tx, actor, userId, manageUsers)).account)
        if (winner !== null && !holders.includes(winner))
          throw new AppError('invalid_input', 'This member has not proved the license', 'userId')
        if (!mayDecide({ user: own }, accounts)) throw new AppError('forbidden', "You can't decide on your own license: ask someone else")
        await authorize(
          tx,
          { actor, own },
          {
            changes: accounts.map((account) => ({ userId: account.userId, signIn: { account, act: 'decide on its license' } })),
            fields: { signIn: 'userId', ranks: 'userId' },
            write: () => repo.settleLicense(tx, kind, license, winner),
          },
        )
        for (const userId of holders) {
          const after = { license, isTheirs: winner === null ? null : userId === winner }
          await recordAudit(tx, actor, 'user.license-decided', { subjectType: 'user', subjectId: userId, after })
        }
        await advanceStream(tx, 'waiting', { userId: EVERYONE })
        if (winner !== null) {
          const words = (userId: number) => (userId === winner ? 'is yours' : 'is not yours')
          const told = holders.map((userId) => ({
            userId,
            notice: {
              title: 'Your game license was decided on',
              text: `The staff decided that the game license ending in ${license.slice(-6)} ${words(userId)}.`,
              path: '/user/settings',
            },
          }))
          await tellAll(tx, emitAll, told)
        }
        return {}
      }),
  }
}

const licensesOf = (identifiers: Identifiers, { userId, kind: by, isProved }: PlayerMatch, isLimited: boolean): SeenLicense[] =>
  LicenseKind.options.flatMap((kind) => {
    const license = identifiers[kind]
    // A licence vouches for no other: a chain of them could lead anywhere.
    const isKept = isProved && !isLimited && (by === 'steam' || by === 'discord')
    return license === undefined ? [] : [{ userId, kind, license, isProved: isKept }]
  })

/** Nobody decides on their own but Root, whom nobody else may decide on. */
const mayDecide = ({ user }: Pick<Actor, 'user'>, members: readonly { readonly userId: number }[]): boolean =>
  levelOf(user) >= ROOT_LEVEL || !members.some(({ userId }) => userId === user.userId)
