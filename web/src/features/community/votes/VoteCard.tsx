import { Button } from '@mantine/core'
import { cancelVote, endVote, type Vote } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import { Ballots } from './Ballots.tsx'
import { refreshVotes } from './votes.queries.ts'
import classes from './Votes.module.css'
import { Row } from '../../../ui/layout.tsx'

type VoteCardProps = { vote: Vote; mayManage: boolean; now: Date }

/** A vote with its totals. */
export function VoteCard({ vote, mayManage, now }: VoteCardProps) {
  const { voteId, question, options, ballotCount, channel, state, createdBy, createdAt, endsAt, version } = vote
  const [showsBallots, setShowsBallots] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = async (endpoint: typeof endVote | typeof cancelVote) => {
    const isEnd = endpoint === endVote
    const isSure = await confirm({
      title: isEnd ? 'End this vote now?' : 'Call this vote off?',
      body: isEnd ? 'The result is posted in Discord.' : 'It will have no result, and nobody can vote any more.',
      subject: question,
      confirmLabel: isEnd ? 'End the vote' : 'Call it off',
      danger: !isEnd,
      startsAtCancel: true,
    })
    if (!isSure) return
    // The card goes to the past ones.
    const list = heading.current?.closest<HTMLElement>('[data-votes]')
    try {
      await call(endpoint, { params: { voteId }, body: { version } })
      notify.success(isEnd ? 'The vote has ended' : 'The vote is called off')
    } catch (error) {
      reportError(error)
    }
    await refreshVotes()
    list?.focus()
  }
  return (
    <li className={classes.vote}>
      <Row as="header" gap="4px 10px">
        <h3 ref={heading} className={classes.question}>
          {question}
        </h3>
        <StatusBadge tone={VOTE_STATES[state].tone} variant="soft">
          {VOTE_STATES[state].words}
        </StatusBadge>
      </Row>
      <p className={classes.facts}>
        <a href={channel.url} target="_blank" rel="noopener noreferrer">
          #{channel.name}
        </a>{' '}
        · {voteCountWords(ballotCount)} · <span title={dateTime(endsAt)}>{endWords(vote, now)}</span> · started by {createdBy.name},{' '}
        {dateTime(createdAt)}
      </p>
      <Bars options={options} ballotCount={ballotCount} />
      <Row gap={6}>
        <Button size="xs" variant="default" onClick={() => setShowsBallots(true)}>
          Who voted<span className="visually-hidden">: {question}</span>
        </Button>
        {mayManage && state === 'open' && (
          <>
            <ActionButton size="xs" variant="default" action={() => stop(endVote)}>
              End now<span className="visually-hidden">: {question}</span>
            </ActionButton>
            <ActionButton size="xs" variant="subtle" color="danger" action={() => stop(cancelVote)}>
              Call off<span className="visually-hidden">: {question}</span>
            </ActionButton>
          </>
        )}
      </Row>
      {showsBallots && <Ballots vote={vote} onClose={() => setShowsBallots(false)} />}
    </li>
  )
}

type BarsProps = Pick<Vote, 'options' | 'ballotCount'>

/** How many voted for each option. */
function Bars({ options, ballotCount }: BarsProps) {
  const first = leaders(options)
  return (
    <ul className={classes.bars} aria-label="Options">
      {options.map(({ label, count }, place) => (
        // oxlint-disable-next-line no-array-index-key -- an option is its place
        <li key={place} data-first={first.includes(place) || undefined}>
          <span className={classes.label}>{label}</span>
          <span className={classes.count}>
            {count.toLocaleString('en')} ({percentOf(count, ballotCount)} %)
          </span>
          <span className={classes.track} aria-hidden>
            <i style={{ width: `${percentOf(count, ballotCount)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const VOTE_STATES: Readonly<Record<Vote['state'], { words: string; tone: StatusTone }>> = {
  open: { words: 'Open', tone: 'available' },
  ended: { words: 'Ended', tone: 'off' },
  cancelled: { words: 'Called off', tone: 'warning' },
}

export const percentOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
export const voteCountWords = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`

/** 'Ends in 2 h', 'Ended 1 May 2026, 14:05 by R. Delgado'. */
export function endWords({ state, endsAt, ended }: Pick<Vote, 'state' | 'endsAt' | 'ended'>, now: Date): string {
  if (!ended) return Date.parse(endsAt) <= now.getTime() ? 'Ends now' : `Ends ${relativeTime(endsAt, now)}`
  return `${state === 'cancelled' ? 'Called off' : 'Ended'} ${dateTime(ended.at)}${ended.by ? ` by ${ended.by.name}` : ''}`
}

/** The places of those with the most votes; none where nobody voted. */
export function leaders(options: Vote['options']): readonly number[] {
  const most = Math.max(0, ...options.map(({ count }) => count))
  return most === 0 ? [] : options.flatMap(({ count }, place) => (count === most ? [place] : []))
}
