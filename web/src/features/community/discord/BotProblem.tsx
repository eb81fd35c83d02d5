import { accessSubject, discordAdmin, isAllowed, type DiscordBot } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'

/** What keeps the bot from working, and who can do something about it. Nothing while it works. */
export function BotProblem({ bot: { state, problem }, isAtConnection = false }: { bot: DiscordBot; isAtConnection?: boolean }) {
  const mayConnect = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  if (problem === '' || (state !== 'waiting' && state !== 'refused')) return null
  return (
    <Banner
      tone={state === 'refused' ? 'danger' : 'warning'}
      announce
      title={state === 'refused' ? 'The bot can’t connect.' : 'Discord can’t be reached.'}
      action={mayConnect && !isAtConnection && <Link to="/discord/connection">Connection</Link>}
    >
      {problem}{' '}
      {state === 'refused'
        ? mayConnect
          ? ''
          : 'Ask an admin, or someone with DISCORD_ADMIN.'
        : 'What is to be done waits, and is done once it is back.'}
    </Banner>
  )
}
