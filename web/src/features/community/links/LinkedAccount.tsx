import type { DiscordLink } from '@tenfour/contract'
import { IconBrandDiscord } from '@tabler/icons-react'
import { dateTime } from '../../../platform/format/dates.ts'
import classes from './Discord.module.css'

export const LinkedAccount = ({ link: { displayName, username, linkedAt } }: { link: DiscordLink }) => (
  <div className={classes.account}>
    <IconBrandDiscord size={22} stroke={1.5} aria-hidden />
    <div className={classes.names}>
      <span className={classes.name}>{displayName}</span>
      <span className="muted">
        {username}, linked since {dateTime(linkedAt)}
      </span>
    </div>
  </div>
)
