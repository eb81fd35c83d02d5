import type { DiscordGuild } from '@tenfour/contract'
import { Link, useLocation } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useTabs } from '../../../platform/view/page-links.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import type { DiscordOverview } from './discord-changes.ts'
import { BOT_TONES, botWords, memberWords } from './discord.labels.ts'
import classes from './Discord.module.css'
import { Row } from '../../../ui/layout.tsx'

/** On the page itself or one below it. */
const isAt = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`)

type DiscordHeaderProps = {
  title: string
  known: DiscordOverview | undefined
  guild?: DiscordGuild | undefined
  onGuild?: (guildId: string) => void
}

/** The top of every page of Manage Discord: the state of the bot, and links to the other pages. */
export function DiscordHeader({ title, known, guild, onGuild }: DiscordHeaderProps) {
  const sections = useTabs('discord', useSignedInUser())
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <div className={classes.top}>
      <PageHeader title={title} subtitle={known ? <StatusLine known={known} guild={guild} onGuild={onGuild} /> : '\u00A0'} />
      <nav className={classes.chips} aria-label="Parts of Manage Discord">
        <ul>
          {sections.map(({ label, to, part, isOfGuild }) => (
            <li key={label}>
              <Link
                to={to}
                search={isOfGuild && guild ? { guild: guild.guildId } : {}}
                hash={part ?? ''}
                className={classes.chip}
                data-on={isAt(path, to) || undefined}
                aria-current={isAt(path, to) ? 'page' : undefined}
                onClick={() => part && document.getElementById(part)?.focus()}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** 'San Andreas Division, 1,204 members, 611 linked · bot connected 3 d, 41 ms'. */
function StatusLine({ known: { isSetUp, bot, guilds }, guild, onGuild }: Omit<DiscordHeaderProps, 'title'> & { known: DiscordOverview }) {
  const now = useNow()
  return (
    <Row as="span" gap="0 5px">
      <i className={classes.dot} data-tone={isSetUp ? BOT_TONES[bot.state] : 'off'} aria-hidden />
      {guild && guilds.length > 1 && onGuild ? (
        <select
          className={classes.guild}
          aria-label="Discord server"
          value={guild.guildId}
          onChange={({ currentTarget }) => onGuild(currentTarget.value)}
        >
          {guilds.map(({ guildId, name, leftAt }) => (
            <option key={guildId} value={guildId}>
              {leftAt === null ? name : `${name} (bot left)`}
            </option>
          ))}
        </select>
      ) : (
        guild && <span>{guild.name},</span>
      )}
      {guild && <span>{memberWords(guild)} ·</span>}
      <span>{isSetUp ? botWords(bot, now) : 'not connected'}</span>
    </Row>
  )
}
