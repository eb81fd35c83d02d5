export { ColorField } from './ColorField.tsx'
export { SessionList, signedInBy } from './SessionList.tsx'
export { setCurrentUser } from './settings.queries.ts'
export { SteamHexField } from './SteamHexField.tsx'
