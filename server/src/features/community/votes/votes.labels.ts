import type { Vote } from '@tenfour/contract'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'

export const PREFIX = 'vote'

const BLURPLE = 0x5865f2
const GREEN = 0x23a55a
const GREY = 0x80848e
const BAR = 10

const percent = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
const bar = (count: number, all: number): string => {
  const filled = all === 0 ? 0 : Math.round((count / all) * BAR)
  return `${'▰'.repeat(filled)}${'▱'.repeat(BAR - filled)}`
}
const votesWord = (count: number): string => `${count} ${count === 1 ? 'vote' : 'votes'}`
const totals = ({ options, ballotCount }: Pick<Vote, 'options' | 'ballotCount'>): string =>
  options
    .map(({ label, count }) => `**${escapeText(label)}**\n${bar(count, ballotCount)} ${count} (${percent(count, ballotCount)} %)`)
    .join('\n')

type Shown = Pick<Vote, 'voteId' | 'question' | 'options' | 'ballotCount' | 'state' | 'endsAt'>

/** The message of a vote, with a button for each option while it is open. */
export function voteMessage(vote: Shown): OutgoingMessage {
  const { voteId, question, options, ballotCount, state, endsAt } = vote
  const title = escapeText(question)
  if (state === 'cancelled') return { title, text: 'This vote was called off. It has no result.', color: GREY }
  if (state === 'ended') return { title, text: `${totals(vote)}\n\nEnded with ${votesWord(ballotCount)}.`, color: GREEN }
  const rules = 'For members with a linked account. You can change your vote until the end. Staff see who voted for what.'
  return {
    title,
    text: `${totals(vote)}\n\n${votesWord(ballotCount)}. Ends ${discordTime(endsAt, 'R')}.\n${rules}`,
    color: BLURPLE,
    buttons: options.map(({ label }, option) => ({ id: `${PREFIX}:${voteId}:${option}`, label, style: 'secondary' })),
  }
}

/** The message with the result, sent once the vote is over. */
export function resultMessage({ question, options, ballotCount }: Shown): OutgoingMessage {
  return { title: `Result: ${escapeText(question)}`, text: `${winnerWords(options)} ${votesWord(ballotCount)} in all.`, color: GREEN }
}

function winnerWords(options: Vote['options']): string {
  const most = Math.max(...options.map(({ count }) => count))
  if (most === 0) return 'Nobody voted.'
  const first = options.filter(({ count }) => count === most).map(({ label }) => `**${escapeText(label)}**`)
  if (first.length === 1) return `${first[0]} has ${votesWord(most)}.`
  return `A tie: ${first.slice(0, -1).join(', ')} and ${first.at(-1)} have ${votesWord(most)} each.`
}
