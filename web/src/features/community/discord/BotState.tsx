import { Text } from '@mantine/core'
import { type DiscordJobs, accessSubject, discordAdmin, isAllowed, type DiscordBot } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useClock } from '../../../platform/format/clock.ts'
import { count, waitingWords } from './discord.labels.ts'
import classes from './Discord.module.css'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'

/** How far the portal is with what it wants done in Discord. */
export function JobsBar({ jobs, hasLink = true }: { jobs: DiscordJobs; hasLink?: boolean }) {
  const { doneToday, waiting, failed, held } = jobs
  const waits = useClock((now) => waitingWords(jobs, now))
  const all = doneToday + waiting + held
  return (
    <section className={classes.jobs} aria-label="Jobs">
      <Text component="h2" size="md" fw={620}>
        Jobs
      </Text>
      {/* Nothing to do is all done. */}
      <progress className={classes.progress} max={Math.max(1, all)} value={all === 0 ? 1 : doneToday} aria-label="Done today" />
      <span className={classes.jobsWords}>
        {count(doneToday)} {doneToday === 1 ? 'change' : 'changes'} today,{' '}
        <span className={failed > 0 ? classes.failed : undefined}>{count(failed)} failed</span>, {waits}
        {held > 0 && `, ${count(held)} ${held === 1 ? 'removal' : 'removals'} held`}
      </span>
      {hasLink && (
        <Link to="/discord/logs" search={failed > 0 ? { 'f.state': 'failed' } : {}}>
          {failed > 0 ? 'See what failed' : 'All jobs'}
        </Link>
      )}
    </section>
  )
}

const TITLES = {
  refused: 'The bot can’t connect.',
  waiting: 'Discord can’t be reached.',
  connected: 'Part of the bot does not work.',
} as const

/** The problem that keeps the bot, or a part of it, from working, and who can solve it. Nothing is shown while the whole bot works. */
export function BotProblem({ bot: { state, problem }, isAtConnection = false }: { bot: DiscordBot; isAtConnection?: boolean }) {
  const mayConnect = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  if (problem === '' || state === 'off' || state === 'connecting') return null
  return (
    <Banner
      tone={state === 'refused' ? 'danger' : 'warning'}
      announce
      title={TITLES[state]}
      action={mayConnect && !isAtConnection && <Link to="/discord/connection">Connection</Link>}
    >
      {problem} {state === 'waiting' && 'Jobs wait, and are done once the bot is back.'}
      {state !== 'waiting' && !mayConnect && 'Ask an admin, or someone with DISCORD_ADMIN.'}
    </Banner>
  )
}
