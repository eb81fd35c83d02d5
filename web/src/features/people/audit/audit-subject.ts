import { SETTINGS, type AuditEntry } from '@tenfour/contract'
import { linkOptions, type LinkProps } from '@tanstack/react-router'

type Subject = Pick<AuditEntry, 'subjectType' | 'subjectId' | 'subjectName'>
type Named = { readonly name: string; readonly link?: LinkProps }

/** The name of an entry's subject, and the page where it is administered. */
export function auditSubject({ subjectType, subjectId, subjectName }: Subject): Named {
  if (subjectType === 'discord') return discordSubject(subjectId, subjectName)
  if (subjectType === 'portal') return { name: 'The portal', link: linkOptions({ to: '/admin' }) }
  if (subjectType === 'setting') {
    const title = SETTINGS.find(({ key }) => key === subjectId)?.title
    if (title === undefined) return { name: `setting ${subjectId}` }
    return { name: title, link: linkOptions({ to: '/admin/settings', search: { q: title } }) }
  }
  const name = subjectName ?? (subjectId === 'all' ? `all ${subjectType}s` : `${subjectType} ${subjectId}`)
  if (subjectType === 'user') return { name, link: linkOptions({ to: '/admin/users/$userId', params: { userId: Number(subjectId) } }) }
  const link = PAGES[subjectType]
  return { name, ...(link && { link }) }
}

const PAGES: Readonly<Record<string, LinkProps>> = {
  role: linkOptions({ to: '/admin/roles' }),
  key: linkOptions({ to: '/servers/list' }),
  server: linkOptions({ to: '/servers/list' }),
  department: linkOptions({ to: '/admin/departments' }),
  rank: linkOptions({ to: '/admin/departments' }),
  announcement: linkOptions({ to: '/staff/announcements' }),
  entitlement: linkOptions({ to: '/discord/entitlements' }),
  offence: linkOptions({ to: '/admin/offences' }),
  field: linkOptions({ to: '/admin/fields' }),
  'cad-value': linkOptions({ to: '/admin/cad-values' }),
  character: linkOptions({ to: '/admin/records' }),
  vehicle: linkOptions({ to: '/admin/records' }),
  import: linkOptions({ to: '/admin/imports' }),
}

/** Subjects in Discord that there is one of. */
const DISCORD_PARTS: Readonly<Record<string, Named>> = {
  connection: { name: 'The connection to Discord', link: linkOptions({ to: '/discord/connection' }) },
  joining: { name: 'Joining with Discord', link: linkOptions({ to: '/discord/joining' }) },
  conduct: { name: 'Code of conduct', link: linkOptions({ to: '/discord/conduct' }) },
  'log-events': { name: 'Events in Discord', link: linkOptions({ to: '/discord/posts' }) },
  'patrol-notice': { name: 'Patrol notice', link: linkOptions({ to: '/discord/posts' }) },
  failed: { name: 'All failed jobs', link: linkOptions({ to: '/discord/logs' }) },
}

/** Everything else in Discord is 'ticket:1', 'vote:3', the id of a job, or Discord's own id of a server, a channel or a role. */
function discordSubject(subjectId: string, subjectName: string | null): Named {
  const part = DISCORD_PARTS[subjectId]
  if (part) return part
  const [kind = '', id] = subjectId.split(':')
  const name = subjectName ?? (id === undefined ? (kind.length < 16 ? `Discord job ${kind}` : `Discord ${kind}`) : `${kind} ${id}`)
  switch (kind) {
    case 'ticket':
      return { name, link: linkOptions({ to: '/discord/tickets/$ticketId', params: { ticketId: id ?? '' } }) }
    case 'vote':
      return { name, link: linkOptions({ to: '/discord/votes' }) }
    case 'announcement':
    case 'text':
      return { name, link: linkOptions({ to: '/discord/posts' }) }
    default:
      return { name, link: linkOptions({ to: subjectName === null && kind.length < 16 ? '/discord/logs' : '/discord/list' }) }
  }
}
