export { resendAnnouncements } from './announcements.service.ts'
