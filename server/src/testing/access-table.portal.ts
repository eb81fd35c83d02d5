import { admins, CALLERS, memberManagers, staff, withCad, type Case } from './access-callers.ts'

const withDesktop = [...withCad, ...staff]
const layout = { direction: 'row', areas: [{ level: 1, share: 1, tabs: ['calls'], active: 'calls' }] }

export const PORTAL: Partial<Record<string, readonly Case[]>> = {
  getHealth: [{ path: '/api/health', who: 'anyone' }],
  getOverview: [{ path: '/api/overview', who: admins }],
  getHealthFigures: [{ path: '/api/overview/figures', who: admins }],
  getLastErrors: [{ path: '/api/overview/errors', who: admins }],
  getReleaseNotes: [{ path: '/api/overview/release', who: admins }],
  getBackups: [{ path: '/api/backups', who: admins }],
  getBackupPlan: [{ path: '/api/backups/plan', who: ['root'] }],
  saveBackupPlan: [
    { path: '/api/backups/plan', who: ['root'], body: { isOn: false, hour: 5, kept: 14, folder: null, s3: null, version: 1 } },
  ],
  startBackup: [{ path: '/api/backups', who: admins, body: {} }],
  proveBackup: [{ path: '/api/backups/999999/proof', who: admins, body: {} }],
  fetchExport: [{ path: '/api/export', who: ['root'] }],
  fetchBackup: [{ path: '/api/backups/999999/file', who: ['root'] }],
  getRestore: [{ path: '/api/restores/last', who: admins }],
  decideHeld: [{ path: '/api/restores/held', who: admins, body: { what: 'mails', decision: 'drop' } }],
  seeRestore: [{ path: '/api/restores/999999/seen', who: admins, body: {} }],
  uploadLookPicture: [{ path: '/api/look/pictures', who: admins, body: {} }],
  getLookPicture: [{ path: `/api/look/pictures/${'A'.repeat(22)}/full`, who: 'anyone' }],
  uploadSound: [{ path: '/api/sounds', who: admins, body: {} }],
  getSound: [{ path: `/api/sounds/${'A'.repeat(22)}`, who: CALLERS }],
  listLayouts: [{ path: '/api/cad/layouts', who: withDesktop }],
  createLayout: [{ path: '/api/cad/layouts', who: withDesktop, body: { name: 'Mine', unitClass: 1, layout } }],
  updateLayout: [{ path: '/api/cad/layouts/999999', who: withDesktop, body: { name: 'Mine', layout, version: 1 } }],
  deleteLayout: [{ path: '/api/cad/layouts/999999?version=1', who: withDesktop }],
  getOwnDepartmentLayout: [{ path: '/api/cad/layouts/department', who: CALLERS }],
  listDepartmentLayouts: [
    { path: '/api/cad/layouts/departments/2', who: [...memberManagers, 'supervisor', 'supervisorOnDuty'] },
    { path: '/api/cad/layouts/departments/3', who: memberManagers },
  ],
  setDepartmentLayout: [
    {
      path: '/api/cad/layouts/departments/2',
      who: [...memberManagers, 'supervisor', 'supervisorOnDuty'],
      body: { unitClass: 1, size: 'wide', layout: null, version: 1 },
    },
    {
      path: '/api/cad/layouts/departments/3',
      who: memberManagers,
      body: { unitClass: 1, size: 'wide', layout: null, version: 1 },
    },
  ],
  getSetup: [{ path: '/api/setup', who: 'key' }],
  completeSetup: [
    {
      path: '/api/setup',
      who: 'key',
      body: { code: 'AAAA-AAAA-AAAA', communityName: 'X', name: 'X', emailAddress: 'x@example.com', password: 'long enough 1' },
    },
  ],
  beginSetupRestore: [{ path: '/api/setup/restore', who: 'key', body: { code: 'AAAA-AAAA-AAAA', bytes: 1 } }],
  sendBackupPiece: [{ path: '/api/setup/restore/unknown/pieces/0', who: 'key', body: {} }],
  getSetupRestore: [{ path: '/api/setup/restore/unknown', who: 'key' }],
  readSetupBackup: [{ path: '/api/setup/restore/unknown/preview', who: 'key', body: { passPhrase: 'correct horse battery' } }],
  startSetupRestore: [{ path: '/api/setup/restore/unknown/start', who: 'key', body: { code: 'AAAA-AAAA-AAAA' } }],
  getMails: [{ path: '/api/mails', who: admins }],
  sendTestMail: [{ path: '/api/mails/test', who: admins }],
  getFirstEvening: [{ path: '/api/setup/first-evening', who: admins }],
  showFirstEvening: [{ path: '/api/setup/first-evening', who: admins, body: { isOpen: true } }],
  goWithoutDiscord: [{ path: '/api/setup/first-evening/discord', who: admins, body: { isWithoutDiscord: true } }],
  choosePlayedDepartments: [{ path: '/api/setup/first-evening/departments', who: admins, body: { departmentIds: [2, 3, 4, 5, 6, 7] } }],
  listSettings: [{ path: '/api/settings', who: admins }],
  saveSetting: [{ path: '/api/settings/welfare.grace-minutes', who: admins, body: { value: 10, version: 0 } }],
  countOpen: [{ path: '/api/settings/calls.portal-911/open', who: admins }],
  listTimeZones: [{ path: '/api/calendar/time-zones', who: 'key' }],
  previewTimeZone: [{ path: '/api/calendar/preview?timeZone=UTC', who: admins }],
  resetSetting: [{ path: '/api/settings/welfare.grace-minutes?version=0', who: admins }],
}
