import {
  cancelVote,
  createVote,
  endVote,
  getVote,
  isAllowed,
  listBallots,
  listOpenVotes,
  listVotes,
  listVotingChannels,
  signedIn,
  votesSwitch,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { createCollector } from '../../../platform/collect.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import { anyRoom, byMember, counted, type Waiting } from '../../../platform/waiting.ts'
import type { BotPart, CommunityFeature } from '../bot/bot.port.ts'
import { actorOf } from '../links/links.port.ts'
import { PREFIX } from './votes.labels.ts'
import * as repo from './votes.repo.ts'
import { createVoteService, endDue, type VoteService } from './votes.service.ts'

/** How often a message shows new totals. */
const SHOW = { everyMs: 5000, soonMs: 250 }

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly log: FastifyBaseLogger
  readonly portalUrl: string | undefined
  readonly switches: Pick<Switches, 'assertOn'>
}

export function votesFeature({ db, background, publish, log, portalUrl, switches }: Deps): CommunityFeature {
  const ballots = createCollector<number>({
    ...SHOW,
    work: (voteIds) => votes.show(voteIds),
    onError: (error) => log.warn({ err: error }, 'the totals of votes could not be shown in Discord'),
  })
  const voted = (voteId: number) => ballots.add(voteId)
  const votes = createVoteService({ db, publish, voted })
  const inJobs = createVoteService({ db: background.db, publish, voted })
  return {
    name: 'votes',
    accountExport: { ballots: ({ userId }) => repo.exportBallots(db, userId) },
    routes: async (app) => {
      route(app, listVotes, (_actor, { query }) => votes.list(query))
      route(app, listVotingChannels, () => votes.channels())
      route(app, getVote, (_actor, { params }) => votes.get(params.voteId))
      route(app, listBallots, (_actor, { params, query }) => votes.ballots(params.voteId, query))
      route(app, createVote, (actor, { body }) => votes.create(actor, body))
      route(app, endVote, (actor, { params, body }) => votes.end(actor, params.voteId, body.version))
      route(app, cancelVote, (actor, { params, body }) => votes.cancel(actor, params.voteId, body.version))
      route(app, listOpenVotes, (actor) => votes.openFor(actor))
    },
    jobs: [
      defineJob({
        ...endDue,
        featureSwitch: votesSwitch,
        schedule: '* * * * *',
        work: async () => {
          await inJobs.endDue()
          // Totals that a node had not shown yet when it was killed.
          const unshown = await inJobs.unshown()
          if (unshown.length > 0) await inJobs.show(unshown)
        },
      }),
    ],
    switches: [{ featureSwitch: votesSwitch, open: async () => [openVotes(await repo.countOpen(db))] }],
    waiting: [votesToTakePartIn],
    close: ballots.close,
    botPart: voteButtons({ db, votes, portalUrl, switches }),
  }
}

const openVotes = (count: number) => ({ count, text: count === 1 ? '1 vote is open' : `${count} votes are open` })

type ButtonDeps = Pick<Deps, 'db' | 'portalUrl' | 'switches'> & { readonly votes: VoteService }

/** The buttons under a vote. */
function voteButtons({ db, votes, portalUrl, switches }: ButtonDeps): BotPart {
  const where = portalUrl === undefined ? 'on the portal, in your account settings' : `at <${portalUrl}/user/settings>`
  return {
    buttons: [
      {
        prefix: PREFIX,
        press: async ({ discordId }, rest) => {
          const [, vote, option] = /^(\d{1,9}):(\d{1,2})$/.exec(rest) ?? []
          if (vote === undefined || option === undefined) throw new AppError('not_found', 'There is no such vote')
          switches.assertOn(votesSwitch)
          const actor = await actorOf(db, discordId)
          if (!actor || !isAllowed(signedIn, actor.subject)) {
            return { text: `Only members with a linked account vote. Link yours ${where}.` }
          }
          const { label, endsAt } = await votes.cast(actor, Number(vote), Number(option))
          return { text: `You voted for **${escapeText(label)}**. You can change it until ${discordTime(endsAt, 'f')}.` }
        },
      },
    ],
  }
}

/** Members vote in Discord, with the account that they have linked. */
const votesToTakePartIn: Waiting = {
  id: 'open-votes',
  access: signedIn,
  featureSwitch: votesSwitch,
  changedBy: [anyRoom('discord', 'votes.changed')],
  count: byMember(
    (userIds) => sql`select l.user_id as "userId", count(*)::integer as count
      from discord_links l join discord_votes v on v.state = 'open' and v.ends_at > now()
      where l.user_id = any(${userIds}::integer[])
        and not exists (select from discord_ballots b where b.vote_id = v.id and b.user_id = l.user_id)
      group by l.user_id`,
  ),
  words: counted('vote you have not taken part in', 'votes you have not taken part in'),
  path: '/user/home#votes',
}
