import { admins, type Case } from './access-callers.ts'

export const PORTAL: Partial<Record<string, readonly Case[]>> = {
  getHealth: [{ path: '/api/health', who: 'anyone' }],
  getOverview: [{ path: '/api/overview', who: admins }],
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
  getSetup: [{ path: '/api/setup', who: 'key' }],
  completeSetup: [
    {
      path: '/api/setup',
      who: 'key',
      body: { code: 'AAAA-AAAA-AAAA', communityName: 'X', name: 'X', emailAddress: 'x@example.com', password: 'long enough 1' },
    },
  ],
  getMails: [{ path: '/api/mails', who: admins }],
  sendTestMail: [{ path: '/api/mails/test', who: admins }],
  getFirstEvening: [{ path: '/api/setup/first-evening', who: admins }],
  showFirstEvening: [{ path: '/api/setup/first-evening', who: admins, body: { isOpen: true } }],
  goWithoutDiscord: [{ path: '/api/setup/first-evening/discord', who: admins, body: { isWithoutDiscord: true } }],
  choosePlayedDepartments: [{ path: '/api/setup/first-evening/departments', who: admins, body: { departmentIds: [2, 3, 4, 5, 6, 7] } }],
}
