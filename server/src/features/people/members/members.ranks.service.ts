import {
  headsDepartment,
  manageMembers,
  whyNotChange,
  whyNotRank,
  type AccessRule,
  type BodyOf,
  type changeRank,
  type changeRankInDepartment,
  type changeRanks,
  type CurrentUser,
  type Member,
  type previewRanks,
  type RankPreview,
  type UserRecord,
} from '@tenfour/contract'
import { recordAudit, recordAudits } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../notices/notices.port.ts'
import { getAccount, lockAccount, lockUsers, type Authorize } from '../users/users.port.ts'
import { claimMember, loadMember } from './members.account.ts'
import * as repo from './members.ranks.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly authorize: Authorize }

export type MemberRankService = ReturnType<typeof createMemberRankService>

export function createMemberRankService({ db, publish, authorize }: Deps) {
  const transact = <T>(rankField: string, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, work).catch((error: unknown) => {
      // The rank was retired at the same moment.
      throw violates(error, 'user_departments_department_id_rank_id_fkey') ? noSuchRank(rankField) : error
    })

  const changeOne = <T>(
    actor: Actor,
    userId: number,
    { departmentId, rankId, reason, version }: BodyOf<typeof changeRank>,
    rule: AccessRule,
    answer: (tx: Tx, changed: UserRecord) => T | Promise<T>,
  ): Promise<T> =>
    transact('rankId', async (tx, emit) => {
      const { own, account } = await claimMember(tx, actor, userId, rule)
      const whyNot = whyNotRank(own, account, departmentId)
      if (whyNot !== null) throw new AppError('forbidden', whyNot)
      const { member, to } = await authorize(
        tx,
        { actor, own },
        {
          changes: [{ userId, ranks: true }],
          fields: { ranks: 'rankId' },
          write: async (allowed) => {
            if (account.version !== version) throw new AppError('conflict', 'This member has changed since you opened their page')
            const step = await stepOf(tx, own, account, { departmentId, rankId })
            await repo.writeRanks(allowed, { departmentId, to: step.to, authorId: actor.userId, reason }, [userId])
            return step
          },
        },
      )
      await recordAudit(tx, actor, 'member.rank-changed', auditEntry(departmentId, member, to, reason))
      await tell(tx, emit, userId, rankNotice(member, to, reason))
      return answer(tx, await getAccount(tx, userId))
    })

  return {
    change: (actor: Actor, userId: number, wanted: BodyOf<typeof changeRank>): Promise<Member> =>
      changeOne(actor, userId, wanted, manageMembers, (tx, changed) => loadMember(tx, actor, changed)),

    /** The same for heads, who see nothing else of the member. */
    changeInDepartment: (
      actor: Actor,
      { departmentId, userId }: { departmentId: number; userId: number },
      wanted: BodyOf<typeof changeRankInDepartment>,
    ): Promise<{ userId: number; version: number }> =>
      changeOne(actor, userId, { ...wanted, departmentId }, headsDepartment, (_tx, { version }) => ({ userId, version })),

    preview: async (actor: Actor, { departmentId, toRankId, userIds }: BodyOf<typeof previewRanks>): Promise<RankPreview[]> => {
      const to = await rankOf(db, toRankId, departmentId, 'toRankId')
      const members = await repo.candidates(db, actor.user, departmentId, [...new Set(userIds)])
      return members.map((member) => ({
        userId: member.userId,
        name: member.name ?? NO_SUCH_MEMBER,
        version: member.version,
        fromRank: member.rank?.name ?? null,
        toRank: to.name,
        outcome: outcomeOf(actor.user, member, to),
      }))
    },

    changeAll: (actor: Actor, { departmentId, toRankId, members, reason }: BodyOf<typeof changeRanks>): Promise<{ changed: number }> =>
      transact('toRankId', async (tx, emit) => {
        const versions = new Map(members.map(({ userId, version }) => [userId, version]))
        if (versions.size < members.length) throw new AppError('invalid_input', 'Name each member once', 'members')
        await lockUsers(tx, [actor.userId, ...versions.keys()])
        const { own } = await lockAccount(tx, actor, actor.userId, manageMembers)
        const to = await rankOf(tx, toRankId, departmentId, 'toRankId')
        const found = await repo.candidates(tx, own, departmentId, [...versions.keys()])
        const outcomes = found.map((member) => ({ member, outcome: outcomeOf(own, member, to) }))
        const withOutcome = (outcome: RankPreview['outcome']) =>
          outcomes.filter((each) => each.outcome === outcome).map(({ member }) => member)

        const changed = found.filter(({ userId, name, version }) => name === null || versions.get(userId) !== version)
        if (changed.length > 0) {
          throw new AppError('conflict', `Nothing was changed: ${namesOf(changed)} changed since the preview`, 'members')
        }
        refuseSome('forbidden', withOutcome('above you'), 'above you')
        refuseSome('forbidden', withOutcome('yourself'), 'yourself: ask someone else')
        refuseSome('invalid_input', withOutcome('not a member'), 'not in this department')

        const steps = outcomes.filter(({ outcome }) => outcome !== 'unchanged').map(({ member }) => member)
        if (steps.length === 0) return { changed: 0 }
        const userIds = steps.map(({ userId }) => userId)
        await authorize(
          tx,
          { actor, own },
          {
            changes: userIds.map((userId) => ({ userId, ranks: true })),
            fields: { ranks: 'toRankId' },
            write: (allowed) => repo.writeRanks(allowed, { departmentId, to, authorId: actor.userId, reason }, userIds),
          },
        )
        const entries = steps.map((member) => auditEntry(departmentId, member, to, reason))
        await recordAudits(tx, actor, 'member.rank-changed', entries)
        for (const member of steps.toSorted((a, b) => a.userId - b.userId)) {
          await tell(tx, emit, member.userId, rankNotice(member, to, reason))
        }
        return { changed: steps.length }
      }),
  }
}

const NO_SUCH_MEMBER = 'No such member'
const NAMES_SHOWN = 10

async function rankOf(db: Db | Tx, rankId: number, departmentId: number, field: string): Promise<repo.RankStep> {
  const rank = await repo.findRank(db, rankId, departmentId)
  if (!rank) throw noSuchRank(field)
  return rank
}

async function stepOf(
  tx: Tx,
  own: CurrentUser,
  { userId, name }: UserRecord,
  { departmentId, rankId }: { departmentId: number; rankId: number | null },
) {
  const to = rankId === null ? null : await rankOf(tx, rankId, departmentId, 'rankId')
  const [member] = await repo.candidates(tx, own, departmentId, [userId])
  if (!member?.isInDepartment) throw new AppError('invalid_input', `${name} does not belong to this department`, 'departmentId')
  if (member.rank?.id === to?.id) throw new AppError('invalid_input', `${name} already holds this rank`, 'rankId')
  return { member, to }
}

const noSuchRank = (field: string) => new AppError('invalid_input', 'There is no such rank in this department', field)

function outcomeOf(own: CurrentUser, member: repo.Candidate, to: repo.RankStep): RankPreview['outcome'] {
  if (member.name === null || !member.isInDepartment) return 'not a member'
  if (whyNotChange(own, { userId: member.userId, ranks: true }).length > 0) return 'yourself'
  if (member.isAbove) return 'above you'
  return member.rank?.id === to.id ? 'unchanged' : repo.kindOf(member.rank, to)
}

function refuseSome(code: 'forbidden' | 'invalid_input', members: readonly repo.Candidate[], what: string): void {
  if (members.length === 0) return
  throw new AppError(code, `Nothing was changed: ${namesOf(members)} ${members.length === 1 ? 'is' : 'are'} ${what}`, 'members')
}

function namesOf(members: readonly repo.Candidate[]): string {
  const names = members.slice(0, NAMES_SHOWN).map(({ name }) => name ?? 'a member who is gone')
  const more = members.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const RANK_TITLES: Readonly<Record<repo.RankKind, (rank: string) => string>> = {
  promotion: (rank) => `You were promoted to ${rank}`,
  demotion: (rank) => `You were demoted to ${rank}`,
  change: (rank) => `Your rank is now ${rank}`,
}
const rankNotice = ({ rank }: repo.Candidate, to: repo.RankStep | null, reason: string) => ({
  title: to ? RANK_TITLES[repo.kindOf(rank, to)](to.name) : `You are no longer ${rank?.name}`,
  text: reason,
  path: '/user/home',
})

const auditEntry = (departmentId: number, { userId, rank }: repo.Candidate, to: repo.RankStep | null, reason: string) => ({
  subjectType: 'user' as const,
  subjectId: userId,
  before: { departmentId, rank: rank?.name ?? null },
  after: { departmentId, rank: to?.name ?? null, kind: repo.kindOf(rank, to), reason },
})
