export { currentAnnouncements, resendAnnouncements } from './announcements.service.ts'
