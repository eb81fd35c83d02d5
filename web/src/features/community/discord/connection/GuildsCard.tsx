import { Button } from '@mantine/core'
import { forgetDiscordGuild, removeDiscordGuild, type DiscordGuild } from '@tenfour/contract'
import { IconExternalLink } from '@tabler/icons-react'
import { useRef } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateTime, relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { BlockedButton } from '../../../../ui/BlockedButton.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../../ui/CardStates.tsx'
import { confirm, type ConfirmQuestion } from '../../../../ui/confirm.tsx'
import entries from '../../../../ui/EntryList.module.css'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { count, memberWords } from '../discord.labels.ts'
import { refreshDiscord } from '../discord.queries.ts'

type GuildsCardProps = {
  guilds: readonly DiscordGuild[] | undefined
  isError: boolean
  onRetry: () => unknown
  inviteUrl: string | null
}

/** The Discord servers the bot is in, and the way into others. */
export function GuildsCard({ guilds, isError, onRetry, inviteUrl }: GuildsCardProps) {
  const invite =
    inviteUrl === null ? (
      <BlockedButton size="xs" reason="Save the client ID first" onClick={() => undefined}>
        Invite bot
      </BlockedButton>
    ) : (
      <Button
        component="a"
        id={INVITE}
        size="xs"
        variant="default"
        href={inviteUrl}
        target="_blank"
        rel="noreferrer"
        rightSection={<IconExternalLink size={14} aria-hidden />}
      >
        Invite bot<span className="visually-hidden"> (opens Discord)</span>
      </Button>
    )
  return (
    <Card
      title="Discord servers"
      aside={guilds && guilds.length > 0 ? <span className="mono">{guilds.length}</span> : undefined}
      link={invite}
    >
      {guilds === undefined ? (
        isError ? (
          <CardError what="The Discord servers" onRetry={onRetry} />
        ) : (
          <CardLoading />
        )
      ) : guilds.length === 0 ? (
        <CardNote>The bot is in none yet. Once invited, it appears here.</CardNote>
      ) : (
        <ul className={entries.list}>
          {guilds.map((guild) => (
            <Guild key={guild.guildId} guild={guild} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const INVITE = 'discord-invite'

type Act = { question: ConfirmQuestion; step: () => Promise<unknown>; done: string; failed: string }

function Guild({ guild }: { guild: DiscordGuild }) {
  const { guildId, name, channelCount, roleCount, leftAt } = guild
  const row = useRef<HTMLLIElement>(null)
  const now = useNow()
  const act = async ({ question, step, done, failed }: Act) => {
    if (!(await confirm({ ...question, danger: true }))) return
    const leave = besideRow(row.current, document.getElementById(INVITE))
    try {
      await step()
      notify.success(done)
      await refreshDiscord()
      setTimeout(leave)
    } catch (error) {
      reportError(error, failed)
    }
  }
  const remove = () =>
    act({
      question: {
        title: `Remove ${name}?`,
        body: 'The bot leaves this Discord server. Members keep the roles they have there, and nothing is changed there any more. The types of channels and roles are kept in case it is invited again.',
        confirmLabel: 'Remove server',
      },
      step: () => call(removeDiscordGuild, { params: { guildId } }),
      done: `The bot leaves ${name}`,
      failed: `${name} was not removed`,
    })
  const forget = () =>
    act({
      question: {
        title: `Forget ${name}?`,
        body: 'The server leaves the lists, and the names and roles of its members are deleted. Tickets stay. If the bot is invited again, the server is listed again.',
        confirmLabel: 'Forget server',
      },
      step: () => call(forgetDiscordGuild, { params: { guildId }, body: {} }),
      done: `${name} is forgotten`,
      failed: `${name} was not forgotten`,
    })
  return (
    <li ref={row} className={entries.row}>
      <div className={entries.what}>
        <p className={entries.title}>{name}</p>
        <p className={entries.detail}>
          {leftAt === null ? (
            `${memberWords(guild)} · ${count(channelCount)} channels, ${count(roleCount)} roles`
          ) : (
            <span title={dateTime(leftAt)}>The bot left {relativeTime(leftAt, now)}</span>
          )}
        </p>
      </div>
      <ActionButton size="xs" variant="default" action={leftAt === null ? remove : forget}>
        {leftAt === null ? 'Remove' : 'Forget'}
        <span className="visually-hidden"> {name}</span>
      </ActionButton>
    </li>
  )
}
