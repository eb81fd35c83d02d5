export { recentTones } from './tones.repo.ts'
