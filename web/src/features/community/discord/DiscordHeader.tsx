import type { DiscordGuild } from '@tenfour/contract'
import { useNow } from '../../../platform/format/use-now.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import type { DiscordOverview } from './discord-changes.ts'
import { BOT_TONES, botWords, memberWords } from './discord.labels.ts'
import classes from './Discord.module.css'
import { Row } from '../../../ui/layout.tsx'

type DiscordHeaderProps = {
  title: string
  known: DiscordOverview | undefined
  guild?: DiscordGuild | undefined
  onGuild?: (guildId: string) => void
}

/** The top of every page of Manage Discord: the state of the bot. */
export const DiscordHeader = ({ title, known, guild, onGuild }: DiscordHeaderProps) => (
  <PageHeader title={title} subtitle={known ? <StatusLine known={known} guild={guild} onGuild={onGuild} /> : '\u00A0'} />
)

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
