import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { countedList, IdParam, Instant, instantInput, trimmed, Version } from '../values.ts'
import { manageDiscord, Snowflake } from './discord.ts'
import { votesSwitch } from './votes.settings.ts'

export const VOTE_QUESTION_LENGTH = 200
export const VOTE_OPTION_LENGTH = 80
export const VOTE_OPTIONS = { min: 2, max: 10 } as const
export const VOTE_MINUTES = { min: 10, max: 30 * 24 * 60 } as const

const Person = z.object({ userId: z.int(), name: z.string() })

export const Vote = z.object({
  voteId: z.int(),
  question: z.string(),
  /** The options in the order of their buttons. */
  options: z.array(z.object({ label: z.string(), count: z.int() })),
  ballotCount: z.int(),
  channel: z.object({ channelId: z.string(), name: z.string(), server: z.string(), url: z.string() }),
  state: z.enum(['open', 'ended', 'cancelled']),
  createdBy: Person,
  createdAt: Instant,
  endsAt: Instant,
  /** `by` is null if the vote's time was up. */
  ended: z.object({ at: Instant, by: Person.nullable() }).nullable(),
  version: z.int(),
})
export type Vote = z.infer<typeof Vote>

const option = trimmed(VOTE_OPTION_LENGTH).min(1, 'Enter an option')
/** An empty option is missing, which is said at its field. */
function isDistinct(options: readonly string[]): boolean {
  const given = options.filter((each) => each !== '').map((each) => each.toLowerCase())
  return new Set(given).size === given.length
}

export const NewVote = z.object({
  channelId: Snowflake,
  question: trimmed(VOTE_QUESTION_LENGTH).min(1, 'Enter a question'),
  options: countedList(
    z
      .array(option)
      .min(VOTE_OPTIONS.min, `Give at least ${VOTE_OPTIONS.min} options`)
      .max(VOTE_OPTIONS.max, `Give at most ${VOTE_OPTIONS.max} options`)
      .refine(isDistinct, 'Two options are the same'),
  ),
  endsAt: instantInput('Choose when the vote ends'),
})
export type NewVote = z.infer<typeof NewVote>

const byVote = z.object({ voteId: IdParam })

export const listVotes = defineEndpoint({
  method: 'GET',
  path: '/api/discord/votes',
  summary: 'Votes in Discord, newest first',
  access: staff,
  featureSwitch: votesSwitch,
  query: PageQuery.extend({ show: z.enum(['open', 'past']).default('open') }),
  response: pageOf(Vote),
})

export const getVote = defineEndpoint({
  method: 'GET',
  path: '/api/discord/votes/:voteId',
  summary: 'A vote with its totals',
  access: staff,
  featureSwitch: votesSwitch,
  params: byVote,
  response: Vote,
})

export const listBallots = defineEndpoint({
  method: 'GET',
  path: '/api/discord/votes/:voteId/ballots',
  summary: 'Who voted for what: votes are open, and members are told so',
  access: staff,
  featureSwitch: votesSwitch,
  params: byVote,
  query: PageQuery,
  response: pageOf(z.object({ member: Person, option: z.int(), at: Instant })),
})

export const listVotingChannels = defineEndpoint({
  method: 'GET',
  path: '/api/discord/votes/channels',
  summary: 'The channels votes can be held in',
  access: manageDiscord,
  featureSwitch: votesSwitch,
  response: z.array(z.object({ channelId: z.string(), name: z.string(), server: z.string() })),
})

export const createVote = defineEndpoint({
  method: 'POST',
  path: '/api/discord/votes',
  summary: 'Start a vote in a channel for votes',
  access: manageDiscord,
  featureSwitch: votesSwitch,
  body: NewVote,
  response: Vote,
})

export const endVote = defineEndpoint({
  method: 'POST',
  path: '/api/discord/votes/:voteId/end',
  summary: 'End a vote before its time; the result is posted',
  access: manageDiscord,
  featureSwitch: votesSwitch,
  params: byVote,
  body: z.object({ version: Version }),
  response: Vote,
})

export const cancelVote = defineEndpoint({
  method: 'POST',
  path: '/api/discord/votes/:voteId/cancel',
  summary: 'Call a vote off: it has no result',
  access: manageDiscord,
  featureSwitch: votesSwitch,
  params: byVote,
  body: z.object({ version: Version }),
  response: Vote,
})

export const listOpenVotes = defineEndpoint({
  method: 'GET',
  path: '/api/votes/open',
  summary: 'Votes one can take part in, in Discord',
  access: signedIn,
  featureSwitch: votesSwitch,
  response: z.array(
    z.object({ voteId: z.int(), question: z.string(), endsAt: Instant, url: z.string(), ownOption: z.string().nullable() }),
  ),
})
