import {
  IconAdjustments,
  IconApi,
  IconBuildingCommunity,
  IconCertificate,
  IconClock,
  IconFileImport,
  IconForms,
  IconGavel,
  IconHistory,
  IconId,
  IconListDetails,
  IconServer,
  IconShieldLock,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import type { PageTab } from '../../../platform/view/PageTabs.tsx'

type AdminPage = PageTab & { readonly title: string; readonly text: string; readonly icon: Icon }

/** The pages under Administration: each is a tile of /admin, and a tab on every page of the area. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { to: '/admin/users', label: 'Users', title: 'Manage Users', text: 'Find an account and change it', icon: IconUsers },
  { to: '/admin/add-user', label: 'Add User', title: 'Add User', text: 'With departments, ranks and roles', icon: IconUserPlus },
  {
    to: '/admin/departments',
    label: 'Departments',
    title: 'Departments and ranks',
    text: 'Create, order, rename, retire',
    icon: IconBuildingCommunity,
  },
  { to: '/admin/roles', label: 'Roles', title: 'Roles', text: 'Groups, levels and who holds them', icon: IconShieldLock },
  { to: '/admin/offences', label: 'Penal code', title: 'Penal code', text: 'Offences, fines and jail times', icon: IconGavel },
  { to: '/admin/fields', label: 'Fields', title: 'Fields', text: 'Your own fields in forms and reports', icon: IconForms },
  { to: '/admin/records', label: 'Records', title: 'Records', text: 'Put characters and vehicles right', icon: IconId },
  {
    to: '/admin/warrants',
    label: 'Warrants',
    title: 'Warrant history',
    text: 'Check that no step was changed',
    icon: IconCertificate,
  },
  { to: '/admin/patrols', label: 'Patrols', title: 'Patrols', text: 'Quotas, and who plays in the game', icon: IconClock },
  { to: '/admin/imports', label: 'Import', title: 'Import', text: 'People, vehicles and offences from files', icon: IconFileImport },
  { to: '/admin/settings', label: 'Settings', title: 'Settings', text: 'Features on or off, times and limits', icon: IconAdjustments },
  { to: '/admin/audit', label: 'Audit log', title: 'Audit log', text: 'Who did what to whom', icon: IconHistory },
  { to: '/servers/list', label: 'Servers', title: 'Manage Servers', text: 'Game servers and their keys', icon: IconServer },
  { to: '/servers/events', label: 'API Logs', title: 'API Logs', text: 'What servers and integrations call', icon: IconListDetails },
]

/** The tiles of /admin: its pages, and what has no tabs above it. */
export const ADMIN_TILES: readonly AdminPage[] = [
  ...ADMIN_PAGES,
  { to: '/api/docs', label: 'API', title: 'API', text: 'Every call, for your own tools', icon: IconApi },
]
