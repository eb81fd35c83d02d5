import {
  accessSubject,
  admin,
  cadDepartment,
  capability,
  civilian,
  grantsLeave,
  isAllowed,
  legal,
  legalStaff,
  patrolViewer,
  signedIn,
  staff,
  warrantWriters,
  type AccessRule,
  type CurrentUser,
  type FeatureSwitch,
} from '@tenfour/contract'
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
  IconMap2,
  IconRadio,
  IconScale,
  IconListSearch,
  IconServer,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
  IconUsers,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { portalConfig } from '../../../platform/config/config.ts'
import { useSwitchedOn } from '../../../platform/features/features.ts'
import { hasLegalArea, hasStaffArea } from '../../../platform/session/areas.ts'
import classes from './HomePage.module.css'

type QuickLink = {
  readonly to:
    | '/cad'
    | '/livemap'
    | '/user/patrol'
    | '/user/characters'
    | '/user/approvals'
    | '/warrants'
    | '/user/legal'
    | '/user/patrols'
    | '/user/leave-requests'
    | '/staff/members'
    | '/staff/announcements'
    | '/staff/patrol-viewer'
    | '/staff/leave-requests'
    | '/discord/list'
    | '/admin'
    | '/admin/users'
    | '/servers/list'
    | '/user/lookups'
    | '/user/reports'
    | '/user/warrants'
    | '/user/notices'
    | '/user/tickets'
    | '/user/settings'
    | '/user/grants'
    | '/user/conduct'
  readonly label: string
  readonly access: AccessRule
  /** Whom it is of use to, of those who may. */
  readonly isFor?: (user: CurrentUser) => boolean
  readonly featureSwitch?: FeatureSwitch
  readonly icon: Icon
}

/** Civilians write and approve no reports; those about their characters are on the characters' pages. */
function servesEmergencies({ userDepartments }: CurrentUser): boolean {
  return userDepartments.some(({ department: { type } }) => type === 'Leo' || type === 'Fire' || type === 'Comms')
}

/** Police and legal staff. */
export function writesWarrants(user: CurrentUser): boolean {
  return user.userDepartments.some(({ department: { type } }) => type === 'Leo') || isAllowed(legalStaff, accessSubject(user))
}

const LINKS: readonly QuickLink[] = [
  { to: '/cad', label: 'CAD', access: cadDepartment, icon: IconRadio },
  { to: '/livemap', label: 'Live map', access: cadDepartment, icon: IconMap2 },
  { to: '/user/patrol', label: 'Patrol', access: signedIn, icon: IconClock },
  { to: '/user/reports', label: 'Reports', access: cadDepartment, isFor: servesEmergencies, icon: IconFileText },
  { to: '/user/warrants', label: 'Your warrants', access: warrantWriters, isFor: writesWarrants, icon: IconScale },
  { to: '/user/characters', label: 'Characters', access: civilian, icon: IconId },
  { to: '/user/approvals', label: 'Approvals', access: capability('actOnLicences'), icon: IconChecklist },
  { to: '/warrants', label: 'Warrants', access: legal, icon: IconGavel },
  { to: '/user/legal', label: 'Warrants', access: legalStaff, isFor: (user) => !hasLegalArea(user), icon: IconGavel },
  { to: '/staff/members', label: 'Members', access: staff, icon: IconUsers },
  { to: '/staff/announcements', label: 'Announcements', access: staff, icon: IconSpeakerphone },
  { to: '/staff/patrol-viewer', label: 'Patrol Viewer', access: staff, icon: IconClockSearch },
  { to: '/user/patrols', label: 'Patrol Viewer', access: patrolViewer, isFor: (user) => !hasStaffArea(user), icon: IconClockSearch },
  { to: '/staff/leave-requests', label: 'Leave requests', access: staff, icon: IconBeach },
  { to: '/user/leave-requests', label: 'Leave requests', access: grantsLeave, isFor: (user) => !hasStaffArea(user), icon: IconBeach },
  { to: '/discord/list', label: 'Discord', access: staff, icon: IconBrandDiscord },
  { to: '/admin', label: 'Administration', access: admin, icon: IconAdjustments },
  { to: '/admin/users', label: 'Users', access: admin, icon: IconUserShield },
  { to: '/servers/list', label: 'Servers', access: admin, icon: IconServer },
  { to: '/user/lookups', label: 'Lookup log', access: capability('seeLookups'), icon: IconListSearch },
  { to: '/user/grants', label: 'Ride-alongs', access: signedIn, icon: IconCar },
  { to: '/user/conduct', label: 'Code of conduct', access: signedIn, icon: IconHeartHandshake },
  { to: '/user/tickets', label: 'Your tickets', access: signedIn, isFor: () => Boolean(portalConfig().hasBot), icon: IconTicket },
  { to: '/user/notices', label: 'Notices', access: signedIn, icon: IconBell },
  { to: '/user/settings', label: 'Your account', access: signedIn, icon: IconSettings },
]

export function QuickLinks({ user }: { user: CurrentUser }) {
  const subject = accessSubject(user)
  return (
    <ul className={classes.links}>
      {useSwitchedOn(LINKS)
        .filter(({ access, isFor }) => isAllowed(access, subject) && (isFor?.(user) ?? true))
        .map(({ to, label, icon: LinkIcon }) => (
          <li key={to}>
            <Link to={to} className={classes.link}>
              <LinkIcon size={18} stroke={1.7} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
    </ul>
  )
}
