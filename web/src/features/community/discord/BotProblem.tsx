import { accessSubject, discordAdmin, isAllowed, type DiscordBot } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'

const TITLES = { refused: 'The bot can’t connect.', waiting: 'Discord can’t be reached.', connected: 'Not all of the bot works.' } as const

/** What keeps the bot from working, or a part of it, and who can do something about it. Nothing while all of it works. */
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
      {problem} {state === 'waiting' && 'What is to be done waits, and is done once it is back.'}
      {state !== 'waiting' && !mayConnect && 'Ask an admin, or someone with DISCORD_ADMIN.'}
    </Banner>
  )
}
