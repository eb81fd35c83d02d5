export { clearWarrants } from './warrant-desk.ts'
export { WarrantHost } from './WarrantHost.tsx'
