import { COUNT_LIMIT, VOTE_MINUTES, type listVotes, type NewVote, type PageQuery, type QueryOf, type Vote } from '@tenfour/contract'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost, sendOnce } from '../posts/posts.port.ts'
import * as repo from './votes.repo.ts'
import { resultMessage, voteMessage } from './votes.labels.ts'

/** The job that ends a vote when it is due. It also runs every minute, in case one was missed. */
export const endDue = { name: 'votes-end', payload: z.object({}) } as const

const MINUTE_MS = 60_000

const emitVotes = (emit: Emit, voteIds: number[]): Promise<void> => emit('discord', {}, 'votes.changed', { voteIds })

type Deps = { readonly db: Db; readonly publish: Publish; readonly voted: (voteId: number) => void }
export type VoteService = ReturnType<typeof createVoteService>

export function createVoteService({ db, publish, voted }: Deps) {
  const finish = async (tx: Tx, emit: Emit, voteId: number): Promise<Vote> => {
    const vote = await getVote(tx, voteId)
    const { channelId } = vote.channel
    await keepPost(tx, { channelId, subject: `vote:${voteId}`, message: voteMessage(vote) })
    if (vote.state === 'ended') await sendOnce(tx, { channelId, message: resultMessage(vote) })
    await emitVotes(emit, [voteId])
    return vote
  }
  const stop = (actor: Actor, voteId: number, version: number, how: 'ended' | 'cancelled'): Promise<Vote> =>
    inTransaction(db, publish, async (tx, emit) => {
      const before = await repo.lockVote(tx, voteId)
      if (!before) throw noSuchVote()
      await assertAct(tx, how === 'ended' ? 'vote.end' : 'vote.cancel', actor, { userIds: [before.createdBy] })
      if (before.state !== 'open') throw new AppError('conflict', `This vote was already ${before.state}`)
      if (before.version !== version) throw new AppError('conflict', 'This vote has changed since you opened it')
      await (how === 'ended' ? repo.markEnded(tx, voteId, actor.userId) : repo.markCancelled(tx, voteId, actor.userId))
      await recordAudit(tx, actor, how === 'ended' ? 'discord.vote-ended' : 'discord.vote-cancelled', subject(voteId))
      return finish(tx, emit, voteId)
    })

  return {
    list: async (query: QueryOf<typeof listVotes>) => {
      const { items, counted } = await repo.list(db, query, COUNT_LIMIT + 1)
      return toPage(items, counted, query)
    },

    get: (voteId: number): Promise<Vote> => getVote(db, voteId),

    ballots: async (voteId: number, page: PageQuery) => {
      await getVote(db, voteId)
      const { items, counted } = await repo.ballotsOf(db, voteId, page, COUNT_LIMIT + 1)
      return toPage(items, counted, page)
    },

    channels: async () => {
      const channels = await channelsOfType(db, ['Voting'])
      return channels.map(({ channelId, name, guildName }) => ({ channelId, name, server: guildName }))
    },

    openFor: ({ userId }: Actor) => repo.openFor(db, userId),

    create: (actor: Actor, input: NewVote): Promise<Vote> => {
      assertEnd(input.endsAt)
      return inTransaction(db, publish, async (tx, emit) => {
        const channel = (await channelsOfType(tx, ['Voting'])).find(({ channelId }) => channelId === input.channelId)
        if (!channel) throw new AppError('invalid_input', 'Choose a channel for votes', 'channelId')
        const voteId = await repo.insertVote(tx, actor.userId, channel.guildId, input)
        const vote = await getVote(tx, voteId)
        await keepPost(tx, { channelId: channel.channelId, subject: `vote:${voteId}`, message: voteMessage(vote) })
        await enqueue(tx, endDue, {}, { runAt: new Date(input.endsAt), key: `vote-${voteId}` })
        const { question, options, endsAt } = input
        await recordAudit(tx, actor, 'discord.vote-created', {
          ...subject(voteId),
          after: { question, options, endsAt, channel: channel.name },
        })
        await emitVotes(emit, [voteId])
        return vote
      })
    },

    end: (actor: Actor, voteId: number, version: number) => stop(actor, voteId, version, 'ended'),
    cancel: (actor: Actor, voteId: number, version: number) => stop(actor, voteId, version, 'cancelled'),

    cast: async ({ userId }: Actor, voteId: number, option: number): Promise<{ label: string; endsAt: Date }> => {
      const cast = await db.transaction().execute((tx) => repo.castBallot(tx, voteId, userId, option))
      if (!cast) throw new AppError('conflict', 'This vote is over')
      voted(voteId)
      return cast
    },

    /** Updates the messages of votes in Discord, and tells the room. */
    show: (voteIds: readonly number[]): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        for (const voteId of voteIds.toSorted((a, b) => a - b)) {
          const before = await repo.lockVote(tx, voteId)
          if (before?.state !== 'open') continue
          await repo.markShown(tx, voteId)
          await keepPost(tx, { channelId: before.channelId, subject: `vote:${voteId}`, message: voteMessage(await getVote(tx, voteId)) })
        }
        await emitVotes(emit, [...voteIds])
      }),

    endDue: async (): Promise<void> => {
      for (const voteId of await repo.due(db)) {
        await inTransaction(db, publish, async (tx, emit) => {
          const before = await repo.lockVote(tx, voteId)
          if (before?.state !== 'open' || !before.isDue) return
          await repo.markEnded(tx, voteId, null)
          await finish(tx, emit, voteId)
        })
      }
    },

    unshown: () => repo.unshown(db),
  }
}

const noSuchVote = () => new AppError('not_found', 'There is no such vote')
const subject = (voteId: number) => ({ subjectType: 'discord', subjectId: `vote:${voteId}` }) as const

async function getVote(db: Db | Tx, voteId: number): Promise<Vote> {
  const vote = await repo.findVote(db, voteId)
  if (!vote) throw noSuchVote()
  return vote
}

/** Allows a minute more or less, for the clock of the caller and for choosing 10 minutes exactly. */
function assertEnd(endsAt: string): void {
  const minutes = (Date.parse(endsAt) - Date.now()) / MINUTE_MS
  if (minutes < VOTE_MINUTES.min - 1) throw new AppError('invalid_input', `A vote lasts at least ${VOTE_MINUTES.min} minutes`, 'endsAt')
  if (minutes > VOTE_MINUTES.max + 1) throw new AppError('invalid_input', 'A vote lasts at most 30 days', 'endsAt')
}
