import type { CurrentUser } from '@tenfour/contract'
import {
  IconAdjustments,
  IconBeach,
  IconBell,
  IconBrandDiscord,
  IconCar,
  IconChecklist,
  IconClock,
  IconClockSearch,
  IconFileText,
  IconGavel,
  IconHeartHandshake,
  IconId,
  IconListSearch,
  IconMap2,
  IconRadio,
  IconScale,
  IconServer,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
  IconUserOff,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHomeLinks } from '../../../platform/view/page-links.ts'
import { useShowAll } from '../../../ui/use-show-all.tsx'
import classes from './HomePage.module.css'

/** The icons of the links; a page that has none here has a sheet of paper. */
const ICONS: Readonly<Record<string, Icon>> = {
  '/cad': IconRadio,
  '/livemap': IconMap2,
  '/user/patrol': IconClock,
  '/user/reports': IconFileText,
  '/user/warrants': IconScale,
  '/user/characters': IconId,
  '/user/approvals': IconChecklist,
  '/warrants': IconGavel,
  '/user/legal': IconGavel,
  '/staff/members': IconUsers,
  '/user/department': IconUsersGroup,
  '/user/former-members': IconUserOff,
  '/staff/announcements': IconSpeakerphone,
  '/staff/patrol-viewer': IconClockSearch,
  '/user/patrols': IconClockSearch,
  '/staff/leave-requests': IconBeach,
  '/user/leave-requests': IconBeach,
  '/discord/list': IconBrandDiscord,
  '/admin': IconAdjustments,
  '/admin/users': IconUserShield,
  '/servers/list': IconServer,
  '/user/lookups': IconListSearch,
  '/user/grants': IconCar,
  '/user/conduct': IconHeartHandshake,
  '/user/tickets': IconTicket,
  '/user/notices': IconBell,
  '/user/settings': IconSettings,
}

export function QuickLinks({ user }: { user: CurrentUser }) {
  const links = useHomeLinks(user)
  const { list, button } = useShowAll({ count: links.length, first: 0, words: `All ${links.length} pages` })
  return (
    <>
      <ul {...list} aria-label="Pages" className={classes.links}>
        {links.map(({ to, label }) => {
          const LinkIcon = ICONS[to] ?? IconFileText
          return (
            <li key={to}>
              <Link to={to} className={classes.link}>
                <LinkIcon size={18} stroke={1.7} aria-hidden />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
      {button}
    </>
  )
}
